import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSite } from './site.ts';

const site = makeSite();
const table = 'CREATE TABLE t (id int); INSERT INTO t SELECT generate_series(1, 20000);';

beforeAll(() => site.write('schema/1.sql', table));
afterAll(() => site.remove());

describe('no process is left', () => {
  test('when a run is killed at any moment, and the next one works', async () => {
    for (let round = 0; round < 15; round += 1) {
      // At first there is nothing in the cache; later every other round brings a new schema.
      if (round === 5) await (await site.open()).close();
      const folder = round % 2 === 0 ? `schema-${round}` : 'schema';
      site.write(`${folder}/1.sql`, folder === 'schema' ? table : `${table} -- ${round}`);
      const child = site.spawn({ schema: [folder] });
      await pause(80 + (round % 5) * 150);
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    expect(await site.becomesQuiet()).toBe(true);
    const database = await site.open();
    expect(await database.query('SELECT count(*)::int AS n FROM t')).toEqual([{ n: 20_000 }]);
    await database.close();
    expect(await site.becomesQuiet()).toBe(true);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('after %s with the server running', async (signal) => {
    const child = site.spawn();
    await once(child.stdout ?? child, 'data');
    expect(site.findProcesses()).not.toEqual([]);
    child.kill(signal);
    await once(child, 'close');
    expect(await site.becomesQuiet()).toBe(true);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'after %s while the first cluster is made, however long that takes',
    async (signal) => {
      // The programs of a server that never gets there, and that does not mind being told to end.
      site.write('bin/postgres', '#!/bin/sh\necho "postgres (PostgreSQL) 18.4"\n');
      site.write('bin/initdb', "#!/bin/sh\n[ $1 = --version ] && exit\ntrap '' TERM INT HUP\nwhile :; do sleep 1; done\n");
      for (const program of ['postgres', 'initdb']) chmodSync(join(site.cwd, 'bin', program), 0o755);
      const child = site.spawn({ binaries: 'bin' });
      await expect.poll(() => site.findProcesses().length, { timeout: 20_000 }).toBeGreaterThan(1);
      child.kill(signal);
      await once(child, 'close');
      expect(await site.becomesQuiet()).toBe(true);
    },
  );

  test('when the process that started the server is killed, once the others that use it are done', async () => {
    const child = site.spawn();
    await once(child.stdout ?? child, 'data');
    const database = await site.open();
    child.kill('SIGKILL');
    await once(child, 'close');
    const late = await site.open();
    expect(await late.query('SELECT count(*)::int AS n FROM t')).toEqual([{ n: 20_000 }]);
    await late.close();
    expect(await database.query('SELECT 1 AS a')).toEqual([{ a: 1 }]);
    await database.close();
    expect(await site.becomesQuiet()).toBe(true);
  });
});

describe('the process ends by itself', () => {
  test.each([
    ['after a setting that the server refuses at once', { timezone: 'Mars/Base' }],
    ['after a setting that the server refuses in the session', { statement_timeout: 'soon' }],
    ['after a setting that ends the session', { transaction_timeout: '1' }],
  ])('%s', async (_, settings) => {
    const child = site.spawn({ settings: settings as unknown as Record<string, string> }, 'await open().catch(({ name }) => console.log(name));');
    const [said] = await once(child.stdout ?? child, 'data');
    expect(String(said)).toBe('UserError\n');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await site.becomesQuiet()).toBe(true);
  });

  test('when it closes with statements under way, which do not bring the server back', async () => {
    const body = `const database = await open();
      const run = async () => { for (let n = 0; n < 100; n += 1) await database.attempt([{ text: 'SELECT pg_sleep(1)' }]); };
      const runs = Array.from({ length: 4 }, () => run().catch(({ message }) => console.log(message)));
      await database.attempt([{ text: 'SELECT 1' }]);
      await database.close();
      await Promise.all(runs);`;
    const child = site.spawn({}, body);
    let said = '';
    child.stdout?.on('data', (text) => {
      said += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said).toMatch(/^(?:.*\n){4}$/);
    expect(await site.becomesQuiet()).toBe(true);
  });
});
