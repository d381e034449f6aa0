import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { checkSql } from '../check-sql.ts';
import { openFiles } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(['fixtures/cases/pruning/ledger.sql', 'fixtures/cases/pruning/ledger.seed.sql']);
});
afterAll(() => database.close());

/** Each reference with the piece of the statement that names it, the leaves it reads, and the bindings of its keys with their origins. */
async function read(sql: string): Promise<readonly string[]> {
  const { statement } = await checkSql(database, sql);
  expect(statement).toMatchObject({ status: 'analysed', reason: null });
  return statement.tables.map(({ alias, leaves, keys, line, column }) => {
    expect([line, column].map(Number).every((place) => place > 0)).toBe(true);
    const bindings = keys.map(
      ({ column: key, binding, origin }) =>
        `${key === 'created_at' ? 't' : 'g'}=${binding}${origin === null || origin === 'where' ? '' : `@${origin}`}`,
    );
    return `${alias} ${leaves.planned} ${bindings.sort().join(' ')}`.trim();
  });
}

const one = "account_group = 3 AND created_at = '2025-06-11'";
const leaf = 'g=equality t=equality';
const group = 'g=equality t=missing';
const all = 'g=missing t=missing';

type Table = readonly (readonly [sql: string, ...references: string[]])[];

describe('two references of one table and alias are told apart', () => {
  const table: Table = [
    [`SELECT * FROM credit WHERE ${one} UNION ALL SELECT * FROM credit WHERE account_group = 4`, `credit 1 ${leaf}`, `credit 7 ${group}`],
    [`SELECT * FROM credit WHERE account_group = 4 UNION ALL SELECT * FROM credit WHERE ${one}`, `credit 7 ${group}`, `credit 1 ${leaf}`],
    [`SELECT * FROM credit c WHERE account_group = 3 AND EXISTS (SELECT FROM credit c WHERE ${one})`, `c 7 ${group}`, `c 1 ${leaf}`],
    [
      `SELECT (SELECT max(amount) FROM credit WHERE account_group = 3), (SELECT max(amount) FROM credit WHERE ${one})`,
      `credit 7 ${group}`,
      `credit 1 ${leaf}`,
    ],
    [`INSERT INTO credit SELECT * FROM credit WHERE ${one}`, 'credit 0', `credit 1 ${leaf}`],
    [
      `UPDATE credit SET amount = 1 FROM credit c WHERE c.id = credit.id AND c.account_group = 3 AND c.created_at = $1 AND credit.account_group = 3`,
      `credit 7 ${group}`,
      `c 1 ${leaf}`,
    ],
  ];
  test.each(table)('%s', async (sql, ...references) => expect(await read(sql)).toEqual(references));
});

describe('an alias may look like those that PostgreSQL numbers', () => {
  const table: Table = [
    ['SELECT * FROM credit c, credit c_1 WHERE c.account_group = 3 AND c.created_at = $1 AND c_1.account_group = 4', `c 1 ${leaf}`, `c_1 7 ${group}`],
    ['SELECT * FROM credit c_1, credit c WHERE c.account_group = 3 AND c.created_at = $1 AND c_1.account_group = 4', `c_1 7 ${group}`, `c 1 ${leaf}`],
    [
      'SELECT * FROM credit c, debit c_1 WHERE c.account_group = 3 AND c_1.account_group = 4 AND c_1.created_at = $1',
      `c 7 ${group}`,
      `c_1 1 ${leaf}`,
    ],
  ];
  test.each(table)('%s', async (sql, ...references) => expect(await read(sql)).toEqual(references));
});

describe('a common table is one reference', () => {
  const table: Table = [
    [`WITH w AS (SELECT * FROM credit) SELECT * FROM w WHERE ${one}`, `credit 1 ${leaf}`],
    [`WITH w AS (SELECT * FROM credit) SELECT * FROM w a, w b WHERE a.account_group = 3 AND b.account_group = 4`, `credit 70 ${all}`],
    // inlined twice: what any of the two lacks
    [
      `WITH w AS NOT MATERIALIZED (SELECT * FROM credit) SELECT * FROM w a, w b WHERE a.account_group = 3 AND a.created_at = $1 AND b.account_group = 4`,
      `credit 8 ${group}`,
    ],
    [
      `WITH RECURSIVE r AS (SELECT * FROM credit WHERE ${one} UNION ALL SELECT c.* FROM credit c JOIN r ON r.id = c.ledger_entry_id) SELECT * FROM r`,
      `credit 1 ${leaf}`,
      `c 70 ${all}`,
    ],
  ];
  test.each(table)('%s', async (sql, ...references) => expect(await read(sql)).toEqual(references));
});

describe('views and functions are looked into', () => {
  const table: Table = [
    [`SELECT * FROM v_entry WHERE ${one}`, `ledger_entry 1 ${leaf}`],
    ['SELECT * FROM v_entry_g3 WHERE created_at = $1', 'ledger_entry 1 g=equality@view t=equality'],
    [
      'SELECT * FROM v_entry a, v_entry b WHERE a.account_group = 3 AND a.created_at = $1 AND b.account_group = 4',
      `ledger_entry 1 ${leaf}`,
      `ledger_entry 7 ${group}`,
    ],
    [
      'SELECT * FROM v_entry, ledger_entry e WHERE v_entry.account_group = 3 AND v_entry.created_at = $1 AND e.account_group = 4',
      `ledger_entry 1 ${leaf}`,
      `e 7 ${group}`,
    ],
    ['SELECT * FROM v_moves WHERE account_group = 3', `credit 7 ${group}`, `debit 7 ${group}`],
    ['SELECT * FROM v_entry_bal WHERE account_group = 3', `ledger_entry 7 ${group}`],
    ["SELECT * FROM f_entries(3, '2025-01-01', '2026-01-01') a", 'ledger_entry 1 g=equality@function t=range@function'],
  ];
  test.each(table)('%s', async (sql, ...references) => expect(await read(sql)).toEqual(references));
});

describe('what constrains a key reaches it through a join', () => {
  const where = "c.account_group = 3 AND c.created_at = '2025-06-11'";
  const joined = 'g=equality@join t=equality@join';
  const table: Table = [
    [
      `SELECT * FROM credit c JOIN debit d ON d.account_group = c.account_group AND d.created_at = c.created_at WHERE ${where}`,
      `c 1 ${leaf}`,
      `d 1 ${joined}`,
    ],
    [
      `SELECT * FROM credit c LEFT JOIN debit d ON d.account_group = c.account_group AND d.created_at = c.created_at WHERE ${where}`,
      `c 1 ${leaf}`,
      `d 1 ${joined}`,
    ],
    [`SELECT * FROM credit c NATURAL JOIN debit d WHERE ${where}`, `c 1 ${leaf}`, `d 1 ${joined}`],
    [`SELECT * FROM credit c JOIN debit d USING (account_group, created_at) WHERE ${where}`, `c 1 ${leaf}`, `d 1 ${joined}`],
    [
      `SELECT * FROM credit c WHERE ${where} AND EXISTS (SELECT FROM debit d WHERE d.account_group = c.account_group AND d.created_at = c.created_at)`,
      `c 1 ${leaf}`,
      `d 1 ${joined}`,
    ],
    [
      `MERGE INTO credit c USING debit d ON d.account_group = c.account_group AND d.created_at = c.created_at AND ${where} WHEN MATCHED THEN DELETE`,
      `c 1 ${leaf}`,
      `d 1 ${joined}`,
    ],
    [`SELECT * FROM credit c JOIN debit d ON d.account_group = c.account_group WHERE ${where}`, `c 1 ${leaf}`, 'd 7 g=equality@join t=missing'],
    [
      "SELECT * FROM credit c JOIN debit d ON d.account_group = c.account_group AND d.created_at = c.created_at WHERE c.account_group = 3 AND c.created_at >= '2025-01-01' AND c.created_at < '2026-01-01'",
      'c 1 g=equality t=range',
      'd 7 g=equality@join t=missing',
    ],
  ];
  test.each(table)('%s', async (sql, ...references) => expect(await read(sql)).toEqual(references));
});

describe('a group or a leaf that is named holds its keys', () => {
  const table: Table = [
    ['SELECT * FROM credit_g03 WHERE created_at = $1', 'credit_g03 1 g=bound t=equality'],
    ['SELECT * FROM credit_g03', 'credit_g03 7 g=bound t=missing'],
    ['SELECT * FROM credit_g04_y2025 x', 'x 1 g=bound t=bound'],
    ['DELETE FROM credit_g03 WHERE created_at = $1', 'credit_g03 1 g=bound t=equality'],
  ];
  test.each(table)('%s', async (sql, ...references) => expect(await read(sql)).toEqual(references));

  test('and the report names both it and its root', async () => {
    const { statement } = await checkSql(database, 'SELECT * FROM credit_g03 WHERE created_at = $1');
    expect(statement.tables).toMatchObject([
      { table: 'public.credit', named: 'public.credit_g03', leaves: { total: 70, byGroup: { credit_g03: 1 } }, pruned: { plan: 6, start: 0 } },
    ]);
  });
});

describe('what is not read is no reference', () => {
  const table: Table = [
    [
      `SELECT c.* FROM credit c LEFT JOIN debit d ON d.id = c.id AND d.account_group = c.account_group AND d.created_at = c.created_at WHERE c.${one.replace(' created', ' c.created')}`,
      `c 1 ${leaf}`,
    ],
    ['SELECT * FROM account'],
    ['SELECT 1'],
    ['INSERT INTO ledger_lookup VALUES (1, now(), 2, 3)'],
  ];
  test.each(table)('%s', async (sql, ...references) => expect(await read(sql)).toEqual(references));
});

test('pruning at start is counted apart from pruning at plan time', async () => {
  const { statement } = await checkSql(database, "SELECT * FROM credit WHERE account_group = 3 AND created_at = '2025-06-11'::timestamp");
  expect(statement).toMatchObject({ verdict: 'start-only', tables: [{ leaves: { planned: 1 }, pruned: { plan: 63, start: 6 } }] });
});

test('min and max read each leaf once, however often the plan has it', async () => {
  expect(await read('SELECT min(created_at), max(created_at) FROM credit WHERE account_group = 3')).toEqual([`credit 7 ${group}`]);
});
