import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './run.ts';

const ledger = resolve(import.meta.dirname, '../../fixtures/ledger');
const schema = ['--schema', join(ledger, 'schema.sql'), '--seed', join(ledger, 'seed.sql')];
const name = '.planlint-baseline.json';
const [one, two, three] = [1, 2, 3].map((id) => `SELECT amount FROM ledger_entry WHERE account_group = ${id};\n`) as [string, string, string];

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'planlint-baseline-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const check = (...argv: readonly string[]) => run(['check', ...argv, ...schema], { cwd });
const write = (file: string, text: string): Promise<void> => writeFile(join(cwd, file), text);
const read = (): Promise<string> => readFile(join(cwd, name), 'utf8');

test('a baseline is written, hides what is in it, and nothing else', async () => {
  await write('q.sql', one + two);
  expect((await check('q.sql')).code).toBe(1);
  const updated = await check('q.sql', '--update-baseline');
  expect(updated.code).toBe(0);
  expect(updated.stderr).toContain(`planlint: ${name}: 2 entries added, 0 entries removed, 0 kept\n  + q.sql  require-partition-keys  `);
  const hidden = await check('q.sql');
  expect(hidden).toMatchObject({ code: 0, stderr: '' });
  expect(hidden.stdout).toContain('2 suppressed: 2 by baseline');
  expect((await check('q.sql', '--no-baseline')).code).toBe(1);

  // Lines, white space and comments are another matter; a swap is not.
  await write('q.sql', `-- moved down\n\n${two.replace('WHERE', '\n  where')}${one}`);
  expect((await check('q.sql')).code).toBe(0);
  await write('q.sql', two + three);
  const swapped = await check('q.sql', '--format', 'json');
  expect(swapped.code).toBe(1);
  expect(swapped.stderr).toContain(`planlint: ${name}: 1 entry is stale: its finding is gone; --prune-baseline takes it out\n`);
  const { summary, findings } = JSON.parse(swapped.stdout);
  expect(summary).toMatchObject({ errors: 1, suppressed: 1 });
  expect(findings).toMatchObject([
    { line: 1, suppressed: { kind: 'baseline', reason: 'in the baseline' } },
    { line: 2, suppressed: null },
  ]);
});

test('stale entries fail where that is asked for, and are pruned of the files that were looked at', async () => {
  await write('a.sql', one + two);
  await write('b.sql', three);
  await check('a.sql', 'b.sql', '--update-baseline');
  const before = await read();
  expect((await check('b.sql', '--prune-baseline')).stderr).toBe(`planlint: ${name}: 0 entries removed, 3 kept\n`);
  expect(await read()).toBe(before);
  await write('a.sql', "SELECT amount FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11';\n");
  expect((await check('a.sql', 'b.sql')).code).toBe(0);
  expect((await check('a.sql', 'b.sql', '--fail-on-stale-baseline')).code).toBe(1);
  expect((await check('a.sql', '--prune-baseline')).stderr).toContain(`${name}: 2 entries removed, 1 kept\n`);
  expect(JSON.parse(await read()).entries).toMatchObject([{ path: 'b.sql' }]);
  expect((await check('a.sql', 'b.sql', '--fail-on-stale-baseline')).code).toBe(0);
});

test('a baseline that is named has to be there, and one that is no longer to be read is refused', async () => {
  await write('q.sql', one);
  expect(await check('q.sql', '--baseline', 'b.json')).toMatchObject({
    code: 2,
    stderr: 'planlint: the baseline b.json cannot be read: no such file or folder\nhint: write one with --update-baseline\n',
  });
  await write(name, '{"version": 7, "entries": []}');
  expect(await check('q.sql')).toMatchObject({ code: 2, stderr: expect.stringContaining(`${name}: has version 7`) });
  expect((await check('q.sql', '--no-baseline', '--update-baseline')).code).toBe(2);
});

test('what a comment ignores needs no entry, and fails again without comments', async () => {
  await write('q.sql', `-- planlint-ignore require-partition-keys: once a night\n${one}`);
  const ignored = await check('q.sql', '--update-baseline');
  expect(ignored.code).toBe(0);
  expect(ignored.stdout).toContain('1 suppressed: 1 ignored');
  expect(JSON.parse(await read()).entries).toEqual([]);
  expect((await check('q.sql', '--no-inline-config')).code).toBe(1);
});
