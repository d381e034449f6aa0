import { once } from 'node:events';
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
