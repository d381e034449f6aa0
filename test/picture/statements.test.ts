import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { ledgerFiles, openWith } from '../open-schema.ts';
import { explainSql, outlineGrid } from './draw.ts';

let database: Database;
beforeAll(async () => {
  database = await openWith(
    ledgerFiles,
    `CREATE VIEW third AS SELECT * FROM ledger_entry WHERE account_group = 3;
     CREATE FUNCTION third_credits() RETURNS SETOF credit LANGUAGE sql STABLE AS 'SELECT * FROM credit WHERE account_group = 3';
     CREATE TABLE empty (k integer) PARTITION BY LIST (k);`,
    { settings: { enable_hashjoin: 'off', enable_mergejoin: 'off' } },
  );
});
afterAll(() => database.close());

const day = `created_at = '2025-05-05'`;

/** Each reference with its role, what it reads, and the root of the tree. */
const cases: readonly (readonly [sql: string, references: readonly string[], root: string | null])[] = [
  [
    `SELECT FROM ledger_entry e JOIN credit c ON c.entry_id = e.id WHERE e.account_group = 3`,
    ['ledger_entry e: read 5', 'credit c: read 70'],
    'Nested Loop',
  ],
  [`UPDATE credit SET amount = 1 WHERE account_group = 3 AND ${day}`, ['credit: read 1'], 'Update credit'],
  [`DELETE FROM credit WHERE account_group = 3`, ['credit: read 5'], 'Delete credit'],
  [
    `MERGE INTO credit c USING debit d ON c.account_group = 3 AND d.account_group = 3 AND c.${day} AND d.${day} AND d.id = c.id WHEN MATCHED THEN DO NOTHING`,
    ['credit c: read 1', 'debit d: read 1'],
    'Merge credit',
  ],
  [`INSERT INTO credit SELECT * FROM credit WHERE account_group = 3 AND ${day}`, ['credit: insert 0', 'credit: read 1'], 'Insert credit'],
  [`SELECT FROM third WHERE ${day}`, ['ledger_entry (through third): read 1'], 'ledger_entry'],
  [`SELECT FROM third_credits() WHERE ${day}`, ['credit (through third_credits): read 1'], 'credit'],
  [`WITH c AS (SELECT * FROM credit WHERE account_group = 3) SELECT FROM c WHERE ${day}`, ['credit: read 1'], 'credit'],
  ['SELECT FROM ledger_entry WHERE account_group = 99', ['ledger_entry: read 0'], 'Result'],
  ['SELECT FROM account', [], 'account'],
  ['SELECT FROM empty', ['empty: read 0'], 'Result'],
];

describe('what is drawn of', () => {
  test.each(cases)('%s', async (sql, references, root) => {
    const { tree, ...statement } = await explainSql(database, sql);
    expect(statement.references.map(({ title, role, leaves }) => `${title}: ${role} ${leaves.planned}`)).toEqual(references);
    expect(tree?.label ?? null).toBe(root);
  });
});

test.each([
  ['SET timezone = UTC', 'skipped', 'SET'],
  ['SELECT FROM nothing', 'inconclusive', 'relation "nothing" does not exist'],
  ['SELECT nothing FROM credit', 'failed', 'column "nothing" does not exist'],
])('of %s there is a reason only', async (sql, status, reason) => {
  const statement = await explainSql(database, sql);
  expect(statement).toMatchObject({ status, reason, references: [], tree: null });
});

test('parameters without values are sampled, and the generic plan stands beside the custom one', async () => {
  const { parameters, references } = await explainSql(database, 'SELECT FROM credit WHERE account_group = $1 AND created_at = $2');
  expect(parameters).toBe('sampled');
  expect(references[0]).toMatchObject({ pruned: { plan: 69, start: 0 }, generic: { planned: 1, start: 69, locked: 70 } });
});

test('a captured plan is drawn as it stands', async () => {
  const scan = (year: string): object => ({
    'Node Type': 'Seq Scan',
    Schema: 'public',
    'Relation Name': `credit_g03_${year}`,
    Alias: `credit_${year}`,
    Filter: '(account_group = 3)',
  });
  const root = { 'Node Type': 'Append', 'Subplans Removed': 0, Plans: [scan('2025'), scan('2026')] };
  const { plan, references, tree } = await explainSql(database, 'SELECT * FROM credit WHERE account_group = 3', {
    captured: true,
    plan: { root },
  });
  expect(plan).toBe('captured');
  expect(references.flatMap(({ grid }) => outlineGrid(grid)).slice(1)).toEqual(['g01…g02 .....', 'g03 ..RR.', 'g04…g14 .....']);
  expect(tree).toMatchObject({ label: 'credit', leaves: 2, conditions: ['account_group = 3'] });
});

test('what a generic plan reads beyond a custom one is drawn beside it', async () => {
  const parameters = { from: 'given' as const, values: new Map([[1, '{3,4}']]), types: new Map() };
  const { references } = await explainSql(
    database,
    'SELECT FROM credit c WHERE account_group = ANY ($1) AND c.created_at = (SELECT max(created_at) FROM credit WHERE account_group = 3)',
    { parameters },
  );
  const [outer, inner] = references;
  expect(outer?.genericGrid === null ? null : outlineGrid(outer?.genericGrid as never)).toEqual([
    '2020–23 | 2024 | 2025 | 2026 | 2027',
    'g01…g14 RRRRR',
  ]);
  expect(inner?.genericGrid).toBeNull();
});
