import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { checkSql } from '../check-sql.ts';
import { ledgerFiles, openFiles } from '../open-schema.ts';

let databases: readonly Database[] = [];
beforeAll(async () => {
  databases = await Promise.all([15, 18].map((major) => openFiles(ledgerFiles, { major })));
});
afterAll(() => Promise.all(databases.map((database) => database.close())));

/** The rules and fingerprints of a statement's findings, which both majors give alike. */
async function printsOf(sql: string, captured = false): Promise<readonly string[]> {
  const [old, fresh] = await Promise.all(
    databases.map(async (database) =>
      (await checkSql(database, sql, { captured })).findings.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`),
    ),
  );
  expect(old).toEqual(fresh);
  expect(old).not.toEqual([]);
  return old ?? [];
}

const year = "created_at >= '2025-01-01' AND created_at < '2026-01-01'";

describe('PostgreSQL 15 and 18 give the same', () => {
  test.each([
    'SELECT * FROM debit',
    "SELECT * FROM ledger_entry WHERE account_group = 3 AND date(created_at) = '2025-06-11'",
    `SELECT * FROM credit c JOIN ledger_entry e ON e.id = c.entry_id WHERE c.account_group = 3 AND ${year.replaceAll('created_at', 'c.created_at')}`,
    `WITH w AS MATERIALIZED (SELECT * FROM debit) SELECT * FROM w WHERE account_group = 3 AND ${year}`,
    "SELECT * FROM credit WHERE account_group IN (3, 4) AND created_at >= '2025-01-01'",
    "SELECT * FROM debit WHERE account_group = 1 AND created_at = '2025-06-11' OR account_group = 2",
    'DELETE FROM debit WHERE account_group = 3',
    'UPDATE debit SET amount = 1 WHERE id = $1',
    'SELECT amuont FROM debit',
    'SELEC 1',
    `SELECT count(*) FROM debit WHERE account_group = (SELECT account_group FROM account WHERE id = $1) AND ${year}`,
  ])('%s', async (sql) => {
    await printsOf(sql);
  });
});

const sql = "SELECT amount FROM debit WHERE account_group = 3 AND date(created_at) = '2025-06-11'";

describe('what is no part of a statement changes nothing', () => {
  test.each([
    ['white space', sql.replaceAll(' ', '\n\t ')],
    ['line ends', sql.replaceAll(' ', '\r\n')],
    ['a comment', sql.replace('WHERE', '/* of one group */ WHERE').replace(/$/, ' -- a day')],
    ['the case of keywords', sql.toLowerCase()],
    ['the case of names', sql.replace('amount', 'AMOUNT').replace('debit', 'Debit')],
  ])('%s', async (_, other) => expect(await printsOf(other)).toEqual(await printsOf(sql)));
});

describe('a literal is part of a statement in a file, and none of one that was captured', () => {
  test.each([
    ['a number', sql.replace('= 3', '= 4'), true],
    ['a text', sql.replace('-11', '-12'), true],
    ['another column', sql.replace('amount', 'id'), false],
    ['another operator', sql.replace('= 3', '<> 3'), false],
  ])('%s', async (_, other, isLiteral) => {
    expect(await printsOf(other)).not.toEqual(await printsOf(sql));
    const [captured, changed] = [await printsOf(sql, true), await printsOf(other, true)];
    if (isLiteral) expect(changed).toEqual(captured);
    else expect(changed).not.toEqual(captured);
  });

  test('the length of a list is none either', async () => {
    const list = (items: string) => `SELECT amount FROM debit WHERE account_group IN (${items})`;
    expect(await printsOf(list('1, 2, 3'), true)).toEqual(await printsOf(list('4, 5'), true));
    expect(await printsOf(list('1, 2, 3'))).not.toEqual(await printsOf(list('1, 2')));
  });
});
