import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
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

const check = (line: string, given: { stdin?: string; columns?: number; env?: Record<string, string>; isTyped?: boolean } = {}) =>
  run(['check', ...line.split(' ').filter((word) => word !== ''), ...schema], { cwd, ...given });

describe('planlint check', () => {
  test('ends with 0 and one line where all is well', async () => {
    const { code, stdout, stderr } = await check('good.sql');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✔ 1 statement, it reads one leaf per group · PostgreSQL 18\.\d+ embedded · \d+\.\d+ s\n$/);
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

  test('says that it waits for what is typed, and to nobody else', async () => {
    const line = 'planlint: reading standard input; Ctrl-D ends it\n';
    expect((await check('-', { stdin: good, columns: 80, isTyped: true })).stderr).toContain(line);
    expect((await check('-', { stdin: good, columns: 80 })).stderr).not.toContain(line);
    expect((await check('-', { stdin: good, isTyped: true })).stderr).toBe('');
    expect((await check('good.sql', { columns: 80, isTyped: true })).stderr).not.toContain(line);
  });

  test('writes JSON to stdout, or to a file and then nothing to stdout', async () => {
    const shown = await check('bad.sql --format json');
    expect(shown.code).toBe(1);
    expect(JSON.parse(shown.stdout)).toMatchObject({ version: 1, summary: { statements: 1, analysed: 1 } });
    expect(await check('bad.sql -f json -o out/report.json')).toEqual({ code: 1, stdout: '', stderr: '' });
    expect(await readFile(join(cwd, 'out/report.json'), 'utf8')).toBe(shown.stdout);
  });

  test('writes to stdout where the output file is -', async () => {
    const { code, stdout } = await check('bad.sql -o - --format json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout).version).toBe(1);
    expect(await readdir(cwd)).not.toContain('-');
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

  test('says so where nothing was checked, though that was to be expected', async () => {
    await writeFile(join(cwd, 'empty.sql'), '-- nothing yet\n');
    for (const path of ['empty.sql', '-']) {
      const { code, stdout } = await check(`${path} --no-error-on-unmatched-pattern`);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Nothing was checked: no statement in 1 file\n/);
    }
    await writeFile(join(cwd, 'set.sql'), 'SET work_mem = 4;');
    expect(await check('set.sql')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Nothing was checked: the only statement is skipped\n/) });
  });
});

describe('where no statement could be judged', () => {
  const notice = 'planlint: no statement could be judged\nhint: is --schema the schema that these queries run on?\n';

  test.each(['', ' --fail-on-inconclusive', ' --format json'])('planlint check%s writes its report, and ends with 2', async (flags) => {
    await writeFile(join(cwd, 'other.sql'), 'SET work_mem = 4; SELECT id FROM another_schema;');
    const { code, stdout, stderr } = await check(`other.sql${flags}`);
    expect([code, stderr]).toEqual([2, notice]);
    expect(stdout).toContain('another_schema');
  });

  test('one that is judged, or an error, is an answer', async () => {
    await writeFile(join(cwd, 'other.sql'), 'SELECT id FROM another_schema;');
    await writeFile(join(cwd, 'failed.sql'), 'SELECT nothing FROM ledger_entry;');
    expect(await check('other.sql good.sql')).toMatchObject({ code: 0, stderr: '' });
    expect(await check('other.sql failed.sql')).toMatchObject({ code: 1, stderr: '' });
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

  test.each([
    ['empty.sql', 'planlint: no statement in 1 file\nhint: name files that hold statements; --no-error-on-unmatched-pattern lets them be empty\n'],
    [
      'empty.sql empty.jsonl -',
      'planlint: no statement in 3 files\nhint: name files that hold statements; --no-error-on-unmatched-pattern lets them be empty\n',
    ],
    [
      '-',
      'planlint: standard input holds no statement\nhint: look at the command that writes to it; --no-error-on-unmatched-pattern lets it be empty\n',
    ],
  ])('is to check %s, where no statement is', async (paths, message) => {
    await writeFile(join(cwd, 'empty.sql'), '-- nothing yet\n');
    await writeFile(join(cwd, 'empty.jsonl'), '\n');
    expect(await check(paths)).toEqual({ code: 2, stdout: '', stderr: message });
    expect((await check(`good.sql ${paths}`)).code).toBe(0);
  });

  test('is to write the report over what it reads', async () => {
    await mkdir(join(cwd, 'queries/more'), { recursive: true });
    await mkdir(join(cwd, 'schema'));
    const files = {
      'queries/a.sql': good,
      'queries/more/b.sql': good,
      'schema/1.sql': 'CREATE TABLE t (id int);',
      'seed.sql': 'SELECT 1;',
      'app.jsonl': '{"sql": "SELECT 1"}',
    };
    for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, path), text);
    await symlink('queries/a.sql', join(cwd, 'link.txt'));
    await link(join(cwd, 'seed.sql'), join(cwd, 'twin.txt'));
    const line = 'check queries app.* --schema schema --seed seed.sql -o';
    const outputs = [
      ...Object.keys(files),
      './queries/../queries/a.sql',
      'link.txt',
      'twin.txt',
      'queries/new.sql',
      'queries/more/new.jsonl',
      join(cwd, 'schema/2.SQL'),
    ];
    for (const output of outputs) {
      const { code, stdout, stderr } = await run([...line.split(' '), output], { cwd });
      expect([output, code, stdout]).toEqual([output, 2, '']);
      expect(stderr).toMatch(/^planlint: the report cannot be written to .*: (?:it is the input|the files in) .*\nhint: name another file .*\n$/);
    }
    for (const [path, text] of Object.entries(files)) expect(await readFile(join(cwd, path), 'utf8')).toBe(text);
    expect(await readdir(join(cwd, 'queries'))).toEqual(['a.sql', 'more']);
    for (const output of ['queries/report.txt', 'queriesnew.sql', 'new.sql']) expect((await check(`queries -o ${output}`)).code).toBe(0);
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
