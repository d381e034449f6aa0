import { describe, expect, test } from 'vitest';
import type { KnownParameters } from '../../src/source/statement.ts';
import { outline } from '../check-sql.ts';
import { useLedger } from './ledger.ts';

const check = useLedger();

const given = (...values: readonly string[]): { readonly parameters: KnownParameters } => ({
  parameters: { from: 'given', values: new Map(values.map((value, index) => [index + 1, value])), types: new Map() },
});

describe('written values that no partition holds', () => {
  test.each([
    "account_group = 99 AND created_at = '2025-06-11'",
    "account_group = 3 AND created_at = '2031-01-01'",
    "account_group = 3 AND account_group = 4 AND created_at = '2025-06-11'",
    'account_group IS NULL',
    'false',
  ])('%s', async (where) => {
    const checked = await check(`SELECT 1 FROM debit WHERE ${where}`);
    expect(checked.statement).toMatchObject({ status: 'analysed', verdict: 'no-scan', parameters: 'none' });
    expect(outline(checked).map((line) => line.split(' | ')[0])).toEqual(['no-vacuous-plan']);
    expect(checked.findings[0]).toMatchObject({ severity: 'error', table: 'public.debit', evidence: { reference: 0, leaves: 0, total: 70 } });
    expect(checked.findings[0]?.message).toMatch(/^`debit` reads none of its 70 leaves/);
  });

  test('as parameters too', async () => {
    const checked = await check('SELECT 1 FROM debit WHERE account_group = $1 AND created_at = $2', given('99', '2025-06-11'));
    expect(checked.statement).toMatchObject({ status: 'analysed', verdict: 'no-scan', parameters: 'given' });
    expect(checked.findings).toMatchObject([{ rule: 'no-vacuous-plan' }]);
  });

  test('known only when the query starts', async () => {
    const checked = await check("SELECT 1 FROM debit WHERE account_group = current_setting('app.group', true)::int AND created_at = $1");
    expect(checked.statement.verdict).not.toBe('ok');
  });
});

test('sampled values that no partition holds leave the statement open', async () => {
  const checked = await check('SELECT 1 FROM debit WHERE account_group = 99 AND created_at = $1');
  expect(checked.statement).toMatchObject({ status: 'inconclusive', verdict: 'no-scan', parameters: 'sampled' });
  expect(checked.statement.reason).toContain('planlint-params');
  expect(checked.findings).toEqual([]);
});

test('an arm that reads nothing beside one that does is no finding', async () => {
  const checked = await check(
    "SELECT 1 FROM debit WHERE account_group = 3 AND created_at = '2025-06-11' UNION ALL SELECT 1 FROM credit WHERE account_group = 99 AND created_at = '2025-06-11'",
  );
  expect(checked.statement.verdict).toBe('ok');
  expect(checked.findings).toEqual([]);
});

const settled = "FROM debit WHERE account_group = 3 AND created_at = '2025-06-11'";
const sampled = 'SELECT 1 FROM debit WHERE account_group = $1 AND created_at = $2';
const inGroup = "credit WHERE account_group = current_setting('app.group', true)::int";

describe('a table that values which are not those of production leave out proves nothing, though another is read', () => {
  test.each([
    ['a setting', `SELECT 1 ${settled} UNION ALL SELECT 1 FROM ${inGroup} AND created_at >= '2025-06-11'`, '--set'],
    ['a setting, in a sub-select', `SELECT (SELECT max(amount) FROM ${inGroup} AND created_at > '2024-06-11') ${settled}`, '--set'],
    [
      'a range that sampling cannot open',
      `${sampled} UNION ALL SELECT 1 FROM credit WHERE account_group = $1 AND created_at >= to_timestamp($3) AND created_at < to_timestamp($4)`,
      'planlint-params',
    ],
    [
      'a key inside a document',
      `${sampled} UNION ALL SELECT 1 FROM credit WHERE account_group = ($3::jsonb ->> 'g')::int AND created_at >= $2`,
      'planlint-params',
    ],
    [
      'a key that is missing beside one',
      `${sampled} UNION ALL SELECT 1 FROM credit WHERE account_group = ($3::jsonb ->> 'g')::int`,
      'planlint-params',
    ],
  ])('%s', async (_, sql, advice) => {
    const { statement, findings } = await check(sql);
    expect(statement).toMatchObject({ status: 'inconclusive', verdict: 'ok', reason: expect.stringContaining(advice) });
    expect(findings).toEqual([]);
  });

  test.each([
    [
      'bound by equality, it reads one leaf with any values',
      `${sampled} UNION ALL SELECT 1 FROM credit WHERE account_group = ($3::jsonb ->> 'g')::int AND created_at = $2`,
    ],
    ['constants leave it out', `${sampled} UNION ALL SELECT 1 FROM credit WHERE account_group = 99 AND created_at >= $2`],
    [
      'of two arms that read one table the values choose one',
      'SELECT 1 FROM (SELECT * FROM debit WHERE account_group = 1 UNION ALL SELECT * FROM debit WHERE account_group = 2) v WHERE account_group = $1 AND created_at >= $2 AND created_at < $3',
    ],
  ])('but not where %s', async (_, sql) => {
    expect((await check(sql)).statement).toMatchObject({ status: 'analysed', verdict: 'ok' });
  });
});

test('a table without partitions proves nothing either, and needs them', async () => {
  const { findings } = await check('SELECT 1 FROM later WHERE k = 1');
  expect(findings).toMatchObject([{ rule: 'no-vacuous-plan', message: expect.stringContaining('no partition yet') }]);
  expect(findings[0]?.help).toMatch(/^Create the partitions/);
});
