import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { homepage, toRulePage } from '../src/homepage.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('the homepage is that of package.json', () => {
  expect(homepage).toBe(JSON.parse(read('package.json')).homepage ?? null);
});

const homes: readonly (readonly [home: string | null, page: string | null])[] = [
  [null, null],
  ['https://planlint.example', 'https://planlint.example'],
  ['https://github.com/a/b', 'https://github.com/a/b/blob/HEAD/docs/rules/no-x.md'],
  ['https://github.com/a/b#readme', 'https://github.com/a/b/blob/HEAD/docs/rules/no-x.md'],
  ['https://github.com/a/b/tree/main', 'https://github.com/a/b/blob/HEAD/docs/rules/no-x.md'],
  ['https://github.com.example/a/b', 'https://github.com.example/a/b'],
  ['https://github.com/a', 'https://github.com/a'],
];
test.each(homes)('with the homepage %s a rule is told of at %s', (home, page) => expect(toRulePage(home, 'no-x')).toBe(page));

test('no report names a place that is not a standard’s, or an example', () => {
  const files = globSync(['src/report/**/*.ts', 'src/homepage.ts', 'rules/*.ts'], { cwd: root });
  const hosts = files.flatMap((path) => [...read(path).matchAll(/https?:\/\/([\w.-]+\.[a-z]+)/g)].map(([, host]) => host));
  const known = ['docs.oasis-open.org', ...(homepage === null ? [] : [new URL(homepage).host])];
  expect(hosts.filter((host) => !known.includes(host ?? '') && !host?.endsWith('.example'))).toEqual([]);
  expect(files.filter((path) => read(path).includes('github.com'))).toEqual([]);
});
