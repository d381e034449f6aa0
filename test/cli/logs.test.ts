import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from './run.ts';

const captures = join(import.meta.dirname, '../../fixtures/captures');
const schema = ['--schema', 'schema/schema.sql', '--seed', 'schema/seed.sql'];

test('a server’s log is checked', async () => {
  const { code, stdout } = await run(['check', 'drizzle/server/logall.stderr.log', '--format', 'json', ...schema], { cwd: captures });
  const { statements, summary } = JSON.parse(stdout);
  expect(code).toBe(1);
  expect(summary).toMatchObject({ files: 1, statements: 16, analysed: 16 });
  const balance = statements.find(({ sql }: { sql: string }) => sql.includes('sum('));
  expect(balance).toMatchObject({ captured: true, parameters: 'captured', verdict: 'missing-key', tables: [{ leaves: { planned: 12 } }] });
});

test('a comment that a server logged ignores its own statement, and stands apart from the same without', async () => {
  const sql = 'SELECT 1 FROM ledger_entry WHERE account_group = 1';
  const log = (text: string) => `[1] LOG:  statement: ${text}\n`;
  const why = 'require-partition-keys: the yearly report';
  const stdin = [log(sql), log(`/* planlint-ignore ${why} */ ${sql}`), log(sql), log(`${sql} -- planlint-ignore ${why}`)].join('');
  const { code, stdout } = await run(['check', '-', '--format', 'json', ...schema], { cwd: captures, stdin });
  const { findings, statements, summary } = JSON.parse(stdout);
  expect([code, summary.suppressed, summary.errors]).toEqual([1, 2, 1]);
  const ignored = findings.map(({ suppressed }: { suppressed: { reason: string } | null }) => suppressed?.reason ?? null);
  expect(statements.map(({ calls, line }: { calls: number; line: number }, index: number) => [line, calls, ignored[index]])).toEqual([
    [1, 2, null],
    [2, 1, 'the yearly report'],
    [4, 1, 'the yearly report'],
  ]);
  const lines = ['', `/* planlint-ignore ${why} */ `].map((hint) => JSON.stringify({ sql: `${hint}${sql}`, file: 'a.ts', line: 3 })).join('\n');
  const recorded = JSON.parse((await run(['check', '-', '--format', 'json', ...schema], { cwd: captures, stdin: lines })).stdout);
  expect(recorded.findings.map(({ suppressed }: { suppressed: unknown }) => suppressed !== null)).toEqual([false, true]);
});

test('one of many executions that reads too much is found', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => {
    const to = index === 20 ? '2026-02-01' : '2025-02-01';
    const sql = `SELECT 1 FROM ledger_entry WHERE account_group = 1 AND created_at >= '2025-01-${String(index + 1).padStart(2, '0')}' AND created_at < '${to}'`;
    return `[1] LOG:  statement: ${sql}\n`;
  });
  const { code, stdout } = await run(['check', '-', '--format', 'json', '--show-values', ...schema], { cwd: captures, stdin: lines.join('') });
  const { statements, summary } = JSON.parse(stdout);
  expect([code, summary.statements]).toEqual([1, 1]);
  expect(statements[0]).toMatchObject({ calls: 30, line: 1, verdict: 'multi-leaf', tables: [{ leaves: { planned: 2 } }] });
  expect(statements[0].sql).toContain("'2026-02-01'");
});

test.each([
  ['text', 'Query Text: SELECT amount FROM ledger_entry WHERE id = p_id', 'Append  (cost=0.28..54.73 rows=12 width=6)'],
  ['YAML', 'Query Text: "SELECT amount FROM ledger_entry WHERE id = p_id"', 'Plan:'],
  ['XML', '<explain xmlns="http://www.postgresql.org/2009/explain">', '<Query-Text>SELECT amount FROM ledger_entry WHERE id = p_id</Query-Text>'],
])('what runs inside a function is named and no pass where its plan is logged as %s', async (_, ...plan) => {
  const log = [
    "[1] LOG:  statement: SELECT entry_amount('00000000-0000-4000-8000-000000002402')",
    '[1] LOG:  duration: 0.037 ms  plan:',
    ...plan.map((line) => `\t${line}`),
    '[1] CONTEXT:  SQL statement "SELECT amount FROM ledger_entry WHERE id = p_id"',
    '\tPL/pgSQL function entry_amount(uuid) line 3 at SQL statement',
    '[1] LOG:  statement: SELECT 1 FROM ledger_entry WHERE account_group = 1',
  ];
  const { stdout } = await run(['check', '-', '--format', 'json', ...schema], { cwd: captures, stdin: `${log.join('\n')}\n` });
  const inner = JSON.parse(stdout).statements.find(({ name }: { name: string | null }) => name === 'entry_amount(uuid) line 3');
  expect(inner).toMatchObject({ status: 'inconclusive', line: 2, reason: expect.stringContaining('set auto_explain.log_format = json') });
});

test('the formats are listed, and one that is unknown is an error', async () => {
  const { code, stdout } = await run(['check', '--help-formats']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}postgresql +PostgreSQL stderr$/m);
  const unknown = await run(['check', 'drizzle/app.log', '--format-in', 'postgres', ...schema], { cwd: captures });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('no log format is called postgres');
});

test('the report says what was read of a log', async () => {
  const log = `> npm start\n\nquery: SELECT 1 FROM ledger_entry WHERE id = $1 -- PARAMETERS: ["00000000-0000-4000-8000-000000002402"]\nGET /entries 200\n`;
  const read = (format: string) => run(['check', '-', '--format', format, ...schema], { cwd: captures, stdin: log });
  const [json, pretty] = await Promise.all([read('json'), read('pretty')]);
  expect(JSON.parse(json.stdout).logs).toEqual([{ path: '-', format: 'TypeORM', lines: 4, records: 1, strays: 2 }]);
  expect(pretty.stdout).toMatch(/^standard input {2}TypeORM, 1 record; 2 of 4 lines belong to no statement\n/);
  expect(pretty.stdout).toContain(' in 1 statement (1 log)\n');
});

test('a log of which much belongs to no statement is named on a clean run, too; another is not', async () => {
  const clean = 'query: SELECT 1 AS one\n';
  const read = (stdin: string) => run(['check', '-', ...schema], { cwd: captures, stdin });
  const [much, little] = await Promise.all([read(`> npm start\nready\n${clean}`), read(`> npm start\n${clean.repeat(20)}`)]);
  expect([much.code, little.code]).toEqual([0, 0]);
  expect(much.stdout).toContain('standard input  TypeORM, 1 record; 2 of 3 lines belong to no statement\n');
  expect(little.stdout).not.toContain('belong to no statement');
});

test('statements of two libraries in one log are all judged', async () => {
  const stdin = 'query: SELECT 1 AS one\nExecuting (default): SELECT amount FROM ledger_entry WHERE amount = 5;\nquery: SELECT 2 AS two\n';
  const { code, stdout } = await run(['check', '-', '--format', 'json', ...schema], { cwd: captures, stdin });
  expect(code).toBe(1);
  expect(JSON.parse(stdout).logs).toEqual([{ path: '-', format: 'TypeORM and Sequelize', lines: 3, records: 3, strays: 0 }]);
});
