import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from './run.ts';

const ledger = resolve(import.meta.dirname, '../../fixtures/ledger');
const schema = ['--schema', join(ledger, 'schema.sql'), '--seed', join(ledger, 'seed.sql')];

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'planlint-explain-'));
  await writeFile(
    join(cwd, 'q.sql'),
    '-- name: One :one\nSELECT *\nFROM credit\nWHERE account_group = 3;\n\n-- name: All :many\nSELECT * FROM debit; SELECT 1;\n',
  );
});
afterEach(() => rm(cwd, { recursive: true }));

const explain = (line: string, given: Parameters<typeof run>[1] = {}): ReturnType<typeof run> =>
  run(['explain', ...line.split(' '), ...schema], { cwd, ...given });

/** The statements that were drawn, by the line that heads them. */
function headings(stdout: string): readonly string[] {
  return stdout.split('\n').filter((line) => /^(?:q\.sql|standard input):\d/.test(line));
}

test.each([
  ['q.sql', ['q.sql:2  One', 'q.sql:7  All', 'q.sql:7']],
  ['q.sql:2', ['q.sql:2  One']],
  ['q.sql:4', ['q.sql:2  One']],
  ['q.sql:7', ['q.sql:7  All', 'q.sql:7']],
  ['q.sql --name All', ['q.sql:7  All']],
  ['q.sql:7 --name All', ['q.sql:7  All']],
])('explain %s draws %j', async (line, expected) => {
  const { code, stdout, stderr } = await explain(line);
  expect([code, stderr]).toEqual([0, '']);
  expect(headings(stdout)).toEqual(expected);
});

test('- reads standard input', async () => {
  const { code, stdout } = await explain('-', { stdin: 'SELECT FROM credit' });
  expect(code).toBe(0);
  expect(headings(stdout)).toEqual(['standard input:1']);
  expect(stdout).toContain('credit  all 70 leaves, missing-key');
});

test('a file with a colon in its name is a file', async () => {
  await writeFile(join(cwd, 'q.sql:2'), 'SELECT FROM debit');
  const { stdout } = await explain('q.sql:2');
  expect(stdout).toContain('debit  all 70 leaves');
});

describe('what cannot be picked', () => {
  test.each([
    ['q.sql:5', 'q.sql:5: no statement there', 'statements begin on lines 2, 7'],
    ['q.sql --name Two', 'no statement is named "Two"', 'there are One, All'],
    ['q.sql:7 --name One', 'no statement is named "One"', 'there is All'],
    ['r.sql', 'r.sql: no such file or folder in ', 'name files, folders, patterns in quotes, or - for standard input'],
  ])('%s', async (line, message, hint) => {
    const { code, stdout, stderr } = await explain(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^planlint: ${message.replace(/[.:]/g, '\\$&')}.*\nhint: ${hint}\n$`));
  });

  test('nothing at all', async () => {
    expect(await run(['explain'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'planlint: no statement to explain\nhint: name a file, file:line, or - for standard input\n',
    });
  });
});

test.each([
  ['SELECT FROM nothing_of_that_name', 2, 'inconclusive: relation "nothing_of_that_name" does not exist'],
  ['SELECT FROM credit WHERE nothing = 1', 2, 'failed: column "nothing" does not exist'],
  ['SET x.y = 1', 2, 'skipped: SET'],
  ['SET x.y = 1; SELECT FROM credit', 0, 'skipped: SET'],
  ['SELECT FROM account', 0, 'It reads no partitioned table.'],
])('%s exits with %i', async (stdin, expected, line) => {
  const { code, stdout, stderr } = await explain('-', { stdin });
  expect([code, stderr]).toEqual([expected, '']);
  expect(stdout).toContain(line);
});

test('as JSON it is a document', async () => {
  const { code, stdout } = await explain('q.sql:2 --format json');
  const { version, statements } = JSON.parse(stdout);
  expect([code, version, statements.length]).toEqual([0, 1, 1]);
  expect(statements[0]).toMatchObject({ name: 'One', line: 2, references: [{ table: 'public.credit', grid: { leaves: 70 } }], tree: { leaves: 5 } });
});

// Without colour, backticks mark what is code.
test('a pipe gets what a terminal of 80 columns shows, without its colours', async () => {
  const bare = (text: string): string => text.replace(/\d\.\d\d s/, '').replaceAll('`', '');
  const [piped, shown] = [await explain('q.sql'), await explain('q.sql', { columns: 80 })];
  expect(shown.stdout).toContain('\u001b[');
  expect(piped.stdout).not.toContain('\u001b[');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what is looked for.
  expect(bare(shown.stdout.replace(/\u001b\[\d+m/g, ''))).toBe(bare(piped.stdout));
});

test('the values of a captured statement are masked unless they are asked for', async () => {
  const sql = "SELECT FROM credit WHERE account_group = 3 AND created_at = $1 AND entry_id = '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00'";
  await writeFile(join(cwd, 'c.jsonl'), `${JSON.stringify({ sql, params: ['2025-05-06 07:08:09+00'] })}\n`);
  for (const format of ['pretty', 'json']) {
    const hidden = await explain(`c.jsonl --format ${format}`);
    expect(hidden.stdout).not.toMatch(/6f1d3c52|05-06|07:08|= 3/);
    const shown = await explain(`c.jsonl --show-values --format ${format}`);
    expect(shown.stdout).toMatch(/2025-05-06 07:08:09/);
  }
});

test('a line of a capture is the line that holds the record, wherever that comes from', async () => {
  const record = (sql: string, line: number): string => JSON.stringify({ sql, file: 'src/a.ts', line });
  await writeFile(
    join(cwd, 'c.jsonl'),
    [record('SELECT FROM credit', 12), record('SELECT FROM debit', 3), record('SELECT FROM credit', 12)].join('\n'),
  );
  const drawn = async (line: string): Promise<string | undefined> => (await explain(line)).stdout.split('\n')[0];
  expect([await drawn('c.jsonl:1'), await drawn('c.jsonl:2'), await drawn('c.jsonl:3')]).toEqual(['src/a.ts:12', 'src/a.ts:3', 'src/a.ts:12']);
  expect((await explain('c.jsonl:12')).stderr).toBe('planlint: c.jsonl:12: no statement there\nhint: statements begin on lines 1, 2, 3\n');
});

test('a wrong flag points at its own help', async () => {
  const { stderr } = await run(['explain', 'q.sql', '--fast'], { cwd });
  expect(stderr).toBe("planlint: unknown option '--fast'\nhint: run planlint explain --help to see what there is\n");
});

test('--analyze counts what was read of what is decided while running', async () => {
  const stdin = 'SELECT count(*) FROM credit WHERE account_group = (SELECT 3) AND created_at = (SELECT max(created_at) FROM ledger_lookup)';
  const planned = await explain('-', { stdin });
  expect(planned.stdout).toMatch(/^credit {2}all 70 leaves, run-only {2,}LIST/m);
  const { code, stdout } = await explain('- --analyze', { stdin });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^credit {2}all 70 leaves, run-only; 1 read when it ran$/m);
});
