import { describe, expect, test } from 'vitest';
import { outline } from '../check-sql.ts';
import { useLedger } from './ledger.ts';

const check = useLedger();

const missing = async (sql: string): Promise<readonly string[]> =>
  outline(await check(sql))
    .filter((line) => line.startsWith('require-partition-keys |'))
    .map((line) => line.slice('require-partition-keys | '.length));

describe('a key is missing', () => {
  const table: readonly (readonly [sql: string, ...findings: string[]])[] = [
    ['SELECT 1 FROM debit WHERE account_group = 3', 'created_at | debit'],
    ['SELECT 1 FROM public.debit AS d WHERE d.created_at = $1', 'account_group | public.debit AS d'],
    ['SELECT 1 FROM debit_g03 WHERE entry_id = $1', 'created_at | debit_g03'],
    ['SELECT 1 FROM debit WHERE account_group = 3 AND created_at IS NOT NULL', 'created_at | created_at IS NOT NULL'],
    // of a join's other side: a period does not travel, an equality does
    [
      "SELECT 1 FROM debit d JOIN credit c ON c.id = d.credit_id AND c.account_group = d.account_group AND c.created_at = d.created_at WHERE d.account_group = 3 AND d.created_at >= '2025-01-01' AND d.created_at < '2026-01-01'",
      'created_at | c.created_at = d.created_at',
    ],
    [
      'SELECT 1 FROM debit d LEFT JOIN credit c USING (id) WHERE d.account_group = 3 AND d.created_at = $1',
      'account_group | credit c',
      'created_at | credit c',
    ],
    // in a sub-select, an arm, a common table
    [
      'SELECT 1 FROM debit d WHERE d.account_group = 3 AND d.created_at = $1 AND EXISTS (SELECT FROM credit c WHERE c.id = d.credit_id)',
      'account_group | credit c',
      'created_at | credit c',
    ],
    ['SELECT 1 FROM debit WHERE account_group = 3 AND created_at = $1 UNION ALL SELECT 1 FROM credit WHERE account_group = 3', 'created_at | credit'],
    [
      'WITH w AS MATERIALIZED (SELECT * FROM debit) SELECT 1 FROM w WHERE account_group = 3 AND created_at = $1',
      'account_group | w AS MATERIALIZED',
      'created_at | w AS MATERIALIZED',
    ],
    // outside of what fences it
    ['SELECT 1 FROM (SELECT * FROM debit LIMIT 9) s WHERE account_group = 3 AND created_at = $1', 'account_group | LIMIT 9', 'created_at | LIMIT 9'],
    // where rows are written
    ["UPDATE ledger_entry e SET status = 'x' WHERE id = $1", 'account_group | ledger_entry e', 'created_at | ledger_entry e'],
    ['DELETE FROM debit WHERE id = $1 AND account_group = 3', 'created_at | debit'],
    [
      'DELETE FROM debit USING credit c WHERE c.id = debit.credit_id AND c.account_group = 3 AND c.created_at = $1',
      'account_group | debit',
      'created_at | debit',
    ],
    ['MERGE INTO debit d USING ledger_lookup l ON d.id = $1 WHEN MATCHED THEN DELETE', 'account_group | debit d', 'created_at | debit d'],
    ['INSERT INTO debit SELECT * FROM debit d WHERE d.account_group = 3', 'created_at | debit d'],
    // through a view or a function
    ['SELECT 1 FROM entry e WHERE account_group = 3', 'created_at | entry e'],
    ['SELECT 1 FROM entry_3', 'created_at | entry_3'],
    ['SELECT 1 FROM entries_of(3) AS e', 'created_at | entries_of(3)'],
    // where the seeded schema is too small to show it
    ['SELECT 1 FROM small WHERE v = 1', 'k | small'],
  ];
  test.each(table)('%s', async (sql, ...findings) => {
    const found = await missing(sql);
    // How much of a function's call is underlined is not this rule's.
    expect(found.map((line) => line.replace(/ AS e$/, ''))).toEqual(findings);
  });
});

describe('no key is missing', () => {
  test.each([
    'SELECT 1 FROM debit WHERE account_group = 3 AND created_at = $1',
    'SELECT 1 FROM debit d JOIN credit c ON c.id = d.credit_id AND c.account_group = d.account_group AND c.created_at = d.created_at WHERE d.account_group = 3 AND d.created_at = $1',
    'SELECT 1 FROM entry_3 WHERE created_at = $1',
    'SELECT 1 FROM debit_g03_2025',
    'INSERT INTO debit VALUES ($1, $2, $3, $4, $5, $6)',
    'SELECT 1 FROM ledger_lookup',
    'SELECT 1 FROM small_1',
    'SELECT 1 FROM small WHERE k = 1',
    // another rule's
    'SELECT 1 FROM debit WHERE account_group > 3 AND created_at::date = $1',
  ])('%s', async (sql) => expect(await missing(sql)).toEqual([]));
});

describe('the help', () => {
  const help = async (sql: string): Promise<readonly string[]> =>
    (await check(sql)).findings.filter(({ rule }) => rule === 'require-partition-keys').map((finding) => finding.help);

  test('is the condition to write, with the alias: a list key equals something, a range key lies between two ends', async () => {
    const [group, time] = await help('SELECT 1 FROM debit d');
    expect(group).toContain('`d.account_group = …`');
    expect(time).toContain('`d.created_at >= … AND d.created_at < …`');
  });

  test('is the join that an equality of the other table travels through', async () => {
    const [group, time] = await help(
      "SELECT 1 FROM debit d JOIN credit c ON c.id = d.credit_id WHERE d.account_group = 3 AND d.created_at >= '2025-01-01' AND d.created_at < '2026-01-01'",
    );
    expect(group).toContain('`c.account_group = d.account_group`');
    expect(time).toContain('`c.created_at >= … AND c.created_at < …`');
  });

  test('is about the view where the table is inside one', async () => {
    expect(await help('SELECT 1 FROM entry_3')).toEqual([expect.stringContaining('view')]);
  });

  test('asks an UPDATE or DELETE for the row’s own value', async () => {
    for (const sql of [
      "UPDATE ledger_entry e SET status = 'x' WHERE id = $1 AND account_group = 3",
      'DELETE FROM ledger_entry e WHERE account_group = 3',
    ]) {
      expect(await help(sql)).toEqual([expect.stringContaining('`e.created_at = …`')]);
    }
  });

  test('does not compare a column with itself where two queries use one alias', async () => {
    const sql = 'SELECT 1 FROM credit c WHERE c.account_group = 3 AND c.created_at = $1 AND EXISTS (SELECT FROM debit c WHERE c.entry_id = $2)';
    for (const text of await help(sql)) expect(text).not.toMatch(/`c\.(\w+) = c\.\1`/);
  });

  test('begins with a verb and ends with a full stop', async () => {
    for (const text of await help('SELECT 1 FROM debit, entry')) expect(text).toMatch(/^[A-Z][a-z]+ .*\.$/s);
  });
});

test('the message says what is read, and which key is missing', async () => {
  const { findings } = await check('SELECT 1 FROM debit d WHERE account_group = 3');
  expect(findings[0]?.message).toMatch(/^`debit d` reads 5 leaves in .*; `created_at` is not constrained/);
});

test('the message names the view a table is reached through', async () => {
  const { findings } = await check('SELECT 1 FROM entry_3 e');
  expect(findings[0]?.message).toMatch(/^`ledger_entry` \(through entry_3\) reads 5 leaves/);
});
