import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { KnownParameters } from '../../src/source/statement.ts';
import { checkSql } from '../check-sql.ts';
import { openFiles } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(['fixtures/cases/pruning/ledger.sql', 'fixtures/cases/pruning/ledger.seed.sql']);
});
afterAll(() => database.close());

/** `pass` and `fail` are of the gate; what cannot be judged has its status instead. */
async function gate(sql: string, parameters: KnownParameters | null = null): Promise<string> {
  const { statement, findings } = await checkSql(database, sql, { parameters });
  if (statement.status !== 'analysed') return statement.status;
  return findings.some(({ severity }) => severity === 'error') ? 'fail' : 'pass';
}

const entries = (where: string): string => `SELECT * FROM ledger_entry WHERE ${where}`;

describe('a condition that some value switches off does not bind its key', () => {
  test.each([
    ['(account_group = $1 OR $1 = -1) AND created_at = $2', 'fail'],
    [`($3 = 'all' OR account_group = $1) AND created_at = $2`, 'fail'],
    ['CASE WHEN $3 THEN account_group = $1 ELSE true END AND created_at = $2', 'fail'],
    ['(cardinality($1::int[]) = 0 OR account_group = ANY ($1)) AND created_at = $2', 'fail'],
    [`($1::text = '' OR account_group = $1::int) AND created_at = $2`, 'fail'],
    ['($1 IS NULL OR account_group = $1) AND created_at = $2', 'fail'],
    ['account_group = COALESCE($1, account_group) AND created_at = $2', 'fail'],
    ['account_group = $1 AND created_at >= $2 AND ($3::timestamptz IS NULL OR created_at < $3)', 'fail'],
    ['account_group = $1 AND (created_at >= $2 OR $2 IS NULL) AND created_at < $3', 'fail'],
    ['account_group = $1 AND (NOT $4 OR created_at >= $2) AND created_at < $3', 'fail'],
    ['account_group = $1 AND created_at >= COALESCE($2, created_at) AND created_at < $3', 'fail'],
    [`account_group = $1 AND created_at >= COALESCE($2, '-infinity') AND created_at < COALESCE($3, 'infinity')`, 'fail'],
    [`account_group = $1 AND created_at > CASE WHEN $2::bool THEN $3 ELSE '-infinity'::timestamptz END AND created_at < $4`, 'fail'],
    ['account_group = COALESCE($1, 3) AND created_at = $2', 'pass'],
    ['account_group = $1 AND created_at = $2 AND ($3::text IS NULL OR status = $3)', 'pass'],
    ['account_group = $1 AND created_at = $2 AND (status = $3 OR status = $4)', 'pass'],
    ['account_group = $1 AND created_at = $2 AND amount > COALESCE($3, 0)', 'pass'],
    [`account_group = $1 AND created_at = $2 AND status = CASE WHEN $3 THEN 'a' ELSE 'b' END`, 'pass'],
  ])('%s: %s', async (where, expected) => expect(await gate(entries(where))).toBe(expected));
});

describe('a period counts by the longest that it can be', () => {
  test.each([
    ['account_group = $1 AND created_at < $2', 'fail'],
    ['account_group = $1 AND created_at > $2', 'fail'],
    ['account_group = $1 AND created_at >= $2 AND created_at < now()', 'fail'],
    ['account_group = $1 AND created_at BETWEEN $2 AND now()', 'fail'],
    [`account_group = $1 AND created_at >= $2 AND created_at < $2 + interval '2 years'`, 'fail'],
    [`account_group = $1 AND created_at >= $2 AND created_at < $2 + interval '1 month'`, 'pass'],
    [`account_group = $1 AND created_at > $2 - interval '30 days' AND created_at <= $2`, 'pass'],
    [`account_group = $1 AND created_at >= $2::timestamptz AND created_at < $2::timestamptz + ($3 || ' hours')::interval`, 'pass'],
    ['account_group = $1 AND NOT (created_at < $2 OR created_at >= $3)', 'pass'],
    ['account_group = $1 AND created_at <@ $2::tstzrange', 'pass'],
  ])('%s: %s', async (where, expected) => expect(await gate(entries(where))).toBe(expected));
});

describe('names and types that the text hides are found in the plan', () => {
  test.each([
    ['SELECT * FROM (SELECT account_group AS g, created_at AS t FROM ledger_entry) s WHERE g = $1 AND t >= $2 AND t < $3', 'pass'],
    ['SELECT * FROM (SELECT account_group AS g, created_at AS t FROM ledger_entry) s WHERE g = $1 AND t >= $2', 'fail'],
    ['WITH k AS (SELECT account_group AS g, created_at AS t FROM ledger_entry) SELECT * FROM k WHERE g = $1 AND t >= $2 AND t < $3', 'pass'],
    ['SELECT * FROM ledger_entry AS o (i, a, g, t) WHERE o.g = $1 AND o.t = $2', 'pass'],
    [`SELECT * FROM ledger_entry e (i, a, g, t) WHERE e.g = 3 AND e.t = '2025-06-11 12:00:00+00'`, 'pass'],
    ['SELECT * FROM f_entries($1, $2, $3)', 'pass'],
    [`SELECT * FROM f_entries(3, '2026-01-01', '2026-02-01') a JOIN f_entries(3, '2025-01-01', '2025-02-01') b ON a.id = b.id`, 'pass'],
    [`SELECT * FROM f_entries(99, '2025-01-01', '2025-02-01')`, 'fail'],
    ['PREPARE q (numeric, timestamptz) AS SELECT * FROM ledger_entry WHERE account_group = $1 AND created_at = $2', 'fail'],
    ['PREPARE q (integer, timestamptz) AS SELECT * FROM ledger_entry WHERE account_group = $1 AND created_at = $2', 'pass'],
    ['DECLARE c CURSOR FOR SELECT * FROM ledger_entry WHERE account_group = $1 AND created_at = $2', 'pass'],
    ['CREATE TABLE x AS SELECT * FROM ledger_entry WHERE account_group = $1 AND created_at = $2 WITH NO DATA', 'pass'],
    ['INSERT INTO ledger_entry (id, account_id, account_group, created_at, entry_number, amount) VALUES ($1, $2, $3, $4, $5, $6)', 'pass'],
    [entries('account_group = $1 AND created_at = $2 AND id = $3::text::uuid AND amount = $4::varchar::numeric'), 'pass'],
    [entries(`account_group = $1 AND created_at = $2 AND account_id = ANY (string_to_array($3, ',')::int[])`), 'pass'],
    [entries(`account_group = ANY ('{3,4}'::text::int[]) AND created_at = '2025-06-11 12:00:00+00'`), 'fail'],
    [entries('account_group = $1 AND created_at = to_timestamp($2)'), 'inconclusive'],
    [
      `SELECT ${Array.from({ length: 2500 }, (_, n) => n).join(' + ')} FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
      'pass',
    ],
  ])('%s: %s', async (sql, expected) => expect(await gate(sql)).toBe(expected), 20_000);
});

describe('known values', () => {
  const known = (...values: readonly string[]): KnownParameters => ({
    from: 'captured',
    values: new Map(values.map((value, index) => [index + 1, value])),
    types: new Map(),
  });
  const optional = entries('($1 IS NULL OR account_group = $1) AND created_at = $2');
  test('get the types that a driver would send', async () => expect(await gate(optional, known('3', '2025-06-11 12:00:00+00'))).toBe('pass'));
  test('have to be as many as the parameters', async () => expect(await gate(optional, known('3'))).toBe('failed'));
});
