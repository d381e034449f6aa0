import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { Database } from '../../src/database/database.ts';
import { checkAll, checkSql, outline, toStatement } from '../check-sql.ts';
import { ledgerFiles, openFiles } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(ledgerFiles);
});
afterAll(() => database.close());

const year = "created_at >= '2025-01-01' AND created_at < '2026-01-01'";

describe('on one reference and key the first rule speaks', () => {
  const table: readonly (readonly [where: string, ...findings: string[]])[] = [
    // wrapped before missing, and each before what follows from it
    ['true', 'require-partition-keys | account_group | credit', 'require-partition-keys | created_at | credit'],
    [
      `account_group + 0 = 3 AND date_trunc('day', created_at) = $1`,
      'no-wrapped-partition-key | account_group | account_group + 0 = 3',
      "no-wrapped-partition-key | created_at | date_trunc('day', created_at) = $1",
    ],
    ['account_group + 0 = 3', 'require-partition-keys | created_at | credit', 'no-wrapped-partition-key | account_group | account_group + 0 = 3'],
    ["account_group = 3 AND created_at::date = '2025-06-11'", "no-wrapped-partition-key | created_at | created_at::date = '2025-06-11'"],
    // leaves of one key, groups of the other
    [
      "account_group IN (3, 4) AND created_at >= '2025-01-01'",
      'no-group-fanout? | account_group | account_group IN (3, 4)',
      "no-leaf-fanout | created_at | created_at >= '2025-01-01'",
    ],
    ['account_group > 3', 'require-partition-keys | created_at | credit', 'no-group-fanout | account_group | account_group > 3'],
    [year, 'require-partition-keys | account_group | credit'],
    ['account_group = 3', 'require-partition-keys | created_at | credit'],
    // a leaf alone is no finding, though its key is wrapped
    [`account_group = 3 AND ${year} AND created_at::date = '2025-06-11'`],
    [`account_group = 3 AND ${year}`],
  ];
  test.each(table)('%s', async (where, ...findings) => {
    expect(outline(await checkSql(database, `SELECT * FROM credit WHERE ${where}`))).toEqual(findings);
  });
});

test('several references of one table have findings of their own', async () => {
  const sql = `SELECT * FROM credit a JOIN credit b ON b.entry_id = a.entry_id AND b.account_group = a.account_group, credit "C"
WHERE a.account_group = 3 AND a.created_at >= '2025-01-01' AND a.created_at < '2026-01-01' AND "C".created_at = $1`;
  const checked = await checkSql(database, sql);
  expect(outline(checked)).toEqual(['require-partition-keys | created_at | credit b', 'require-partition-keys | account_group | credit "C"']);
  expect(checked.findings.map(({ evidence }) => evidence.reference)).toEqual([1, 2]);
  expect(checked.statement.tables.map(({ alias, leaves }) => [alias, leaves.planned])).toEqual([
    ['a', 1],
    ['b', 5],
    ['C', 14],
  ]);
});

describe('a finding', () => {
  const sql = "SELECT *\n  FROM debit\n WHERE account_group = 3\n   AND created_at::date =\n       '2025-06-11'";

  test('stands where the statement stands in its file', async () => {
    const { findings } = await checkSql(database, sql, { line: 12, column: 5 });
    expect(findings).toMatchObject([{ path: 'queries/q.sql', line: 15, column: 8, endLine: 16, endColumn: 20 }]);
  });

  test('in the first line counts the column that the statement begins in', async () => {
    const { findings } = await checkSql(database, "SELECT '🐘' FROM debit WHERE account_group = 3", { line: 12, column: 5 });
    expect(findings).toMatchObject([{ line: 12, column: 22, endLine: 12, endColumn: 27 }]);
  });

  test('on a captured statement stands at its record, and underlines the statement', async () => {
    const checked = await checkSql(database, sql, { line: 12, captured: true });
    expect(checked.findings).toMatchObject([{ line: 12, column: 1, endLine: 12, endColumn: 1 }]);
    expect(outline(checked)).toEqual(["no-wrapped-partition-key | created_at | created_at::date =\n       '2025-06-11'"]);
  });

  test('names the root, the reference and what it reads', async () => {
    const { findings } = await checkSql(database, sql);
    expect(findings).toMatchObject([
      {
        rule: 'no-wrapped-partition-key',
        severity: 'error',
        table: 'public.debit',
        statement: 0,
        suppressed: null,
        evidence: { reference: 0, alias: 'debit', key: 'created_at', binding: 'wrapped', leaves: 5, total: 70 },
      },
    ]);
  });

  test('keeps its fingerprint when the statement moves or is laid out anew, and has another one elsewhere', async () => {
    const fingerprint = async (text: string, line: number) =>
      (await checkSql(database, text, { line })).findings.map((finding) => finding.fingerprint);
    const first = await fingerprint('SELECT * FROM debit', 1);
    expect(new Set(first).size).toBe(2);
    expect(await fingerprint('SELECT *\n  FROM debit', 40)).toEqual(first);
    expect(await fingerprint('SELECT * FROM credit', 1)).not.toContain(first[0]);
  });
});

test('a statement that is seen twice is judged once and reported twice', async () => {
  const sql = 'SELECT * FROM debit WHERE account_group = 3';
  const [one, other] = await checkAll(database, [toStatement(sql), toStatement(sql, { path: 'other.sql', line: 9 })]);
  expect(other?.findings).toMatchObject([{ path: 'other.sql', line: 9 }]);
  expect(one?.findings).toMatchObject([{ path: 'queries/q.sql', line: 1 }]);
});

test('the rules are listed from the most telling on', () => {
  expect(rules.map(({ id }) => id).slice(0, 4)).toEqual(['no-wrapped-partition-key', 'require-partition-keys', 'no-leaf-fanout', 'no-group-fanout']);
});
