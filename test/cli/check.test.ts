import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from './run.ts';

const ledger = resolve(import.meta.dirname, '../../fixtures/ledger');
const schema = ['--schema', join(ledger, 'schema.sql'), '--seed', join(ledger, 'seed.sql')];
const good = "SELECT id FROM ledger_entry WHERE account_group = 7 AND created_at >= '2025-03-01' AND created_at < '2025-04-01';\n";
const bad = "SELECT id FROM ledger_entry WHERE created_at = '2025-03-01';\n";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'planlint-check-'));
  await writeFile(join(cwd, 'good.sql'), good);
  await writeFile(join(cwd, 'bad.sql'), bad);
});
afterEach(() => rm(cwd, { recursive: true }));

const check = (line: string, given: { stdin?: string; columns?: number; env?: Record<string, string> } = {}) =>
  run(['check', ...line.split(' ').filter((word) => word !== ''), ...schema], { cwd, ...given });

describe('planlint check', () => {
  test('ends with 0 and one line where all is well', async () => {
    const { code, stdout, stderr } = await check('good.sql');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✔ 1 statement, it reads one leaf per group · PostgreSQL 18\.\d+ embedded · \d+\.\d\d s\n$/);
  });

  test('ends with 1 and shows what it found', async () => {
    const { code, stdout, stderr } = await check('good.sql bad.sql');
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^bad\.sql\n\n {2}1:1\n {7}1 │ SELECT id FROM ledger_entry WHERE/);
    expect(stdout).toMatch(/^ {9}│ +~+$/m);
    expect(stdout).toMatch(/ in 2 statements \(2 files\)\n2 judged · coverage 100 %\nPostgreSQL 18/);
  });

  test('colours on a terminal, and not where NO_COLOR is set', async () => {
    expect((await check('bad.sql', { columns: 100 })).stdout).toContain('\u001b[');
    expect((await check('bad.sql', { columns: 100, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b[');
    expect((await check('bad.sql -f json --color', { columns: 100 })).stdout).not.toContain('\u001b[');
  });

  test('reads standard input', async () => {
    const { code, stdout } = await check('-', { stdin: bad });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^standard input\n\n {2}1:1\n/);
  });

  test('writes JSON to stdout, or to a file and then nothing to stdout', async () => {
    const shown = await check('bad.sql --format json');
    expect(shown.code).toBe(1);
    expect(JSON.parse(shown.stdout)).toMatchObject({ version: 1, summary: { statements: 1, analysed: 1 } });
    expect(await check('bad.sql -f json -o out/report.json')).toEqual({ code: 1, stdout: '', stderr: '' });
    expect(await readFile(join(cwd, 'out/report.json'), 'utf8')).toBe(shown.stdout);
  });

  test('writes the pretty report to a file without colour, and one line to stdout', async () => {
    const { code, stdout } = await check('bad.sql -o report.txt --color', { columns: 200 });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\d errors? in 1 statement \(1 file\), written to report\.txt\n$/);
    expect(await readFile(join(cwd, 'report.txt'), 'utf8')).toMatch(/^bad\.sql\n/);
  });

  test('masks the values of captured statements unless they are asked for', async () => {
    await writeFile(join(cwd, 'app.jsonl'), `${JSON.stringify({ sql: "SELECT id FROM ledger_entry WHERE status = 'a secret'" })}\n`);
    expect((await check('app.jsonl')).stdout).not.toContain('a secret');
    expect((await check('app.jsonl --show-values')).stdout).toContain('a secret');
  });

  test('never passes in silence what could not be judged', async () => {
    await writeFile(join(cwd, 'temporary.sql'), 'SELECT id FROM made_at_run_time;');
    const { code, stdout } = await check('good.sql temporary.sql --fail-on-inconclusive');
    expect(code).toBe(1);
    expect(stdout).not.toContain('✔');
  });

  test('says so where nothing was checked', async () => {
    await writeFile(join(cwd, 'empty.sql'), '-- nothing yet\n');
    const { code, stdout } = await check('empty.sql');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Nothing was checked: no statement in 1 file\n/);
  });
});

describe('what planlint check cannot do', () => {
  test.each(['missing.sql', '*.sqlx', 'empty'])('is to check %s, which matches no file', async (path) => {
    await mkdir(join(cwd, 'empty'));
    const { code, stdout, stderr } = await check(path);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^planlint: .*\nhint: .*\n$/);
    expect((await check(`good.sql ${path} --no-error-on-unmatched-pattern`)).code).toBe(0);
  });

  test('is to read SQL that does not lex', async () => {
    await writeFile(join(cwd, 'open.sql'), "SELECT 'open");
    const { code, stdout, stderr } = await check('open.sql -o report.txt');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^planlint: open\.sql:1:8: .*\n[\s\S]*\nhint: .*\n$/);
    expect(await readdir(cwd)).not.toContain('report.txt');
  });

  test('is to load a schema that PostgreSQL refuses', async () => {
    await writeFile(join(cwd, 'schema.sql'), 'CREATE TABLE a (id int);\nCREATE TABLE b (id int REFERENCES nowhere (id));\n');
    const { code, stdout, stderr } = await run(['check', 'good.sql', '--schema', 'schema.sql', '-o', 'report.txt'], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^planlint: schema\.sql:2.* relation "nowhere" does not exist\n/);
    expect(await readdir(cwd)).not.toContain('report.txt');
  });

  test('is to do two things wrong at once: the sources are told of first', async () => {
    const { code, stderr } = await run(['check', 'missing.sql', '--schema', 'nowhere.sql'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^planlint: missing\.sql: .*\nhint: .*\n$/);
  });

  test('is to write where it may not', async () => {
    const { code, stdout, stderr } = await check('good.sql -o bad.sql/report.txt');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^planlint: the report cannot be written to .*bad\.sql\/report\.txt: a part of the path is not a folder\nhint: .*\n$/);
  });

  test('is to use programs that are not there', async () => {
    const { code, stdout, stderr } = await check('good.sql --pg-bin nowhere');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^planlint: .*nowhere.*\nhint: .*\n$/);
  });
});
