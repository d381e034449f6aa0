import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSite, type Site } from '../database/site.ts';
import { run } from './run.ts';

let site: Site;
beforeEach(() => {
  site = makeSite();
  site.write('schema/1.sql', 'CREATE TABLE t (id int);');
});
afterEach(() => site.remove());

/** An item that was used a while ago. */
function put(name: string, bytes: number, minutes: number): void {
  const place = join(site.cache, name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'size'), String(bytes));
  const then = new Date(Date.now() - minutes * 60_000);
  utimesSync(place, then, then);
}

const names = () => readdirSync(site.cache).map((name) => name.replace(/-.*/, ''));

test('planlint cache tells what is there, and when it was used', async () => {
  put('binaries-18', 63e6, 5);
  put('schema-a', 1.2e6, 180);
  put('template-b', 40e6, 3000);
  expect(await run(['cache'])).toEqual({
    code: 0,
    stderr: '',
    stdout: `${site.cache}: 3 items, 105 MB
  63 MB   used 5 minutes ago   PostgreSQL's programs
   2 MB     used 3 hours ago   a loaded schema
  40 MB      used 2 days ago   an empty cluster
`,
  });
});

test('planlint cache makes its folder', async () => {
  expect(await run(['cache'])).toEqual({ code: 0, stderr: '', stdout: `${site.cache}: nothing\n` });
  expect(await run(['cache', 'clean'])).toEqual({ code: 0, stderr: '', stdout: `removed nothing from ${site.cache}\n` });
});

test('planlint cache clean removes all but what a run uses', async () => {
  const database = await site.open();
  put('schema-old', 50e6, 2);
  put('building-4194304-dead', 7e6, 2);
  put(`building-${process.ppid}-alive`, 9e6, 2);
  expect((await run(['cache'])).stdout).toMatch(/^ +\d+ MB +used just now {3}loaded schema\/1\.sql, in use$/m);
  const { stdout } = await run(['cache', 'clean']);
  expect(stdout).toMatch(/^removed 2 items, 57 MB from .*\nin use, and kept: /);
  expect(stdout).toMatch(/^in use, and kept: loaded schema\/1\.sql, \d\d MB$/m);
  expect(stdout).toMatch(/^in use, and kept: what a run was building, 9 MB$/m);
  expect(names().sort()).toEqual(['building', 'schema', 'template']);
  expect(await database.query('SELECT count(*)::int AS n FROM t')).toEqual([{ n: 0 }]);
  await database.close();
  await site.becomesQuiet();
  await run(['cache', 'clean']);
  expect(names().sort()).toEqual(['building', 'template']);
  expect(await (await site.open()).close()).toBeUndefined();
});

test('what was not used for long goes where all is more than two gigabytes', async () => {
  put('schema-new', 1.5e9, 2);
  put('schema-middle', 1e9, 20);
  put('schema-old', 0.2e9, 30);
  await (await site.open()).close();
  expect(['schema-new', 'schema-middle', 'schema-old'].filter((name) => existsSync(join(site.cache, name)))).toEqual(['schema-new', 'schema-old']);
});
