import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command, Database } from '../../src/database/database.ts';
import type { KnownParameters } from '../../src/source/statement.ts';
import type { GenericReading } from '../../src/verdict.ts';
import { checkSql } from '../check-sql.ts';
import { ledgerFiles, majors, openFiles, openWith } from '../open-schema.ts';

const leaf = 'account_group = $1 AND created_at >= $2 AND created_at < $3';
const year = ['3', '2025-01-01', '2026-01-01'];

function given(values: readonly (string | null)[], types: readonly string[] = []): KnownParameters {
  const numbered = <Value>(list: readonly Value[]) => new Map(list.map((value, index) => [index + 1, value]));
  return { from: 'given', values: numbered(values), types: numbered(types) };
}

/** Each reference: its alias, the leaves its custom plan reads, and planned, start and locked of the generic one. */
async function read(database: Database, sql: string, parameters: KnownParameters | null): Promise<readonly unknown[]> {
  const { statement } = await checkSql(database, sql, { parameters });
  expect(statement).toMatchObject({ status: 'analysed', reason: null });
  return statement.tables.map(({ alias, leaves, generic }) => [alias, leaves.planned, ...(generic === null ? [null] : toNumbers(generic))]);
}

function toNumbers({ planned, start, locked }: GenericReading): readonly number[] {
  return [planned, start, locked];
}

type Row = [sql: string, values: readonly (string | null)[], ...references: (readonly [alias: string, ...leaves: (number | null)[]])[]];

const table: readonly Row[] = [
  [`SELECT 1 FROM debit WHERE ${leaf}`, year, ['debit', 1, 1, 69, 70]],
  [`UPDATE debit SET amount = 1 WHERE ${leaf}`, year, ['debit', 1, 1, 69, 70]],
  [`DELETE FROM debit WHERE ${leaf}`, year, ['debit', 1, 1, 69, 70]],
  [`WITH d AS (DELETE FROM debit WHERE ${leaf} RETURNING *) SELECT * FROM d`, year, ['debit', 1, 1, 69, 70]],
  // what a constant prunes is not locked
  ["SELECT 1 FROM debit WHERE account_group = $1 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'", ['3'], ['debit', 1, 1, 13, 14]],
  ['SELECT 1 FROM debit_g03 WHERE created_at = $1', ['2025-06-11'], ['debit_g03', 1, 1, 4, 5]],
  ['SELECT 1 FROM debit WHERE account_group = ANY ($1) AND created_at = $2', ['{3}', '2025-06-11'], ['debit', 1, 14, 56, 70]],
  ['SELECT 1 FROM debit WHERE account_group IN ($1, $2) AND created_at = $3', ['3', '3', '2025-06-11'], ['debit', 1, 1, 69, 70]],
  ['SELECT 1 FROM debit WHERE account_group = COALESCE($1, account_group) AND created_at = $2', ['3', '2025-06-11'], ['debit', 1, 14, 56, 70]],
  ['SELECT 1 FROM debit WHERE ($1::integer IS NULL OR account_group = $1) AND created_at = $2', ['3', '2025-06-11'], ['debit', 1, 14, 56, 70]],
  [
    `SELECT 1 FROM ledger_entry e JOIN debit d ON d.account_group = e.account_group AND d.created_at = e.created_at
      WHERE e.account_group = $1 AND e.created_at = $2`,
    ['3', '2025-06-11'],
    ['e', 1, 1, 69, 70],
    ['d', 1, 1, 69, 70],
  ],
  // one Append has the leaves of both
  [
    'SELECT 1 FROM debit WHERE account_group = $1 AND created_at = $2 UNION ALL SELECT 1 FROM credit WHERE account_group = $1 AND created_at = $2',
    ['3', '2025-06-11'],
    ['debit', 1, 1, 69, 70],
    ['credit', 1, 1, 69, 70],
  ],
  // a custom plan that reads nothing
  ['SELECT 1 FROM debit WHERE $1 IS NULL AND account_group = $2 AND created_at = $3', ['a', '3', '2025-06-11'], ['debit', 0, null]],
  // a type that does not follow from the statement
  [
    'SELECT 1 FROM debit WHERE ($1 IS NULL OR amount > 0) AND account_group = $2 AND created_at = $3',
    ['a', '3', '2025-06-11'],
    ['debit', 1, 1, 69, 70],
  ],
  ['INSERT INTO note (id, at) VALUES ($1, $2)', ['1', '2025-06-11']],
  ["SELECT 1 FROM debit WHERE account_group = 3 AND created_at = '2025-06-11'", [], ['debit', 1, null]],
];

describe.each(majors)('on PostgreSQL %i', (major) => {
  let database: Database;
  beforeAll(async () => {
    database = await openWith(ledgerFiles, 'CREATE TABLE note (id integer, at timestamptz)', { major });
  });
  afterAll(() => database.close());

  test.each<Row>(table)('%s', async (sql, values, ...references) => {
    expect(await read(database, sql, values.length === 0 ? null : given(values))).toEqual(references);
  });

  /** Leaves of a table that the second run of a command in one transaction locks: nothing is planned any more then. */
  const countLocks = async (run: string, ...before: readonly string[]): Promise<unknown> => {
    const texts = [...before, 'SAVEPOINT run', run, 'ROLLBACK TO SAVEPOINT run', run, locksQuery];
    const trial = await database.attempt(texts.map((text) => ({ text })));
    return 'refusal' in trial ? trial.refusal : trial.rows.at(-1)?.[0]?.['locked'];
  };

  test.each([
    [`SELECT 1 FROM debit WHERE ${leaf}`, 70],
    [`UPDATE debit SET amount = 1 WHERE ${leaf}`, 70],
    [`DELETE FROM debit WHERE ${leaf}`, 70],
    ["SELECT 1 FROM debit WHERE account_group = $1 AND created_at >= '2025-01-01' AND created_at < '2026-01-01' AND $2 < $3", 14],
  ])('%s: as many leaves are locked as is said', async (sql, locked) => {
    const types = '(integer, timestamptz, timestamptz)';
    const values = year.map((value) => `'${value}'`);
    const prepare = [`PREPARE planlint ${types} AS ${sql}`, 'SET LOCAL plan_cache_mode = force_generic_plan'];
    expect(await countLocks(`EXPLAIN EXECUTE planlint (${values})`, ...prepare)).toBe(locked);
    const { statement } = await checkSql(database, sql, { parameters: given(year, ['integer', 'timestamptz', 'timestamptz']) });
    expect(statement.tables[0]?.generic).toMatchObject({ planned: 1, locked });
  });

  test('one literal locks one leaf', async () => {
    const where = "account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'";
    expect(await countLocks(`EXPLAIN SELECT 1 FROM debit WHERE ${where}`)).toBe(1);
    expect(await countLocks(`EXPLAIN UPDATE debit SET amount = 1 WHERE ${where}`)).toBe(1);
  });
});

/** Functions that look through a partition tree would lock it themselves. */
const locksQuery = `SELECT count(DISTINCT l.relation)::integer AS locked FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
  WHERE l.pid = pg_backend_pid() AND c.relkind = 'r' AND c.relispartition`;

describe('a generic plan', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openFiles([...ledgerFiles, 'fixtures/shapes/trees.sql']);
  });
  afterAll(() => database.close());

  /** Runs a check and gives the statement, and the EXPLAIN EXECUTEs that were sent of it. */
  const record = async (sql: string, parameters: KnownParameters | null) => {
    const sent: Command[] = [];
    const attempt: Database['attempt'] = (commands) => {
      // A rewritten statement is planned in its turn.
      if (commands[0]?.text.endsWith(` AS ${sql}`)) sent.push(...commands);
      return database.attempt(commands);
    };
    const checked = await checkSql({ ...database, attempt }, sql, { parameters });
    return { ...checked, generic: sent.filter(({ text }) => text.includes('EXECUTE planlint')) };
  };

  test.each([
    [`SELECT 1 FROM debit WHERE ${leaf}`, 1],
    ['SELECT 1 FROM debit WHERE ($1::integer IS NULL OR account_group = $1) AND created_at = $2', 2],
    ['SELECT 1 FROM debit WHERE account_group = COALESCE($1, account_group) AND created_at = $2', 2],
    ['SELECT 1 FROM ledger_lookup WHERE entry_number = $1', 0],
    ["SELECT 1 FROM debit WHERE account_group = 3 AND created_at = '2025-06-11'", 0],
  ])('is made once for the same values, and only where it says something: %s', async (sql, times) => {
    const { statement, generic } = await record(sql, null);
    expect(statement).toMatchObject({ status: 'analysed', reason: null });
    expect(generic).toHaveLength(times);
    expect(new Set(generic.map(({ text }) => text)).size).toBe(times);
  });

  test('that PostgreSQL does not make is no reason against the statement', async () => {
    const refused = { refusal: { sqlstate: 'XX000', message: 'no', offset: null } };
    const attempt: Database['attempt'] = async (commands) =>
      commands.some(({ text }) => text.includes('EXECUTE planlint')) ? refused : database.attempt(commands);
    const { statement, findings } = await checkSql({ ...database, attempt }, `SELECT 1 FROM debit WHERE ${leaf}`, { parameters: given(year) });
    expect(statement).toMatchObject({ status: 'analysed', verdict: 'ok', tables: [{ generic: null }] });
    expect(findings).toEqual([]);
  });

  test.each([
    'UPDATE far SET v = $2 WHERE k = $1',
    'DELETE FROM far WHERE k = $1 AND v = $2',
    'WITH gone AS (DELETE FROM far WHERE k = $1 AND v = $2 RETURNING k) SELECT * FROM gone',
    'UPDATE far SET v = 1 WHERE k = COALESCE($1, k) AND v = $2',
  ])('is not asked for where it can crash the server: %s', async (sql) => {
    for (const parameters of [given(['1', '2']), null]) expect(await record(sql, parameters)).toMatchObject({ generic: [] });
  });

  test('of a SELECT of foreign leaves is made', async () => {
    const { statement, generic } = await record('SELECT 1 FROM far WHERE k = $1', given(['2']));
    expect(statement.tables[0]?.generic).toMatchObject({ planned: 1, start: 2, locked: 3 });
    expect(generic).toHaveLength(1);
  });
});
