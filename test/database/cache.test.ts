import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { makeSite, type Site } from './site.ts';

const facts = `SELECT (SELECT json_agg(t) FROM t) AS rows, (SELECT json_agg(s.attname ORDER BY 1) FROM pg_stats s WHERE tablename = 't') AS statistics,
  (SELECT oid::int FROM pg_class WHERE relname = 't') AS oid`;

async function read(site: Site): Promise<unknown> {
  const database = await site.open();
  const rows = await database.query(facts);
  await database.close();
  return rows;
}

const entries = (site: Site, kind = 'schema') => readdirSync(site.cache).filter((name) => name.startsWith(`${kind}-`));

/** Kills the server as a crash of the machine would, and waits until its last process has noticed. */
async function crash(site: Site, database: Database): Promise<void> {
  const pids = (await database.query('SELECT pid FROM pg_stat_activity')).map(({ pid }) => Number(pid));
  const [name = ''] = entries(site);
  process.kill(Number.parseInt(readFileSync(join(site.cache, name, 'data', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
  await expect.poll(() => pids.filter((pid) => existsSync(`/proc/${pid}/exe`)), { timeout: 20_000 }).toEqual([]);
}

describe.each([
  ['in a plain folder', 'cache'],
  ['where its path is too long for a socket', `${'deep/'.repeat(20)}cache with spaces`],
])('the cache %s', (_, folder) => {
  let site: Site;
  beforeEach(() => {
    site = makeSite(folder);
    site.write('schema/1.sql', 'CREATE TABLE t (id int); INSERT INTO t VALUES (1);');
  });
  afterEach(() => site.remove());

  test('gives the same cold and warm', async () => {
    const cold = await read(site);
    expect(cold).toMatchObject([{ rows: [{ id: 1 }], statistics: ['id'] }]);
    const built = entries(site);
    expect(await read(site)).toEqual(cold);
    expect(entries(site)).toEqual(built);
  });

  test('loads anew when a text changes', async () => {
    await read(site);
    site.write('schema/2.sql', 'INSERT INTO t VALUES (2);');
    expect(await read(site)).toMatchObject([{ rows: [{ id: 1 }, { id: 2 }] }]);
    expect(entries(site)).toHaveLength(2);
  });

  test('loads anew after a crash of its server, also in the middle of a run', async () => {
    const database = await site.open();
    await crash(site, database);
    expect(await database.query(facts)).toMatchObject([{ rows: [{ id: 1 }] }]);
    await crash(site, database);
    await database.close();
    expect(await read(site)).toMatchObject([{ rows: [{ id: 1 }] }]);
  });
});

describe('the cache', () => {
  let site: Site;
  beforeEach(() => {
    site = makeSite();
    site.write('schema/1.sql', 'CREATE TABLE t (id int);');
  });
  afterEach(() => site.remove());

  test('serves several runs at once, and lets each end when it likes', async () => {
    const databases = await Promise.all([site.open(), site.open(), site.open()]);
    const ask = (database: Database) => database.query("SELECT current_setting('data_directory') AS folder");
    const folders = await Promise.all(databases.map(ask));
    expect(new Set(folders.map(([row]) => row?.['folder'])).size).toBe(1);
    for (const database of databases) {
      expect(await ask(database)).toEqual(folders[0]);
      const late = await site.open();
      await database.close();
      expect(await ask(late)).toEqual(folders[0]);
      await late.close();
    }
    expect(await site.becomesQuiet()).toBe(true);
  });

  test('keeps the eight entries used last', async () => {
    await read(site);
    const [used = ''] = entries(site);
    const old = new Date(Date.now() - 3_600_000);
    const others = Array.from({ length: 9 }, (_, index) => `schema-${index}`);
    for (const [index, name] of others.entries()) {
      mkdirSync(join(site.cache, name));
      utimesSync(join(site.cache, name), old, new Date(old.getTime() + index * 1000));
    }
    site.write('schema/2.sql', '');
    await read(site);
    expect(entries(site)).toHaveLength(8);
    expect(entries(site)).toEqual(expect.arrayContaining([used, ...others.slice(-6)]));
  });

  test.each(['template', 'binaries'])('keeps the four %s used last', async (kind) => {
    const old = new Date(Date.now() - 3_600_000);
    for (const index of [0, 1, 2, 3, 4]) {
      mkdirSync(join(site.cache, `${kind}-${index}`), { recursive: true });
      utimesSync(join(site.cache, `${kind}-${index}`), old, new Date(old.getTime() + index * 1000));
    }
    await read(site);
    expect(entries(site, kind)).toHaveLength(4);
    expect(entries(site, kind)).toContain(`${kind}-4`);
    expect(await read(site)).toHaveLength(1);
  });

  test('clears away what a dead run was building', async () => {
    mkdirSync(join(site.cache, 'building-4194304-abcdef', 'data'), { recursive: true });
    await read(site);
    expect(readdirSync(site.cache).filter((name) => name.startsWith('building-'))).toEqual([]);
  });

  test('is refused where it cannot be written', async () => {
    process.env['PLANLINT_CACHE'] = '/proc';
    await expect(site.open()).rejects.toMatchObject({ name: 'UserError', message: expect.stringMatching(/^the cache \/proc cannot be written: /) });
  });
});

describe('a damaged cache heals', () => {
  let site: Site;
  let expected: unknown;
  const readRows = async () => {
    const database = await site.open();
    const trials = await Promise.all(['SELECT id FROM t', 'SELECT count(*)::int AS n FROM t'].map((text) => database.attempt([{ text }])));
    const statistics = await database.query("SELECT attname::text AS name FROM pg_stats WHERE tablename = 't'");
    await database.close();
    return [trials, statistics];
  };
  beforeAll(async () => {
    site = makeSite();
    site.write('schema/1.sql', 'CREATE TABLE t (id int); INSERT INTO t VALUES (1);');
    expected = await readRows();
  });
  afterAll(() => site.remove());

  const pathOf = async (relation: string) => {
    const database = await site.open();
    const [row] = await database.query('SELECT pg_relation_filepath($1::regclass) AS path', [relation]);
    await database.close();
    await site.becomesQuiet();
    return `schema-*/data/${row?.['path']}`;
  };

  test.each([
    ['all databases', () => 'schema-*/data/base'],
    ['the database', () => 'schema-*/data/base/5/PG_VERSION'],
    ['the list of databases', () => 'schema-*/data/global'],
    ['the data directory', () => 'schema-*/data'],
    ['the pipe', () => 'schema-*/life'],
    ['a table', () => pathOf('t')],
    ['the catalogue of tables', () => pathOf('pg_class')],
    ['the statistics', () => pathOf('pg_statistic')],
  ])('that lost %s', async (_, find) => {
    const pattern = await find();
    await site.becomesQuiet();
    const [kind = '', ...rest] = pattern.split('-*');
    for (const name of entries(site, kind)) rmSync(join(site.cache, name, ...rest), { recursive: true });
    expect(await readRows()).toEqual(expected);
    expect(await readRows()).toEqual(expected);
  });

  test.each(['data', 'data/base', 'data/base/5', 'data/global/pg_control'])('whose template lost %s', async (part) => {
    for (const name of entries(site)) rmSync(join(site.cache, name), { recursive: true });
    for (const name of entries(site, 'template')) rmSync(join(site.cache, name, part), { recursive: true });
    expect(await readRows()).toEqual(expected);
  });
});
