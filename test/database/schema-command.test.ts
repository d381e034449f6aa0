import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedOptions } from '../../src/database/embedded.ts';
import type { SchemaCommand } from '../../src/database/schema-command.ts';
import { makeSite } from './site.ts';

const site = makeSite();
const read = (path: string): string => readFileSync(join(site.cwd, path), 'utf8');

/** What the command's own program does, as a module in the working folder that knows pg. */
const sql = (...commands: readonly string[]): string => `
  import { createRequire } from 'node:module';
  const pg = createRequire(${JSON.stringify(import.meta.url)})('pg');
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  for (const text of ${JSON.stringify(commands)}) await client.query(text);
  await client.end();`;

beforeAll(() => {
  site.write('make.mjs', sql('CREATE ROLE keeper', 'CREATE TABLE t (id int)', 'GRANT SELECT ON t TO keeper'));
  site.write('before.sql', 'CREATE TABLE early (id int);');
  site.write('seed.sql', 'INSERT INTO t SELECT generate_series(1, 5); INSERT INTO early VALUES (1);');
});
afterAll(() => site.remove());

const toOptions = (command: Partial<SchemaCommand>, others: Partial<EmbeddedOptions> = {}): Partial<EmbeddedOptions> => ({
  schema: [],
  command: { text: 'node make.mjs', env: {}, inputs: ['make.mjs'], ...command },
  ...others,
});
const entries = (): number => (existsSync(site.cache) ? readdirSync(site.cache).filter((name) => name.startsWith('schema-')).length : 0);

describe('a schema command', () => {
  test('makes the tables after the schema’s files and before the seed', async () => {
    const database = await site.open(toOptions({}, { schema: ['before.sql'], seed: ['seed.sql'] }));
    expect(await database.query('SELECT count(*)::int AS n, current_database()::text AS database FROM t, early')).toEqual([
      { n: 5, database: 'app' },
    ]);
    expect(await database.query("SELECT reltuples::int AS n FROM pg_class WHERE relname = 't'")).toEqual([{ n: 5 }]);
    await database.close();
  });

  test('finds the server in the variables that programs look in, and in those that a template fills', async () => {
    const names = ['DATABASE_URL', 'PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'PGDATABASE', 'PGSSLMODE', 'PGSERVICE', 'MINE', 'OWN'];
    process.env['PGSERVICE'] = 'production';
    process.env['OWN'] = 'kept';
    const text = `node make.mjs && printf '%s\\n' ${names.map((name) => `"$${name}"`).join(' ')} >said`;
    const env = { MINE: 'Host={host};Port={port};{user}/{password}@{database} {other} {url}' };
    await (await site.open(toOptions({ text, env, inputs: [] }))).close();
    delete process.env['PGSERVICE'];
    const [url, host, port, user, password, database, tls, service, mine, own] = read('said').split('\n');
    expect([host, user, database, tls, service, own]).toEqual(['127.0.0.1', 'postgres', 'app', 'disable', '', 'kept']);
    expect(password).toMatch(/^[0-9a-f]{32}$/);
    expect(url).toBe(`postgresql://postgres:${password}@127.0.0.1:${port}/app?sslmode=disable`);
    expect(mine).toBe(`Host=127.0.0.1;Port=${port};postgres/${password}@app {other} ${url}`);
  });

  test('is the only one that the server lets in by the network, and only while it runs', async () => {
    const attempt = (password: string) => `node -e "
      const pg = require('module').createRequire(${JSON.stringify(import.meta.url).replaceAll('"', "'")})('pg');
      new pg.Client({ password: ${password} }).connect().then(() => console.log('in'), (error) => console.log(error.code)).finally(() => process.exit())"`;
    const text = `node make.mjs && ${attempt("'wrong'")} >said && ${attempt('process.env.PGPASSWORD')} >>said && echo $PGPORT >>said`;
    const database = await site.open(toOptions({ text, inputs: [] }));
    const [wrong, right, port] = read('said').split('\n');
    expect([wrong, right]).toEqual(['28P01', 'in']);
    expect(
      await database.query("SELECT current_setting('listen_addresses') AS addresses, rolpassword FROM pg_authid WHERE rolname = 'postgres'"),
    ).toEqual([{ addresses: '', rolpassword: null }]);
    const { connect } = await import('node:net');
    const [error] = await once(connect(Number(port), '127.0.0.1'), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    await database.close();
  });
});

describe('what it made is kept', () => {
  const runs = (): number => (existsSync(join(site.cwd, 'runs')) ? read('runs').trim().split('\n').length : 0);
  const open = async (command: Partial<SchemaCommand>, others: Partial<EmbeddedOptions> = {}): Promise<number> => {
    rmSync(join(site.cwd, 'runs'), { force: true });
    await (await site.open(toOptions({ text: 'node make.mjs && echo ran >>runs', ...command }, others))).close();
    return runs();
  };

  test('as long as its inputs hold the same', async () => {
    site.write('migrations/a/1.txt', 'one');
    const inputs = ['migrations', 'make.mj?'];
    expect(await open({ inputs })).toBe(1);
    expect(await open({ inputs })).toBe(0);
    site.write('migrations/a/2.txt', 'more');
    expect(await open({ inputs })).toBe(1);
    expect(await open({ inputs, env: { A: '{port}' } })).toBe(1);
    expect(await open({ inputs })).toBe(0);
  });

  test('without inputs for this run alone', async () => {
    const before = entries();
    expect(await open({ inputs: [] })).toBe(1);
    expect(await open({ inputs: [] })).toBe(1);
    expect(entries()).toBe(before);
  });

  test('unless there is no such input', async () => {
    await expect(site.open(toOptions({ inputs: ['nowhere/*.sql'] }))).rejects.toMatchObject({
      name: 'UserError',
      message: '--schema-input nowhere/*.sql: there is no file',
    });
  });
});

describe('a command that goes wrong', () => {
  test.each([
    [
      'exits with a code',
      'echo out; echo err >&2; echo "at $PGPASSWORD"; exit 3',
      'the schema command ended with exit code 3: ',
      ['out', 'err', 'at ***'],
    ],
    ['is not there', 'no-such-program', 'the schema command ended with exit code 127: no-such-program', ['not found']],
    ['is ended', 'kill -KILL $$', 'the schema command was ended by SIGKILL: ', []],
    ['makes no table', 'true', 'the schema command made no table in the database app', []],
    ['does away with the database', 'node drop.mjs', 'the schema command made no table in the database app', []],
  ])('%s', async (_, text, message, said) => {
    site.write(
      'drop.mjs',
      sql('SELECT 1')
        .replace('process.env.DATABASE_URL', "process.env.DATABASE_URL.replace('/app', '/postgres')")
        .replace('SELECT 1', 'DROP DATABASE app'),
    );
    const before = entries();
    const error = await site.open(toOptions({ text })).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'UserError', message: expect.stringContaining(message) });
    for (const line of said) expect(error.excerpt.join('\n')).toContain(line);
    expect(entries()).toBe(before);
    expect(await site.becomesQuiet()).toBe(true);
  });

  test('shows the last lines of many', async () => {
    const error = await site.open(toOptions({ text: 'seq 1 5000; exit 1' })).catch((thrown) => thrown);
    expect(error.excerpt).toEqual(Array.from({ length: 15 }, (_, index) => `  ${4986 + index}`));
  });

  test('leaves sessions and processes behind, which end', async () => {
    site.write('stay.mjs', `${sql('CREATE TABLE t (id int)').replace('await client.end();', '')} console.log('made'); setInterval(() => {}, 1000);`);
    const text = 'node stay.mjs >made 2>&1 & until grep -q made made; do sleep 0.05; done; node -e "setTimeout(() => {}, 600000)" stays &';
    const database = await site.open(toOptions({ text, inputs: [] }));
    expect(await database.query('SELECT count(*)::int AS n FROM t')).toEqual([{ n: 0 }]);
    await database.close();
    await expect.poll(isBusy, { timeout: 10_000 }).toBe(false);
    expect(await site.becomesQuiet()).toBe(true);
  });
});

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('%s in the middle of it ends the command and the server', async (signal) => {
  rmSync(join(site.cwd, 'begun'), { force: true });
  const child = site.spawn(toOptions({ text: 'echo begun >begun; sleep 600; sleep 600', inputs: [] }));
  await expect.poll(() => existsSync(join(site.cwd, 'begun')), { timeout: 30_000 }).toBe(true);
  expect(isBusy()).toBe(true);
  child.kill(signal);
  await once(child, 'close');
  await expect.poll(isBusy, { timeout: 10_000 }).toBe(false);
  expect(await site.becomesQuiet()).toBe(true);
});

/** Whether a process runs in the working folder, as commands do. */
function isBusy(): boolean {
  return readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && folderOf(pid) === site.cwd);
}

function folderOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
