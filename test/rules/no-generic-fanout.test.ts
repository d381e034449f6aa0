import { describe, expect, test } from 'vitest';
import type { KnownParameters } from '../../src/source/statement.ts';
import { outline } from '../check-sql.ts';
import { useLedger } from './ledger.ts';

const check = useLedger();

const year = "created_at >= '2025-01-01' AND created_at < '2026-01-01'";
const day = "created_at = '2025-06-11'";

function given(...values: readonly (string | null)[]): KnownParameters {
  return { from: 'given', values: new Map(values.map((value, index) => [index + 1, value])), types: new Map() };
}

describe('warns of a key that only the values bind', () => {
  type Row = [where: string, values: (string | null)[], leaves: number, groups: number, ...found: string[]];
  const table: Row[] = [
    [`account_group = ANY ($1) AND ${year}`, ['{3}'], 14, 14, 'account_group | account_group = ANY ($1)'],
    [`account_group = COALESCE($1, account_group) AND ${year}`, ['3'], 14, 14, 'account_group | account_group = COALESCE($1, account_group)'],
    [`($1::integer IS NULL OR account_group = $1) AND ${year}`, ['3'], 14, 14, 'account_group | $1::integer IS NULL OR account_group = $1'],
    [
      'account_group = $1 AND ($2::timestamptz IS NULL OR created_at = $2)',
      ['3', '2025-06-11'],
      5,
      1,
      'created_at | $2::timestamptz IS NULL OR created_at = $2',
    ],
    ['account_group = 3 AND created_at = ANY ($1)', ['{2025-06-11}'], 5, 1, 'created_at | created_at = ANY ($1)'],
    [
      'account_group = ANY ($1) AND created_at = ANY ($2)',
      ['{3}', '{2025-06-11}'],
      70,
      14,
      'account_group | account_group = ANY ($1)',
      'created_at | created_at = ANY ($2)',
    ],
  ];
  test.each<Row>(table)('%s', async (where, values, leaves, groups, ...found) => {
    for (const statement of [`SELECT 1 FROM debit WHERE ${where}`, `DELETE FROM debit WHERE ${where}`]) {
      const checked = await check(statement, { parameters: given(...values) });
      expect(checked.statement).toMatchObject({ status: 'analysed', verdict: 'ok' });
      expect(outline(checked)).toEqual(found.map((at) => `no-generic-fanout? | ${at}`));
      for (const { evidence } of checked.findings) expect(evidence).toMatchObject({ reference: 0, leaves, groups, total: 70 });
    }
  });
});

describe('says', () => {
  test('what is read and locked, and what to write in place of an array', async () => {
    const { findings } = await check(`SELECT 1 FROM debit d WHERE account_group = ANY ($1) AND ${year}`, { parameters: given('{3}') });
    expect(findings.map(({ message }) => message)).toEqual([
      '`debit d` reads 14 leaves in its generic plan, 1 with the values known; `account_group` is compared with an array parameter, of whose values a generic plan knows nothing, not even when it starts',
    ]);
    expect(findings[0]?.help).toMatch(/^Write the values one by one, `account_group IN \(\$1, \$2\)`.*plan_cache_mode = force_custom_plan/);
  });

  test('how many are locked where executor start takes some away', async () => {
    const { findings } = await check('SELECT 1 FROM debit WHERE account_group = ANY ($1) AND created_at = $2', {
      parameters: given('{3}', '2025-06-11'),
    });
    expect(findings[0]?.message).toMatch(/^`debit` reads 14 leaves and locks all 70 in its generic plan, 1 with the values known; /);
  });

  test('to write two statements in place of an optional filter', async () => {
    const { findings } = await check(`SELECT 1 FROM debit WHERE ($1::integer IS NULL OR account_group = $1) AND ${day}`, { parameters: given('3') });
    expect(findings[0]?.help).toMatch(/^Write one statement with a plain condition on `account_group` and another one/);
  });
});

describe('has nothing to say', () => {
  type Row = [sql: string, values: string[] | null, ...found: string[]];
  const table: Row[] = [
    // how every prepared statement works: one leaf, and 69 taken away at the start
    ['SELECT 1 FROM debit WHERE account_group = $1 AND created_at >= $2 AND created_at < $3', ['3', '2025-01-01', '2026-01-01']],
    ['SELECT 1 FROM debit WHERE account_group = $1 AND created_at >= $2 AND created_at < $3', null],
    ['SELECT 1 FROM debit WHERE account_group IN ($1) AND created_at = $2', null],
    ['UPDATE debit SET amount = $3 WHERE account_group = $1 AND created_at = $2', null],
    [`SELECT 1 FROM debit WHERE account_group = ANY ('{3}') AND ${day}`, null],
    // where an error was told of that key
    ['SELECT 1 FROM debit WHERE ($1::integer IS NULL OR account_group = $1) AND created_at = $2', null, 'require-partition-keys'],
    ['SELECT 1 FROM debit WHERE account_group = ANY ($1) AND created_at = $2', ['{3,4}', '2025-06-11'], 'no-group-fanout'],
  ];
  test.each<Row>(table)('%s', async (sql, values, ...found) => {
    const { findings } = await check(sql, { parameters: values === null ? null : given(...values) });
    expect(findings.map(({ rule }) => rule)).toEqual(found);
  });

  test('of a table, and still tells of the other one', async () => {
    const sql = `SELECT 1 FROM debit d JOIN credit c ON c.account_group = d.account_group AND c.created_at = d.created_at
WHERE d.account_group = $1 AND d.created_at = $2 AND c.entry_id IN (SELECT e.id FROM ledger_entry e WHERE e.account_group = ANY ($3) AND e.${day})`;
    const checked = await check(sql, { parameters: given('3', '2025-06-11', '{3}') });
    expect(outline(checked)).toEqual(['no-generic-fanout? | account_group | e.account_group = ANY ($3)']);
  });
});
