import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { RuleSetting } from '../../src/policy/rule-settings.ts';
import type { Statement } from '../../src/source/statement.ts';
import { checkSql, outline } from '../check-sql.ts';
import { ledgerFiles, openFiles } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(ledgerFiles);
});
afterAll(() => database.close());

const heard = async (where: string, rules: Readonly<Record<string, RuleSetting>>, given: Partial<Statement> = {}): Promise<readonly string[]> => {
  const sql = where.startsWith('SELECT') ? where : `SELECT id FROM debit WHERE ${where}`;
  const checked = await checkSql(database, sql, given, { rules });
  return outline(checked).map((line) => line.split(' | ')[0] ?? '');
};

const given = (...values: readonly string[]): Pick<Statement, 'parameters'> => ({
  parameters: { from: 'given', values: new Map(values.map((value, index) => [index + 1, value])), types: new Map() },
});

describe('allowPeriodSpan: 12 months', () => {
  const rules = { 'no-leaf-fanout': { allowPeriodSpan: '12 months' } };
  const group = 'account_group = 3 AND ';

  describe('lets pass', () => {
    test.each<[string, Partial<Statement>?]>([
      [`${group} created_at >= '2025-07-01' AND created_at < '2026-07-01'`],
      [`${group} created_at BETWEEN '2025-07-01' AND '2026-07-01'`],
      [`${group} created_at > '2025-12-31' AND created_at <= '2026-01-01'`],
      [`${group} created_at >= $1 AND created_at < $1 + interval '12 months'`],
      [`${group} created_at >= $1 AND created_at < $1 + interval '1 year'`],
      [`${group} created_at >= $1::date AND created_at < $1::date + interval '6 months'`, given('2025-10-01')],
      [`${group} created_at > $1::timestamptz - interval '6 months' AND created_at <= $1::timestamptz + interval '6 months'`],
      [`${group} created_at >= timestamptz '2025-07-01' AND created_at < timestamptz '2025-07-01' + interval '1 year'`],
      [`${group} created_at >= $1 AND created_at < $2`, given('2025-07-01', '2026-07-01')],
    ])('%s', async (where, values) => {
      // An interval is added when the query starts: of that there is a warning.
      expect(await heard(where, rules, values)).toEqual(where.includes('interval') ? ['no-start-only-pruning?'] : []);
    });
  });

  test('and warns still of what is known only when the query starts', async () => {
    const where = `${group} created_at >= date '2025-07-01' AND created_at < date '2026-07-01'`;
    expect(await heard(where, rules)).toEqual(['no-start-only-pruning?']);
    expect(await heard(where, { 'no-leaf-fanout': { maxLeavesPerGroup: 2 } })).toEqual(['no-start-only-pruning?']);
    expect(await heard(where, {})).toEqual(['no-leaf-fanout']);
  });

  describe('keeps the rule for', () => {
    test.each<[string, Partial<Statement>?]>([
      [`${group} created_at >= '2025-07-01' AND created_at < '2026-07-02'`],
      [`${group} created_at >= '2024-12-01' AND created_at < '2026-02-01'`],
      [`${group} created_at >= '2025-07-01'`],
      [`${group} created_at IN ('2025-07-01', '2026-07-01')`],
      [`${group} created_at <> '2025-07-01'`],
      [`${group} created_at >= $1 AND created_at < $1 + interval '13 months'`],
      [`${group} created_at >= $1 AND created_at < $2 + interval '1 year'`],
      [
        `${group} created_at >= $1 AND created_at < $1 + $2::interval AND created_at < '2027-12-31' AND created_at > '2020-01-01'`,
        given('2024-01-01', '3 years'),
      ],
      [`${group} created_at >= $1 AND created_at < $2`, given('2025-07-01', '2026-07-02')],
      [`${group} created_at = (SELECT max(created_at) FROM ledger_lookup)`],
    ])('%s', async (where, values) => expect(await heard(where, rules, values)).toEqual(['no-leaf-fanout']));
  });

  test.each([
    ["created_at >= '2025-07-01' AND created_at < '2026-07-01'", ['require-partition-keys']],
    ["account_group > 3 AND created_at >= '2025-07-01' AND created_at < '2026-07-01'", ['no-group-fanout']],
    ["account_group IN (3, 4) AND created_at >= '2025-07-01' AND created_at < '2026-07-01'", ['no-group-fanout?']],
    ["account_group = 3 AND created_at::date >= '2025-07-01' AND created_at::date < '2026-07-01'", ['no-wrapped-partition-key']],
  ])('leaves the other rules as they are: %s', async (where, expected) => expect(await heard(where, rules)).toEqual(expected));

  test('of one table says nothing of another', async () => {
    const sql = `SELECT 1 FROM debit d JOIN credit c ON c.id = d.id WHERE d.account_group = 3 AND c.account_group = 3
      AND d.created_at >= '2025-07-01' AND d.created_at < '2026-07-01' AND c.created_at >= '2025-07-01' AND c.created_at < '2026-07-01'`;
    const own = { 'no-leaf-fanout': { tables: { debit: { allowPeriodSpan: '12 months' } } } };
    const { findings } = await checkSql(database, sql, {}, { rules: own });
    expect(findings.map(({ rule, table }) => [rule, table])).toEqual([['no-leaf-fanout', 'public.credit']]);
  });
});

describe('maxLeavesPerGroup: 2', () => {
  const rules = { 'no-leaf-fanout': { maxLeavesPerGroup: 2 } };
  test.each([
    ["account_group = 3 AND created_at >= '2025-07-01' AND created_at < '2026-07-01'", []],
    ["account_group = 3 AND created_at >= '2026-07-01'", []],
    ["account_group = 3 AND created_at >= '2024-07-01' AND created_at < '2026-07-01'", ['no-leaf-fanout']],
    ['account_group = 3 AND created_at >= $1', ['no-leaf-fanout']],
    ["account_group > 12 AND created_at >= '2026-07-01'", ['no-group-fanout']],
    ["created_at >= '2026-07-01'", ['require-partition-keys']],
  ])('%s', async (where, expected) => expect(await heard(where, rules)).toEqual(expected));
});

test('no limit covers what other values may read: an open end, or many executions', async () => {
  const rules = { 'no-leaf-fanout': { maxLeavesPerGroup: 4 }, 'no-group-fanout': { maxGroups: 13 } };
  expect(await heard('account_group = 3 AND created_at >= $1', rules)).toEqual(['no-leaf-fanout']);
  expect(await heard("account_group > $1 AND created_at = '2025-06-11'", rules)).toEqual(['no-group-fanout']);
  const range = "account_group = 3 AND created_at >= '2025-07-01' AND created_at < '2026-07-01'";
  expect(await heard(range, rules)).toEqual([]);
  expect(await heard(range, rules, { valueSets: { sets: [], rest: 1 } })).toEqual(['no-leaf-fanout']);
});

describe('allowRuntimePruning', () => {
  const rules = { 'no-leaf-fanout': { allowRuntimePruning: true } };
  test.each([
    ['account_group = 3 AND created_at = (SELECT max(created_at) FROM ledger_lookup)', []],
    ["account_group = 3 AND created_at >= '2025-07-01'", ['no-leaf-fanout']],
    ["account_group = (SELECT 3) AND created_at = '2025-06-11'", ['no-group-fanout']],
  ])('%s', async (where, expected) => expect(await heard(where, rules)).toEqual(expected));
});

describe('maxGroups: 2', () => {
  const rules = { 'no-group-fanout': { maxGroups: 2 } };
  test.each([
    ["account_group IN (3, 4) AND created_at = '2025-06-11'", []],
    ["account_group IN (3, 4, 5) AND created_at = '2025-06-11'", ['no-group-fanout?']],
    ["account_group IN (3, 4) AND created_at >= '2025-07-01' AND created_at < '2026-07-01'", ['no-leaf-fanout']],
    ["created_at = '2025-06-11'", ['require-partition-keys']],
  ])('%s', async (where, expected) => expect(await heard(where, rules)).toEqual(expected));
});
