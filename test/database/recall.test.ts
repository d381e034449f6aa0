import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recall } from '../../src/database/recall.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planlint-recall-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what was read under a key is read once', async () => {
  const rows = [[{ name: 'ä', kind: null, isSecured: true }]];
  expect(await recall(folder, [{ role: 'a' }, 'q'], async () => rows)).toBe(rows);
  expect(await recall(folder, [{ role: 'a' }, 'q'], () => Promise.reject(new Error('read again')))).toEqual(rows);
});

test.each([
  [{ role: 'b' }, 'q'],
  [{ role: 'a' }, 'other'],
])('another setting or query is read by itself: %j %s', async (settings, query) => {
  await recall(folder, [{ role: 'a' }, 'q'], async () => 1);
  expect(await recall(folder, [settings, query], async () => 2)).toBe(2);
  expect(await recall(folder, [{ role: 'a' }, 'q'], async () => 3)).toBe(1);
});

test('what was cut off is read anew', async () => {
  await recall(folder, ['q'], async () => [1]);
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '[');
  expect(await recall(folder, ['q'], async () => [2])).toEqual([2]);
});

test('a folder that cannot be written keeps nothing', async () => {
  expect(await recall(join(folder, 'gone'), ['q'], async () => 1)).toBe(1);
});
