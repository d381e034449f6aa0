import { describe, expect, test } from 'vitest';
import { outline } from '../check-sql.ts';
import { useLedger } from './ledger.ts';

const check = useLedger();

const moved = async (sql: string): Promise<readonly string[]> =>
  outline(await check(sql))
    .filter((line) => line.startsWith('no-partition-key-update |'))
    .map((line) => line.slice('no-partition-key-update | '.length));

const row = "account_group = 3 AND created_at = '2025-06-11'";

describe('a key is set', () => {
  const table: readonly (readonly [sql: string, ...findings: string[]])[] = [
    [`UPDATE debit SET created_at = now() WHERE ${row}`, 'created_at | created_at'],
    [`UPDATE debit SET amount = 1, account_group = 4, "created_at" = $1 WHERE ${row}`, 'account_group | account_group', 'created_at | "created_at"'],
    [`UPDATE debit SET (account_group, created_at) = (4, $1) WHERE ${row}`, 'account_group | account_group', 'created_at | created_at'],
    [`UPDATE debit SET (account_group, amount) = (SELECT 4, 5) WHERE ${row}`, 'account_group | account_group'],
    ['UPDATE debit SET created_at = $1 WHERE account_group = $2 AND created_at = $3', 'created_at | created_at'],
    [
      `UPDATE debit d SET created_at = c.created_at FROM credit c WHERE c.id = d.credit_id AND d.account_group = 3 AND d.created_at = $1`,
      'created_at | created_at',
    ],
    [`UPDATE debit_g03 SET created_at = now() WHERE ${row}`, 'created_at | created_at'],
    [`UPDATE debit_g03_2025 SET account_group = 4 WHERE ${row}`, 'account_group | account_group'],
    [`WITH u AS (UPDATE debit SET created_at = now() WHERE ${row} RETURNING id) SELECT * FROM u`, 'created_at | created_at'],
    [
      'INSERT INTO debit VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id, account_group, created_at) DO UPDATE SET created_at = now()',
      'created_at | created_at',
    ],
    [
      `MERGE INTO debit d USING ledger_lookup l ON d.id = $1 AND d.account_group = 3 AND d.created_at = $2 WHEN MATCHED THEN UPDATE SET created_at = l.created_at`,
      'created_at | created_at',
    ],
  ];
  test.each(table)('%s', async (sql, ...findings) => expect(await moved(sql)).toEqual(findings));
});

describe('no row moves', () => {
  test.each([
    `UPDATE debit SET amount = 1 WHERE ${row}`,
    `UPDATE debit SET created_at = created_at WHERE ${row}`,
    `UPDATE debit d SET created_at = d.created_at WHERE ${row}`,
    'UPDATE debit SET account_group = $1, created_at = $2, amount = $3 WHERE id = $4 AND account_group = $1 AND created_at = $2',
    'UPDATE debit SET created_at = $1 WHERE account_group = 3 AND $1 = created_at',
    "UPDATE debit SET account_group = 3 WHERE account_group = 3 AND created_at = '2025-06-11'",
    'INSERT INTO debit VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id, account_group, created_at) DO UPDATE SET created_at = excluded.created_at, amount = 1',
    'INSERT INTO debit (id, account_group, created_at, entry_id, amount) VALUES ($1, $2, $3, $4, $5)',
    'MERGE INTO debit d USING ledger_lookup l ON d.account_group = l.account_group AND d.created_at = l.created_at WHEN MATCHED THEN UPDATE SET created_at = l.created_at',
    'UPDATE ledger_lookup SET created_at = now(), account_group = 4 WHERE entry_number = 7',
    `DELETE FROM debit WHERE ${row}`,
  ])('%s', async (sql) => expect(await moved(sql)).toEqual([]));
});

test('the finding is an error on the root, by the side of others on the same reference', async () => {
  const checked = await check('UPDATE debit d SET created_at = now() WHERE id = $1');
  expect(outline(checked)).toEqual([
    'require-partition-keys | account_group | debit d',
    'require-partition-keys | created_at | debit d',
    'no-partition-key-update | created_at | created_at',
  ]);
  const { severity, table, message, help, evidence } = checked.findings[2] ?? {};
  expect({ severity, table, key: evidence?.key, reference: evidence?.reference }).toEqual({
    severity: 'error',
    table: 'public.debit',
    key: 'created_at',
    reference: 0,
  });
  expect(message).toMatch(/^`debit\.created_at` is a partition key/);
  expect(help).toMatch(/^Leave `created_at` out of the SET/);
});

test('a view is followed to the table that it shows', async () => {
  expect(await moved(`UPDATE entry SET created_at = now() WHERE ${row}`)).toEqual(['created_at | created_at']);
});

test('a statement that is refused has no other finding', async () => {
  expect(outline(await check('UPDATE debit SET created_at = nothing()'))).toEqual(['no-unplannable-statement |  | nothing()']);
});
