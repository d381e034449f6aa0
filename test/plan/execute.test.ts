import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { Database } from '../../src/database/database.ts';
import { lint } from '../../src/lint.ts';
import type { Report } from '../../src/report/report.ts';
import { toStatement } from '../check-sql.ts';
import { ledgerFiles, majors, openWith } from '../open-schema.ts';

const ddl = `
  CREATE TABLE note (id integer, at timestamptz);
  INSERT INTO note VALUES (1, '2025-06-11');
  CREATE TABLE mark (id serial, note text);
  CREATE SEQUENCE numbers;
  CREATE FUNCTION mark() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN INSERT INTO mark (note) VALUES (''ran''); RETURN true; END';
  ANALYZE note;
`;

const byRun = 'account_group = 3 AND created_at = (SELECT max(at) FROM note)';

/** What is read of the five leaves of a group; `null` where the statement was not executed. */
const table: readonly (readonly [sql: string, executed: number | null])[] = [
  [`SELECT 1 FROM debit WHERE ${byRun}`, 1],
  ['SELECT 1 FROM debit WHERE account_group = $1 AND created_at = (SELECT max(at) FROM note)', 1],
  ['SELECT 1 FROM debit WHERE account_group = 3 AND created_at = (SELECT max(at) FROM note WHERE id = 9)', 0],
  ['SELECT 1 FROM debit WHERE account_group = 3 AND created_at >= (SELECT max(at) FROM note)', 3],
  ['SELECT 1 FROM note n JOIN debit d ON d.account_group = 3 AND d.created_at = n.at', 1],
  [`UPDATE debit SET amount = amount + 1 WHERE ${byRun}`, 1],
  [`DELETE FROM debit WHERE ${byRun}`, 1],
  [`WITH gone AS (DELETE FROM debit WHERE ${byRun} RETURNING id) SELECT * FROM gone`, 1],
  [`INSERT INTO mark (note) SELECT 'copied' FROM generate_series(1, 3) WHERE NOT EXISTS (SELECT FROM debit WHERE ${byRun} AND amount < 0)`, 1],
  ['MERGE INTO debit d USING note n ON d.account_group = 3 AND d.created_at = n.at WHEN MATCHED THEN UPDATE SET amount = 0', 1],
  // what is known before needs no proof
  ["SELECT 1 FROM debit WHERE account_group = 3 AND created_at = '2025-06-11'", null],
  ['SELECT 1 FROM debit WHERE account_group = 3', null],
  // what writes in a SELECT, or locks, or is no statement of its own
  [`SELECT mark() FROM debit WHERE ${byRun} OR mark()`, null],
  [`SELECT nextval('numbers'), (SELECT count(*) FROM debit WHERE ${byRun})`, null],
  [`SELECT 1 FROM debit WHERE ${byRun} FOR UPDATE`, null],
  [`CREATE TABLE copy AS SELECT * FROM debit WHERE ${byRun}`, null],
  [`DECLARE c CURSOR FOR SELECT * FROM debit WHERE ${byRun}`, null],
  [`SELECT pg_sleep(60), count(*) FROM debit WHERE ${byRun}`, null],
];

describe.each(majors)('on PostgreSQL %i', (major) => {
  let database: Database;
  let before: unknown;
  let [planned, executed]: (Report | undefined)[] = [];
  const run = (analyze: boolean): Promise<Report> => {
    const statements = table.map(([sql]) => toStatement(sql));
    return lint({ files: 1, statements }, database, { rules, showValues: true, onProgress: () => {}, analyze });
  };
  const state = () =>
    database.query(`SELECT (SELECT md5(string_agg(d::text, ',' ORDER BY id)) FROM debit d) AS debits, (SELECT json_agg(n) FROM note n) AS notes,
      (SELECT count(*)::integer FROM mark) AS marks, (SELECT is_called FROM numbers) AS numbers, to_regclass('copy') AS copy`);
  beforeAll(async () => {
    const settings = { enable_hashjoin: 'off', enable_mergejoin: 'off', statement_timeout: '2s' };
    database = await openWith(ledgerFiles, ddl, { major, settings });
    before = await state();
    planned = await run(false);
    expect(await database.query('SELECT is_called FROM mark_id_seq')).toEqual([{ is_called: false }]);
    executed = await run(true);
  });
  afterAll(() => database.close());

  test.each(table)('%s', (sql, count) => {
    const index = table.findIndex(([other]) => other === sql);
    const [without, statement] = [planned, executed].map((report) => report?.statements[index]);
    const reference = statement?.tables.find(({ table: name }) => name === 'public.debit');
    expect(reference).toMatchObject({ executed: count, executedWith: count === null ? null : sql.includes('$1') ? 'sampled' : 'none' });
    expect(without).toMatchObject({ status: 'analysed', tables: without?.tables.map(() => ({ executed: null, executedWith: null })) });
    expect(statement?.verdict).toBe(without?.verdict);
  });

  test('what was executed turns no error into a pass, and is told', () => {
    const rulesOf = (report: Report | undefined) => report?.findings.map(({ rule, severity, statement }) => [rule, severity, statement]);
    expect(rulesOf(executed)).toEqual(rulesOf(planned));
    const told = executed?.findings.filter(({ statement }) => statement < 2);
    expect(told?.map(({ message, evidence }) => [message.replace(/;.*/s, ''), evidence.executed])).toEqual([
      ['`debit` reads 5 leaves in 1 group (executed: 1 of 5 was read)', 1],
      ['`debit` reads 5 leaves in 1 group (executed with sampled values: 1 of 5 was read)', 1],
    ]);
  });

  test('what stands in the schema is not executed', async () => {
    const standing = { edits: [[]], searchPath: null, unread: null, isView: false };
    const statements = [toStatement(`DELETE FROM debit WHERE ${byRun}`, { standing })];
    const report = await lint({ files: 1, statements }, database, { rules, showValues: true, onProgress: () => {}, analyze: true });
    expect(report.statements).toMatchObject([{ status: 'analysed', tables: [{ verdict: 'run-only', executed: null }] }]);
  });

  test('nothing stays behind', async () => expect(await state()).toEqual(before));
});
