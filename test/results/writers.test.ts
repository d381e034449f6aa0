import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { emptyReport } from '../../src/findings/empty-report.ts';
import { findReport, type Kept } from '../../src/results/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'planlint-writers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const store = pathToFileURL(resolve(import.meta.dirname, '../../dist/src/results/store.js'));
const names = ['left', 'right'] as const;
/** Long enough to be written in several steps. */
const keptBy = (name: string): Kept => ({ report: emptyReport, paths: Array(40_000).fill(name) });

/** A process that keeps its report over and over. */
function startWriter(place: string, key: string, name: string): ChildProcess {
  const text = `import { keepReport } from ${JSON.stringify(store)};
const kept = { report: ${JSON.stringify(emptyReport)}, paths: Array(40_000).fill('${name}') };
for (;;) keepReport(${JSON.stringify(place)}, '${key}', kept);`;
  return spawn(process.execPath, ['--input-type=module', '--eval', text], { stdio: ['ignore', 'ignore', 'inherit'] });
}

test.each<[what: string, keys: readonly [string, string]]>([
  ['one report', ['a1', 'a1']],
  ['a report each', ['a1', 'a2']],
])('two processes keep %s at once, and break off: who reads finds a whole one', async (what, keys) => {
  const place = join(folder, what.replaceAll(' ', '-'));
  const writers = names.map((name, index) => startWriter(place, keys[index] ?? '', name));
  const seen = new Map(names.map((name) => [name, 0]));
  const read = (key: string): Kept | null => {
    const found = findReport(place, key);
    const name = names.find((one) => one === found?.paths[0]);
    if (name === undefined) return null;
    expect(found?.paths.length === 40_000 && found.paths.every((path) => path === name)).toBe(true);
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return found;
  };
  const isThere = new Set<string>();
  try {
    while ([...seen.values()].some((times) => times < 20)) {
      for (const key of keys) {
        const found = read(key);
        // What was there once is never gone, nor half of it there.
        if (isThere.has(key)) expect(found).not.toBe(null);
        if (found !== null) isThere.add(key);
      }
      await new Promise((done) => setTimeout(done, 1));
    }
  } finally {
    const ends = writers.map((writer) => once(writer, 'exit'));
    for (const writer of writers) writer.kill('SIGKILL');
    await Promise.all(ends);
  }
  for (const key of keys) expect(names.map(keptBy)).toContainEqual(read(key));
});
