import { describe, expect, test } from 'vitest';
import { outline } from '../check-sql.ts';
import { useLedger } from './ledger.ts';

const check = useLedger();

describe('a statement that PostgreSQL refuses', () => {
  test.each([
    ['SELEC 1', '42601', 'SELEC'],
    ['SELECT 1 FROM debit WHERE account_group = 3 FROM', '42601', 'FROM'],
    ['SELECT amuont FROM debit', '42703', 'amuont'],
    ["SELECT '🐘', d.amuont FROM debit d", '42703', 'd.amuont'],
    ['SELECT x.id FROM debit d', '42P01', null],
    ['SELECT amount FROM debit WHERE amount = ANY (3)', '42809', null],
    ['SELECT nothing(1) FROM debit', '42883', 'nothing(1)'],
    ['SELECT id, sum(amount) FROM debit', '42803', 'id'],
    ['INSERT INTO debit (id, id) VALUES ($1, $2)', '42701', 'id'],
    ["SELECT 1 FROM debit WHERE account_group = 'x'", '22P02', "'x'"],
  ])('%s', async (sql, sqlstate, at) => {
    const checked = await check(sql);
    if (sqlstate === '42P01') {
      expect(checked.statement.status).toBe('inconclusive');
      return;
    }
    expect(checked.statement).toMatchObject({ status: 'failed', verdict: null, tables: [] });
    expect(checked.findings).toMatchObject([{ rule: 'no-unplannable-statement', severity: 'error', table: null, evidence: { sqlstate } }]);
    expect(checked.findings[0]?.message).toContain(`(SQLSTATE ${sqlstate})`);
    if (at !== null) expect(outline(checked)).toEqual([`no-unplannable-statement |  | ${at}`]);
  });

  test('stands in the line that the server points at', async () => {
    const { findings } = await check('SELECT id\n  FROM debit\n WHERE acount_group = 3', { line: 10, column: 3 });
    expect(findings).toMatchObject([{ line: 12, column: 8, endLine: 12, endColumn: 20 }]);
  });

  test('inside EXPLAIN and PREPARE, where it stands in the file', async () => {
    expect(outline(await check('EXPLAIN (ANALYZE)\nSELECT amuont FROM debit'))).toEqual(['no-unplannable-statement |  | amuont']);
    expect(outline(await check('PREPARE p (int) AS SELECT amuont FROM debit WHERE account_group = $1'))).toEqual([
      'no-unplannable-statement |  | amuont',
    ]);
  });

  test('with parameters too', async () => {
    expect(outline(await check('SELECT amuont FROM debit WHERE account_group = $1'))).toEqual(['no-unplannable-statement |  | amuont']);
  });
});

describe('placeholders of a driver are told apart', () => {
  test.each([
    'SELECT 1 FROM debit WHERE id = ?',
    'SELECT 1 FROM debit WHERE id = ? AND account_group = ?',
    'SELECT 1 FROM debit WHERE id IN (?, ?)',
    'INSERT INTO debit (id, amount) VALUES (?, ?)',
    'SELECT 1 FROM debit WHERE id = :id',
    'SELECT 1 FROM debit WHERE id = :id AND account_group = :group',
    'SELECT 1 FROM debit LIMIT ?',
  ])('%s', async (sql) => {
    const { findings } = await check(sql);
    expect(findings).toMatchObject([{ rule: 'no-unplannable-statement', evidence: { sqlstate: '42601' } }]);
    expect(findings[0]?.help).toContain('`$1`');
  });

  test.each(['SELEC 1', 'SELECT 1 FROM debit WHERE', "SELECT '?' FROM FROM debit"])('%s has none', async (sql) => {
    const { findings } = await check(sql);
    expect(findings[0]?.help).not.toContain('`$1`');
  });
});

describe('what says nothing of the statement is no finding', () => {
  test.each([
    ['SELECT 1 FROM nowhere', 'inconclusive'],
    ['SELECT 1 FROM nowhere.debit', 'inconclusive'],
    ['CREATE TEMP TABLE t (k integer)', 'skipped'],
    ['VACUUM debit', 'skipped'],
    ['TRUNCATE debit', 'skipped'],
  ])('%s', async (sql, status) => {
    const checked = await check(sql);
    expect(checked.statement).toMatchObject({ status, verdict: null });
    expect(checked.statement.reason).not.toBe('');
    expect(checked.findings).toEqual([]);
  });
});
