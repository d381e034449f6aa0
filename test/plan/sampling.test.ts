import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Statement } from '../../src/source/statement.ts';
import type { Verdict } from '../../src/verdict.ts';
import { checkSql } from '../check-sql.ts';
import { openFiles, openWith } from '../open-schema.ts';

/** Leaves of one day, one number, one hour: what is drawn for one end must not leave them by the other. */
const narrow = `
  CREATE TABLE daily (d date, v integer) PARTITION BY RANGE (d);
  CREATE TABLE hourly (t timestamp, v integer) PARTITION BY RANGE (t);
  CREATE TABLE numbered (k integer, v integer) PARTITION BY RANGE (k);
  DO $$ BEGIN
    FOR n IN 1..9 LOOP
      EXECUTE format('CREATE TABLE daily_%s PARTITION OF daily FOR VALUES FROM (%L) TO (%L)', n, date '2025-06-01' + n, date '2025-06-02' + n);
      EXECUTE format('CREATE TABLE hourly_%s PARTITION OF hourly FOR VALUES FROM (%L) TO (%L)', n, timestamp '2025-06-01' + n * interval '1 hour', timestamp '2025-06-01 01:00' + n * interval '1 hour');
      EXECUTE format('CREATE TABLE numbered_%s PARTITION OF numbered FOR VALUES FROM (%s) TO (%s)', n, n, n + 1);
    END LOOP;
  END $$;
  CREATE TABLE far (t timestamptz, v integer) PARTITION BY RANGE (t);
  CREATE TABLE far_1 PARTITION OF far FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE far_2 PARTITION OF far FOR VALUES FROM ('2026-01-01') TO ('294276-01-01');
`;

let database: Database;
let narrowDatabase: Database;
beforeAll(async () => {
  database = await openFiles(['fixtures/cases/pruning/ledger.sql', 'fixtures/cases/pruning/ledger.seed.sql']);
  narrowDatabase = await openWith([], narrow);
});
afterAll(async () => {
  await database.close();
  await narrowDatabase.close();
});

const verdictOf = async (sql: string, on = database) => {
  const { statement } = await checkSql(on, sql);
  expect(statement).toMatchObject({ status: 'analysed', parameters: 'sampled' });
  return statement.verdict;
};

describe('without values', () => {
  const table: readonly (readonly [where: string, verdict: Verdict])[] = [
    ['account_group = $1 AND created_at = $2', 'ok'],
    ['$1 = account_group AND $2 = created_at', 'ok'],
    ['account_group = $1 AND created_at >= $2 AND created_at < $3 LIMIT $4 OFFSET $5', 'ok'],
    ['account_group = $1 AND created_at BETWEEN $2 AND $3', 'ok'],
    ['(account_group, created_at) = ($1, $2)', 'ok'],
    ['account_group = ANY ($1) AND created_at = $2', 'ok'],
    ['account_group = $1 AND created_at = $2 AND amount > $3 AND id <> ALL ($4)', 'ok'],
    ["account_group = $1 AND created_at >= $2 AND created_at < $2 + interval '1 day'", 'start-only'],
    ['account_group = $1::text::integer AND created_at = $2::text::timestamptz', 'start-only'],
    ['account_group = $1 AND created_at >= $2::date AND created_at < $2::date + 1', 'start-only'],
    // a bound without its other half is tried in the first and the last leaf
    ['account_group = $1 AND created_at >= $2', 'multi-leaf'],
    ['account_group = $1 AND created_at < $2', 'multi-leaf'],
    ['account_group > $1 AND created_at = $2', 'multi-group'],
    // a filter that can be off counts as off
    ['($1::integer IS NULL OR account_group = $1) AND created_at = $2', 'missing-key'],
    ['account_group = COALESCE($1, account_group) AND created_at = $2', 'missing-key'],
    ['account_group = $1 AND ($2::timestamptz IS NULL OR created_at = $2)', 'missing-key'],
    ['account_group = $1 AND created_at = $2 AND ($3::numeric IS NULL OR amount = $3)', 'ok'],
    ['account_group = $1 AND date_trunc($2, created_at) = $3', 'missing-key'],
    ['id = $1', 'missing-key'],
    ['account_group = $1', 'missing-key'],
  ];
  test.each(table)('%s: %s', async (where, verdict) => expect(await verdictOf(`SELECT 1 FROM credit WHERE ${where}`)).toBe(verdict));
});

describe('the statement’s own constants are honoured', () => {
  test.each<readonly [string, Verdict]>([
    ["account_group = $1 AND created_at >= '2029-01-01' AND created_at < $2", 'ok'],
    ['account_group = 7 AND created_at = $1', 'ok'],
    ["account_group = $1 AND created_at >= '2024-01-01' AND created_at < '2025-01-01'", 'ok'],
    ["account_group = $1 AND created_at > '2022-01-01' AND created_at < '2030-01-01'", 'multi-leaf'],
  ])('%s: %s', async (where, verdict) => expect(await verdictOf(`SELECT 1 FROM credit WHERE ${where}`)).toBe(verdict));
});

describe('in leaves of one step', () => {
  test.each<readonly [string, string, Verdict]>([
    ['daily', 'd = $1', 'ok'],
    ['daily', 'd >= $1 AND d < $2', 'ok'],
    ['daily', 'd BETWEEN $1 AND $2', 'ok'],
    ['daily', 'd >= $1 AND d < $1 + 1', 'ok'],
    ['daily', 'd > $1 AND d <= $2', 'multi-leaf'],
    ['hourly', 't >= $1 AND t < $2', 'ok'],
    ['hourly', "t >= date_trunc('hour', $1::timestamp) AND t < date_trunc('hour', $1::timestamp) + interval '1 hour'", 'ok'],
    ['numbered', 'k = $1', 'ok'],
    ['numbered', 'k >= $1 AND k < $2', 'ok'],
    ['far', 't = $1', 'ok'],
    ['far', 't >= $1 AND t < $2', 'ok'],
  ])('%s: %s is %s', async (table, where, verdict) => {
    expect(await verdictOf(`SELECT 1 FROM ${table} WHERE ${where}`, narrowDatabase)).toBe(verdict);
  });
});

describe('through views and functions', () => {
  test.each<readonly [string, Verdict]>([
    ['SELECT 1 FROM v_entry WHERE account_group = $1 AND created_at = $2', 'ok'],
    ['SELECT 1 FROM v_entry_2025 WHERE account_group = $1 AND day = $2', 'ok'],
    ['SELECT 1 FROM v_moves WHERE account_group = $1 AND created_at = $2', 'ok'],
    ['SELECT 1 FROM v_moves WHERE account_group = $1', 'missing-key'],
    ['SELECT 1 FROM f_entries($1, $2, $3)', 'ok'],
    ['WITH w AS (SELECT account_group AS g, created_at AS t FROM credit) SELECT 1 FROM w WHERE g = $1 AND t = $2', 'ok'],
  ])('%s is %s', async (sql, verdict) => expect(await verdictOf(sql)).toBe(verdict));
});

describe('what no sample reaches stays open', () => {
  test.each([
    'account_group = $1 AND created_at = to_timestamp($2)',
    "account_group = ($1::jsonb->>'group')::integer AND created_at = $2",
    'account_group = 99 AND created_at = $1',
    'account_group = $1 AND created_at = $2 AND false',
  ])('%s', async (where) => {
    const { statement, findings } = await checkSql(database, `SELECT 1 FROM credit WHERE ${where}`);
    expect(statement).toMatchObject({ status: 'inconclusive', parameters: 'sampled' });
    expect(statement.reason).toMatch(/sample|planlint-params/);
    expect(findings).toEqual([]);
  });
});

describe('values that are known', () => {
  const known = (values: Readonly<Record<number, string | null>>, types: Readonly<Record<number, string>> = {}): Partial<Statement> => {
    const toMap = <Value>(of: Readonly<Record<number, Value>>) => new Map(Object.entries(of).map(([number, value]) => [Number(number), value]));
    return { parameters: { from: 'given', values: toMap(values), types: toMap(types) } };
  };

  test('are bound, and nothing is sampled', async () => {
    const { statement } = await checkSql(
      database,
      'SELECT 1 FROM credit WHERE account_group = $1 AND created_at >= $2',
      known({ 1: '3', 2: '2029-06-01' }),
    );
    expect(statement).toMatchObject({ verdict: 'ok', parameters: 'given', tables: [{ leaves: { byGroup: { credit_g03: 1 } } }] });
  });

  test('in part are kept, and the rest is sampled', async () => {
    const { statement } = await checkSql(database, 'SELECT 1 FROM credit WHERE account_group = $1 AND created_at = $2', known({ 1: '9' }));
    expect(statement).toMatchObject({ verdict: 'ok', parameters: 'sampled', tables: [{ leaves: { byGroup: { credit_g09: 1 } } }] });
  });

  test('have their types: a numeric hides an integer key', async () => {
    const sql = 'SELECT 1 FROM credit WHERE account_group = $1 AND created_at = $2';
    const at = '2025-06-11 12:00:00+00';
    const verdicts = await Promise.all(
      [{}, { 1: 'int8' }, { 1: 'numeric' }].map(async (types) => (await checkSql(database, sql, known({ 1: '3', 2: at }, types))).statement.verdict),
    );
    expect(verdicts).toEqual(['ok', 'ok', 'missing-key']);
  });

  test('can be NULL', async () => {
    const sql = 'SELECT 1 FROM credit WHERE ($1::integer IS NULL OR account_group = $1) AND created_at = $2';
    expect((await checkSql(database, sql, known({ 1: null, 2: '2025-06-11' }))).statement.verdict).toBe('missing-key');
    expect((await checkSql(database, sql, known({ 1: '3', 2: '2025-06-11' }))).statement.verdict).toBe('ok');
  });

  test('that do not fit are the server’s to refuse', async () => {
    const { statement } = await checkSql(
      database,
      'SELECT 1 FROM credit WHERE account_group = $1 AND created_at = $2',
      known({ 1: 'x', 2: '2025-06-11' }),
    );
    expect(statement.status).not.toBe('analysed');
    expect(statement.reason).toContain('integer');
  });
});
