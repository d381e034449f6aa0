import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { captures, detect, readAll, readLines, shortest } from './read-log.ts';

const files = globSync(['_*/*', '!**/README.md', '!**/*.expected'], { cwd: captures }).sort();

test.each(files)('%s', (path) => {
  const lines = readLines(path);
  const format = detect(lines);
  const records = format === null ? [] : readAll(format.createReader(), lines);
  const read = [{ format: format?.id }, ...records.map(shortest)];
  const golden = readFileSync(join(captures, `${path}.expected`), 'utf8')
    .trim()
    .split('\n');
  expect(read).toEqual(golden.map((line) => JSON.parse(line)));
});

test('there are samples', () => {
  expect(files.length).toBeGreaterThan(30);
});
