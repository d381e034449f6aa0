import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCluster } from '../server/cluster.ts';
import { run } from './run.ts';

const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'planlint-capture-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that sends what its arguments hold, and then ends as the environment says. */
const program = `
  const pg = require('module').createRequire(${JSON.stringify(import.meta.url)})('pg');
  (async () => {
    const client = new pg.Client(process.env.DATABASE_URL);
    await client.connect();
    for (const argument of process.argv.slice(2)) {
      const [text, ...values] = argument.split(' | ');
      const { rows } = await client.query(values.length > 0 ? { text, values } : text);
      require('fs').appendFileSync('said', JSON.stringify(rows) + '\\n');
    }
    await client.end();
    process.exitCode = Number(process.env.CODE ?? 0);
  })();`;

beforeAll(() => {
  writeFileSync(join(folder, 'app.cjs'), program);
  mkdirSync(join(folder, 'db'));
  writeFileSync(
    join(folder, 'db/schema.sql'),
    `CREATE TABLE event (tenant int NOT NULL, id int NOT NULL, PRIMARY KEY (tenant, id)) PARTITION BY LIST (tenant);
     CREATE TABLE event_1 PARTITION OF event FOR VALUES IN (1);
     CREATE TABLE event_2 PARTITION OF event FOR VALUES IN (2);`,
  );
  writeFileSync(join(folder, 'db/seed.sql'), 'INSERT INTO event SELECT t, n FROM generate_series(1, 2) t, generate_series(1, 50) n;');
});

const schema = ['--schema', 'db/schema.sql', '--seed', 'db/seed.sql'];
const env = { PATH: process.env['PATH'] };
const start = (argv: readonly string[], more: Readonly<Record<string, string>> = {}) => run(argv, { cwd: folder, env: { ...env, ...more } });
const app = (...sent: readonly string[]): readonly string[] => ['--', process.execPath, 'app.cjs', ...sent];
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const lines = (path: string) =>
  read(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const whole = 'SELECT * FROM event WHERE tenant = $1 AND id = $2 | 1 | 7';
const partial = 'SELECT count(*)::int AS n FROM event WHERE id = $1 | 7';

describe('capture', () => {
  test('runs the program on the schema and the seed, and writes what it sends', async () => {
    const { code, stdout, stderr } = await start(['capture', '--out', 'out/q.jsonl', ...schema, ...app(whole, whole, partial)]);
    expect([code, stdout, stderr]).toEqual([0, '', 'planlint: 3 statements captured in out/q.jsonl\n']);
    expect(read('said')).toBe('[{"tenant":1,"id":7}]\n[{"tenant":1,"id":7}]\n[{"n":2}]\n');
    expect(lines('out/q.jsonl')).toMatchObject([
      { sql: 'SELECT * FROM event WHERE tenant = $1 AND id = $2', params: ['1', '7'], calls: 2 },
      { sql: 'SELECT count(*)::int AS n FROM event WHERE id = $1', params: ['7'], calls: 1 },
    ]);
    expect(statSync(join(folder, 'out/q.jsonl')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'out'))).toEqual(['q.jsonl']);
  });

  test('gives each run a schema of its own, which it may write to and drop', async () => {
    rmSync(join(folder, 'said'), { force: true });
    const sent = ['DELETE FROM event', 'DROP TABLE event', 'CREATE ROLE left_over'];
    for (let times = 0; times < 2; times += 1)
      expect((await start(['capture', '--out', 'q.jsonl', ...schema, ...app('SELECT count(*)::int AS n FROM event', ...sent)])).code).toBe(0);
    expect(
      read('said')
        .split('\n')
        .filter((line) => line !== '[]' && line !== ''),
    ).toEqual(['[{"n":100}]', '[{"n":100}]']);
  });

  test('keeps the exit code of the program, and what it sent', async () => {
    expect((await start(['capture', '--out', 'q.jsonl', ...schema, ...app(whole)], { CODE: '7' })).code).toBe(7);
    expect(lines('q.jsonl')).toHaveLength(1);
  });

  test('says so where nothing was sent', async () => {
    const { code, stderr } = await start(['capture', '--out', 'q.jsonl', ...schema, '--', process.execPath, '-e', 'process.exitCode = 3']);
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^planlint: 0 statements captured in q\.jsonl\nhint: it has to find the server in DATABASE_URL/),
    ]);
  });

  test('hands the server over in the variables that programs look in, and in those that are asked for', async () => {
    const names = ['DATABASE_URL', 'PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'PGDATABASE', 'PGSSLMODE', 'PGSERVICE', 'MINE'];
    const print = `require('fs').writeFileSync('env', ${JSON.stringify(names)}.map((name) => process.env[name]).join('\\n'))`;
    await start(['capture', '--out', 'q.jsonl', ...schema, '--env', 'MINE={host}:{port}', '--', process.execPath, '-e', print], {
      PGSERVICE: 'production',
    });
    const [url, host, port, user, password, database, mode, service, mine] = read('env').split('\n');
    expect([host, user, database, mode, service, mine]).toEqual(['127.0.0.1', 'postgres', 'postgres', 'disable', '', `127.0.0.1:${port}`]);
    expect(password).toMatch(/^[0-9a-f]{32}$/);
    expect(url).toBe(`postgresql://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`);
  });

  test('runs a schema command on the server that the program then works on, and each has the variables that are asked for', async () => {
    const make = `${process.execPath} app.cjs "CREATE TABLE made AS SELECT 5 AS id" && test "$MINE" = app`;
    const argv = ['capture', '--out', 'q.jsonl', '--schema-command', make, '--schema-input', 'app.cjs', '--env', 'MINE={database}'];
    rmSync(join(folder, 'said'), { force: true });
    for (let times = 0; times < 2; times += 1) {
      const { code, stderr } = await start([...argv, ...app('SELECT current_database(), id FROM made', 'DROP TABLE made')]);
      expect([code, stderr]).toEqual([0, 'planlint: 2 statements captured in q.jsonl\n']);
    }
    expect(
      read('said')
        .split('\n')
        .filter((line) => line.includes('app')),
    ).toEqual(Array(2).fill('[{"current_database":"app","id":5}]'));
  });

  test.each(['15', '17'])('works on PostgreSQL %s', async (major) => {
    expect((await start(['capture', '--out', 'q.jsonl', '--pg-version', major, ...schema, ...app(whole)])).code).toBe(0);
    expect(lines('q.jsonl')).toMatchObject([{ params: ['1', '7'] }]);
  });

  test('works on a server that is there', async () => {
    const cluster = await startCluster();
    try {
      await cluster.sql(read('db/schema.sql') + read('db/seed.sql'));
      const argv = ['capture', '--out', 'q.jsonl', '--url', cluster.url(), ...app('DELETE FROM event WHERE tenant = $1 | 1')];
      expect(await start(argv)).toMatchObject({ code: 0, stderr: 'planlint: 1 statement captured in q.jsonl\n' });
      expect(await cluster.sql('SELECT count(*)::int AS n FROM event')).toEqual([{ n: 50 }]);
      expect(lines('q.jsonl')).toMatchObject([{ sql: 'DELETE FROM event WHERE tenant = $1', params: ['1'] }]);
    } finally {
      await cluster.remove();
    }
  });
});

describe('run', () => {
  test('names the command, and where it called; and the temporary tables of the program', async () => {
    const json = ['run', '--format', 'json', ...schema];
    const sent = ['CREATE TEMP TABLE scratch (id int)', 'SELECT id FROM scratch', 'SELECT id FROM elsewhere_made'];
    const { stdout } = await start([...json, '--no-call-sites', ...app(partial, ...sent)]);
    const report = JSON.parse(stdout);
    expect(report.findings[0]).toMatchObject({ path: `${process.execPath} app.cjs ${[partial, ...sent].join(' ')}`, line: 1 });
    expect(report.statements.map(({ status, reason }: { status: string; reason: string }) => `${status} ${reason}`).slice(1)).toEqual([
      'skipped CREATE TEMP',
      'inconclusive scratch is a temporary table, which the schema does not make',
      'inconclusive relation "elsewhere_made" does not exist',
    ]);
    expect((await start([...json, '--fail-on-inconclusive', ...app(whole, ...sent.slice(0, 2))])).code).toBe(1);
    const called = JSON.parse((await start([...json, ...app(partial)])).stdout);
    expect(called.findings[0]).toMatchObject({ path: 'app.cjs', line: 8 });
  });

  test('the baseline holds no path of this machine', async () => {
    const argv = ['run', ...schema, '--no-call-sites', '--', process.execPath, join(folder, 'app.cjs'), partial];
    expect((await start([...argv.slice(0, 1), '--update-baseline', ...argv.slice(1)])).code).toBe(0);
    const [entry] = JSON.parse(read('.planlint-baseline.json')).entries;
    expect(entry).toMatchObject({ path: `${basename(process.execPath)} app.cjs ${partial}`, captured: true });
    const held = await start(argv);
    rmSync(join(folder, '.planlint-baseline.json'));
    expect(held).toMatchObject({ code: 0, stdout: expect.stringContaining('by baseline') });
    expect((await start(argv)).code).toBe(1);
  });

  test('what the SQL of the file that called says to planlint is for what it sent', async () => {
    writeFileSync(
      join(folder, 'marked.cjs'),
      `const pg = require('module').createRequire(${JSON.stringify(import.meta.url)})('pg');
      (async () => {
        const client = new pg.Client(process.env.DATABASE_URL);
        await client.connect();
        await client.query(\`/* planlint-ignore require-partition-keys: one id, wherever it is */ SELECT * FROM event WHERE id = 7\`);
        await client.query('SELECT tenant FROM event WHERE id = 7');
        await client.end();
      })();`,
    );
    const { code, stdout } = await start(['run', '--format', 'json', ...schema, '--', process.execPath, 'marked.cjs']);
    const { findings } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(findings).toMatchObject([
      { path: 'marked.cjs', line: 5, rule: 'require-partition-keys', suppressed: { kind: 'ignore', reason: 'one id, wherever it is' } },
      { path: 'marked.cjs', line: 6, rule: 'require-partition-keys', suppressed: null },
    ]);
  });

  const cases: readonly (readonly [name: string, code: string, sent: readonly string[], expected: number, report: RegExp])[] = [
    ['a program that passes and sends what reads one leaf', '0', [whole], 0, /1 statement/],
    ['one that passes and sends what reads them all', '0', [whole, partial], 1, /require-partition-keys|no-leaf-fanout/],
    ['one that fails and sends what reads one leaf', '5', [whole], 5, /1 statement/],
    ['one that fails and sends what reads them all', '5', [partial], 5, /require-partition-keys|no-leaf-fanout/],
  ];
  test.each(cases)('%s', async (_, code, sent, expected, report) => {
    const outcome = await start(['run', ...schema, ...app(...sent)], { CODE: code });
    expect(outcome.stdout).toMatch(report);
    expect(outcome.code).toBe(expected);
  });

  test('a program that sends nothing is no pass, and one that fails without is its own code', async () => {
    const exit = (code: number): readonly string[] => ['run', ...schema, '--', process.execPath, '-e', `process.exitCode = ${code}`];
    expect(await start(exit(0))).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^planlint: the command sent no statement\n/) });
    expect(await start(exit(4))).toMatchObject({ code: 4 });
  });

  test('masks the values in the report, and keeps the capture where it is asked to', async () => {
    const { stdout } = await start(['run', '--out', 'kept.jsonl', '--format', 'json', ...schema, ...app('SELECT * FROM event WHERE id = 4711')]);
    expect(JSON.parse(stdout).statements).toMatchObject([{ path: 'app.cjs', sql: expect.not.stringContaining('4711') }]);
    expect(read('kept.jsonl')).toContain('4711');
  });
});

describe('a mistake of the user', () => {
  test.each([
    ['no command', ['capture', '--out', 'q.jsonl', ...schema], /missing required argument 'command'\nhint: run planlint capture --help/],
    ['no file', ['capture', ...schema, '--', 'true'], /required option '--out <file>'/],
    ['no schema', ['run', '--', 'true'], /no schema to plan on/],
    ['a command that is not there', ['run', ...schema, '--', 'no-such-command'], /no-such-command cannot be started: no such file/],
    ['a file that cannot be written', ['capture', '--out', 'app.cjs/q.jsonl', ...schema, '--', 'true'], /the capture cannot be written to/],
    ['a schema that fails', ['run', '--schema', 'app.cjs', '--', 'true'], /app\.cjs/],
  ])('%s', async (_, argv, message) => {
    const { code, stdout, stderr } = await start(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(existsSync(join(folder, 'no-such-command'))).toBe(false);
  });
});

/** The built program, as users run it: with its streams, and signals of its own. */
const bin = join(project, 'bin/planlint.js');

describe.runIf(existsSync(join(project, 'dist/cli/main.js')))('the program in front of the terminal', () => {
  const launchOn = (flags: readonly string[], ...command: readonly string[]) =>
    spawn(process.execPath, [bin, 'capture', '--out', 'launched.jsonl', ...flags, '--', ...command], {
      cwd: folder,
      env: process.env,
      stdio: 'pipe',
      // A group of its own.
      detached: true,
    });
  const launch = (...command: readonly string[]) => launchOn(schema, ...command);
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  test('gets signals, and what it ends with counts', async () => {
    const code = `process.on('SIGINT', () => { require('fs').writeFileSync('caught', 'SIGINT'); process.exit(9); });
      setInterval(() => {}, 1000); require('fs').writeFileSync('ready', '')`;
    const child = launch(process.execPath, '-e', code);
    await until(() => existsSync(join(folder, 'ready')));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([9, null]);
    expect(read('caught')).toBe('SIGINT');
    expect(read('launched.jsonl')).toBe('');
  });

  test('ends with the group in the middle of a transaction and of a statement, and what it sent is kept', async () => {
    const code = `const pg = require('module').createRequire(${JSON.stringify(import.meta.url)})('pg');
      (async () => {
        const client = new pg.Client(process.env.DATABASE_URL);
        await client.connect();
        await client.query('BEGIN');
        client.query('SELECT pg_sleep(600)');
        client.connection.stream.write('', () => require('fs').writeFileSync('asleep', ''));
      })();`;
    const child = launch('/bin/sh', '-c', '"$0" -e "$1"; exit 5', process.execPath, code);
    await until(() => existsSync(join(folder, 'asleep')));
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(lines('launched.jsonl').map(({ sql }) => sql)).toEqual(['BEGIN', 'SELECT pg_sleep(600)']);
  });

  test('is not run where a signal comes before, and nothing is left of the capture', async () => {
    writeFileSync(join(folder, 'slow.sql'), 'SELECT pg_sleep(600);');
    const left = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.tmp'));
    const child = launchOn(['--schema', 'slow.sql'], process.execPath, '-e', '');
    await until(() => left().length > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
    expect(left()).toEqual([]);
  });

  test('has the input and the output, and can wait for its input', async () => {
    const child = launch('/bin/sh', '-c', 'echo ready; cat');
    let said = '';
    child.stdout.on('data', (piece) => {
      said += piece;
    });
    await until(() => said !== '');
    setTimeout(() => child.stdin.end('typed\n'), 300);
    const [code] = await once(child, 'close');
    expect([code, said]).toEqual([0, 'ready\ntyped\n']);
  });
});

test('a program that a signal ends has the exit code that a shell would give it', async () => {
  const argv = ['capture', '--out', 'q.jsonl', ...schema, '--', process.execPath, '-e', `process.kill(process.pid, 'SIGTERM')`];
  expect((await start(argv)).code).toBe(143);
});
