import { describe, expect, test } from 'vitest';
import { outline } from '../check-sql.ts';
import { useLedger } from './ledger.ts';

const check = useLedger();

const wrapped = async (sql: string): Promise<readonly string[]> =>
  outline(await check(sql))
    .filter((line) => line.startsWith('no-wrapped-partition-key |'))
    .map((line) => line.slice('no-wrapped-partition-key | '.length));

const time = "created_at >= '2025-01-01' AND created_at < '2026-01-01'";

describe('a key is wrapped', () => {
  const table: readonly (readonly [where: string, ...findings: string[]])[] = [
    [`account_group + 0 = 3 AND ${time}`, 'account_group | account_group + 0 = 3'],
    [`abs(account_group) = 3 AND ${time}`, 'account_group | abs(account_group) = 3'],
    [`account_group = 3.0 AND ${time}`, 'account_group | account_group = 3.0'],
    [`account_group = $1::numeric AND ${time}`, 'account_group | account_group = $1::numeric'],
    [`account_group::text = '3' AND ${time}`, "account_group | account_group::text = '3'"],
    [`(account_group = 3) IS TRUE AND ${time}`, 'account_group | (account_group = 3) IS TRUE'],
    [`(account_group = 3 OR amount > 9) AND ${time}`, 'account_group | account_group = 3 OR amount > 9'],
    [`account_group IS NOT DISTINCT FROM 3 AND ${time}`, 'account_group | account_group IS NOT DISTINCT FROM 3'],
    [`account_group = ANY (ARRAY(SELECT 3)) AND ${time}`, 'account_group | account_group = ANY (ARRAY(SELECT 3))'],
    ["account_group = 3 AND created_at::date = '2025-06-11'", "created_at | created_at::date = '2025-06-11'"],
    ["account_group = 3 AND date_trunc('year', created_at) = $1", "created_at | date_trunc('year', created_at) = $1"],
    ['account_group = 3 AND extract(year FROM created_at) = 2025', 'created_at | extract(year FROM created_at) = 2025'],
    ["account_group = 3 AND created_at AT TIME ZONE 'UTC' > $1", "created_at | created_at AT TIME ZONE 'UTC' > $1"],
    ['account_group = 3 AND (created_at, id) < ($1, $2)', 'created_at | (created_at, id) < ($1, $2)'],
    ['account_group = 3 AND to_char(created_at, $1) = $2', 'created_at | to_char(created_at, $1) = $2'],
  ];
  test.each(table)('%s', async (where, ...findings) => expect(await wrapped(`SELECT 1 FROM debit WHERE ${where}`)).toEqual(findings));
});

describe('a key is not wrapped', () => {
  test.each([
    `account_group = 3 AND ${time}`,
    `(account_group, created_at) = (3, $1)`,
    `account_group = ((4000001 - 1) / 2000000) + 1 AND ${time}`,
    `account_group = 3::smallint AND ${time}`,
    `account_group = '3' AND ${time}`,
    // something else constrains it
    `account_group = 3 AND account_group + 0 = 3 AND ${time}`,
    `account_group = 3 AND ${time} AND date_trunc('day', created_at) = $1`,
    // nothing is wrapped, only too much is asked for
    "account_group IN (3, 4) AND created_at > '2025-01-01'",
  ])('%s', async (where) => expect(await wrapped(`SELECT 1 FROM debit WHERE ${where}`)).toEqual([]));

  test.each(["name = 'a'", "name = 'a'::text", "name IN ('a', 'b')", 'name = \'a\' COLLATE "C"'])('%s', async (where) => {
    expect(await wrapped(`SELECT 1 FROM tenant WHERE ${where}`)).toEqual([]);
  });

  test('where no partition holds the values', async () => {
    const sql = 'SELECT 1 FROM debit WHERE account_group = 99 AND created_at = $$2025-06-11$$';
    expect(outline(await check(sql))).toEqual(['no-vacuous-plan |  | account_group = 99']);
  });
});

test('a collation that is not the key’s prunes nothing, whatever the text looks like', async () => {
  expect(await wrapped('SELECT 1 FROM tenant WHERE name = \'a\' COLLATE "POSIX"')).toEqual(['name | name = \'a\' COLLATE "POSIX"']);
});

test('the help is the bare comparison', async () => {
  const { findings } = await check("SELECT 1 FROM debit d WHERE d.account_group + 0 = 3 AND d.created_at::date = '2025-06-11'");
  expect(findings.map(({ help }) => help)).toEqual([
    expect.stringContaining('`d.account_group = …`'),
    expect.stringContaining('`d.created_at >= … AND d.created_at < …`'),
  ]);
});
