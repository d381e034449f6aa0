import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { ledgerFiles, openFiles } from '../open-schema.ts';
import { explainSql, outlinePlan } from './draw.ts';

let database: Database;
beforeAll(async () => {
  // Seeded tables are small: the methods are those that fill ones have.
  database = await openFiles([...ledgerFiles, 'fixtures/explain/shapes.sql'], { settings: { enable_seqscan: 'off', enable_bitmapscan: 'off' } });
});
afterAll(() => database.close());

const period = `created_at >= '2025-01-01' AND created_at < '2026-01-01'`;

const cases: readonly (readonly [sql: string, tree: readonly string[]])[] = [
  ['SELECT id FROM account WHERE id = 7', ['account [Index Only Scan] id = 7']],
  [
    `SELECT e.amount FROM ledger_entry e WHERE account_group = 3 AND ${period}`,
    ["ledger_entry e: 1 [Index Scan] account_group = 3, created_at >= '2025-01-01 00:00:00+00', created_at < '2026-01-01 00:00:00+00'"],
  ],
  [
    `SELECT c.amount FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at
     WHERE e.account_group = 3 AND e.account_id = 5`,
    [
      'Nested Loop',
      '  ledger_entry e: 5 [Index Scan] account_group = 3, account_id = 5',
      '  credit c: 5 [Index Scan] account_group = 3, e.created_at = created_at, entry_id = e.id',
    ],
  ],
  [`UPDATE ledger_entry SET status = 'x' WHERE account_group = 3`, ['Update ledger_entry', '  ledger_entry: 5 [Index Scan] account_group = 3']],
  [
    `WITH recent AS MATERIALIZED (SELECT * FROM credit WHERE account_group = 3)
     SELECT FROM recent r WHERE amount > (SELECT avg(amount) FROM debit WHERE account_group = 3)`,
    [
      'CTE Scan recent r r.amount > (InitPlan 2).col1',
      '  CTE recent: credit: 5 [Index Scan] account_group = 3',
      '  InitPlan 2: Aggregate',
      '    debit: 5 [Index Scan] account_group = 3',
    ],
  ],
  [
    `SELECT amount FROM credit WHERE account_group = 3 UNION ALL SELECT amount FROM debit WHERE account_group = 4 UNION ALL SELECT amount FROM credit`,
    ['Append', '  credit: 5 [Index Scan] account_group = 3', '  debit: 5 [Index Scan] account_group = 4', '  credit: 70 [Seq Scan]'],
  ],
  [
    `SELECT (SELECT count(*) FROM credit c WHERE c.entry_id = e.id) FROM ledger_entry e WHERE account_group = 3`,
    ['ledger_entry e: 5 [Index Only Scan] account_group = 3', '  SubPlan 1: Aggregate', '    credit c: 70 [Index Only Scan] entry_id = e.id'],
  ],
  [
    'SELECT FROM generate_series(1, 3) g(n) LEFT JOIN ledger_entry e ON e.account_group = g.n',
    ['Hash Right Join e.account_group = g.n', '  ledger_entry e: 70 [Index Only Scan]', '  Hash', '    Function Scan generate_series g'],
  ],
  [
    `SELECT FROM "Mixed ""Case""" "M C" WHERE "M C"."Key" = '🐘' AND day > '2025-01-03'`,
    [`"Mixed ""Case""" M C: 1 [Seq Scan] day > '2025-01-03', "Key" = '🐘'`],
  ],
  ['SELECT FROM daily WHERE v = 1', ['daily: 1000 [Seq Scan] v = 1']],
];

test.each(cases)('%s', async (sql, expected) => {
  const { tree: plan } = await explainSql(database, sql);
  expect(plan === null ? null : outlinePlan(plan)).toEqual(expected);
});

test('joins that are repeated for each leaf are one branch', async () => {
  const joined = await openFiles(ledgerFiles, {
    settings: { enable_partitionwise_join: 'on', enable_seqscan: 'off', enable_mergejoin: 'off', enable_hashjoin: 'off' },
  });
  try {
    const { tree: plan } = await explainSql(
      joined,
      `SELECT FROM ledger_entry e JOIN credit c ON c.account_group = e.account_group AND c.created_at = e.created_at AND c.entry_id = e.id WHERE e.account_group < 3`,
    );
    const [join, ...scans] = plan === null ? [] : outlinePlan(plan);
    expect(join).toBe('Nested Loop × 10');
    expect(scans.map((scan) => scan.replace(/ \[.*/, '')).toSorted()).toEqual(['  credit c: 10', '  ledger_entry e: 10']);
  } finally {
    await joined.close();
  }
});

test('what is said of a captured statement quotes none of its values', async () => {
  const sql = `SELECT FROM ledger_entry WHERE account_group IN (3, 7) AND created_at BETWEEN '2025-05-06' AND '2026-01-01'`;
  const hidden = await explainSql(database, sql, { captured: true }, false);
  expect(hidden.references[0]?.keys[1]?.why).toContain('BETWEEN');
  expect(JSON.stringify(hidden)).not.toMatch(/2025-05-06|2026-01-01|3, 7/);
  expect(JSON.stringify(await explainSql(database, sql, { captured: true }, true))).toContain('2026-01-01');
});

test('the values of a captured statement are masked, and shown when asked for', async () => {
  const sql = `SELECT FROM ledger_entry WHERE account_group = 3 AND status = 'secret' AND created_at = $1`;
  const parameters = { from: 'captured' as const, values: new Map([[1, '2025-05-05 00:00:00+00']]), types: new Map() };
  const hidden = JSON.stringify(await explainSql(database, sql, { captured: true, parameters }, false));
  expect(hidden).toMatch(/status = '\*+'/);
  expect(hidden).not.toMatch(/secret|2025-05-05|= 3/);
  const shown = JSON.stringify(await explainSql(database, sql, { captured: true, parameters }, true));
  expect(shown).toMatch(/status = 'secret'/);
  expect(shown).toContain('2025-05-05');
});
