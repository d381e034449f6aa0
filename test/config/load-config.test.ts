import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findConfig } from '../../src/config/find-config.ts';
import { loadConfig } from '../../src/config/load-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'planlint-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;

/** Writes files into a folder of their own. */
function write(files: Readonly<Record<string, unknown>>): string {
  const root = join(folder, `${made++}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

async function load(files: Readonly<Record<string, unknown>>, { from = '.', env = {} as Readonly<Record<string, string>> } = {}) {
  const root = write(files);
  mkdirSync(join(root, from), { recursive: true });
  const path = findConfig(join(root, from));
  return loadConfig(path ?? '', { cwd: join(root, from), env });
}

async function settingsOf(config: unknown, env: Readonly<Record<string, string>> = {}) {
  const [project] = await load({ 'planlint.config.json': config }, { env });
  return project?.settings;
}

async function faultOf(config: unknown, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return load({ 'planlint.config.json': config, ...more }).then(
    () => 'none',
    (error) => `${error.message} | ${error.hint}`,
  );
}

describe('where the config is', () => {
  test.each([
    ['beside', { 'planlint.config.json': {} }, '.', 'planlint.config.json'],
    ['above', { 'planlint.config.json': {} }, 'a/b', 'planlint.config.json'],
    ['the nearest', { 'planlint.config.json': {}, 'a/planlint.config.js': 'export default {}' }, 'a/b', 'a/planlint.config.js'],
    ['not beyond the repository', { 'planlint.config.json': {}, 'a/.git/HEAD': '' }, 'a/b', null],
    ['at the top of the repository', { 'planlint.config.json': {}, '.git/HEAD': '' }, 'a', 'planlint.config.json'],
    ['of a linked work tree', { 'planlint.config.json': {}, 'a/.git': 'gitdir: elsewhere' }, 'a', null],
  ])('%s', (_, files, from, found) => {
    const root = write({ '.git/HEAD': '', ...files });
    mkdirSync(join(root, from), { recursive: true });
    expect(findConfig(join(root, from))).toBe(found === null ? null : join(root, found));
  });

  test('two in one folder are one too many', () => {
    const root = write({ 'planlint.config.json': {}, 'planlint.config.ts': '' });
    expect(() => findConfig(root)).toThrow('planlint.config.json and planlint.config.ts stand in one folder');
  });
});

describe('what it may be written in', () => {
  test.each([
    ['planlint.config.json', '\ufeff{"seed": "seed.sql"}'],
    ['planlint.config.js', 'module.exports = { seed: "seed.sql" }'],
    ['planlint.config.mjs', 'export default { seed: "seed.sql" }'],
    ['planlint.config.ts', 'const seed: string = "seed.sql"; export default { seed } satisfies { seed: string }'],
    ['planlint.config.mts', 'export default await Promise.resolve({ seed: ["seed.sql" as const] })'],
  ])('%s', async (name, text) => {
    const [project] = await load({ [name]: text });
    expect(project?.settings).toEqual({ seed: ['seed.sql'] });
  });

  test.each([
    ['planlint.config.json', '{\n  "seed": "a",\n}', 'planlint.config.json:3: not JSON'],
    ['planlint.config.json', '{\n  seed: 1 }', 'planlint.config.json:2: not JSON'],
    ['planlint.config.json', '', 'planlint.config.json: not JSON'],
    ['planlint.config.mjs', 'throw new Error("no luck")', 'planlint.config.mjs cannot be run: no luck'],
    ['planlint.config.mjs', 'export const seed = 1', 'planlint.config.mjs is not an object of settings'],
    ['planlint.config.json', '[]', 'planlint.config.json is not an object of settings'],
  ])('%s of %j', async (name, text, message) => {
    await expect(load({ [name]: text })).rejects.toThrow(message);
  });
});

describe('what is wrong is named where it stands', () => {
  test.each([
    [{ schemas: [] }, 'unknown key "schemas" in planlint.config.json | did you mean "schema"?'],
    [{ projects: [{ name: 'a', schmea: 'x' }] }, 'unknown key "schmea" in planlint.config.json at projects[0] | did you mean "schema"?'],
    [{ name: 'a' }, 'name in planlint.config.json stands at the top | it belongs into projects'],
    [{ projects: [{ extends: 'a' }] }, 'extends in planlint.config.json stands in projects[0] | it belongs to the top'],
    [{ overrides: { path: 'a' } }, 'unknown key "path" in planlint.config.json at overrides | did you mean "paths"?'],
    [
      { overrides: [{ paths: 'a' }] },
      'overrides[0].rules in planlint.config.json is not an object of rules | planlint check --help-config lists the keys and what they hold',
    ],
    [{ seed: ['a', 3] }, 'seed[1] in planlint.config.json is not a text | planlint check --help-config lists the keys and what they hold'],
    [{ seed: ' ' }, 'seed in planlint.config.json is not a text | planlint check --help-config lists the keys and what they hold'],
    [{ quiet: 'yes' }, 'quiet in planlint.config.json is neither true nor false | planlint check --help-config lists the keys and what they hold'],
    [
      { maxWarnings: -1 },
      'maxWarnings in planlint.config.json is not a count: 0, 1, 2, … | planlint check --help-config lists the keys and what they hold',
    ],
    [
      { pgVersion: 9 },
      'pgVersion in planlint.config.json is not one of 15, 16, 17, 18 | planlint check --help-config lists the keys and what they hold',
    ],
    [
      { set: { timezone: true } },
      'set.timezone in planlint.config.json is not a text | planlint check --help-config lists the keys and what they hold',
    ],
    [
      { set: [] },
      'set in planlint.config.json is not an object of names and values | planlint check --help-config lists the keys and what they hold',
    ],
    [
      { url: 'postgres://${HOST}/a' },
      'the environment has no variable HOST, which stands in planlint.config.json at url | set HOST, or write ${HOST:-value} for a value to take without it',
    ],
    [
      { projects: [{ seed: ['${A}'] }] },
      'the environment has no variable A, which stands in planlint.config.json at projects[0].seed[0] | set A, or write ${A:-value} for a value to take without it',
    ],
    [{ projects: [{ paths: 'a' }, { name: 'a' }] }, 'two projects in planlint.config.json are called "a" | give each a name of its own'],
    [
      { extends: 'nobody' },
      'planlint.config.json extends nobody, which is not there | write ./ before the name of a file; a package has to be installed',
    ],
    [{ extends: './none.json' }, 'none.json cannot be read: no such file or folder | name a file that this user can read'],
    [{ extends: './planlint.config.json' }, 'configs extend each other: planlint.config.json → planlint.config.json | take one extends out'],
  ])('%j', async (config, message) => {
    expect(await faultOf(config)).toBe(message);
  });
});

describe('variables of the environment', () => {
  test.each([
    ['${A}', { A: 'x' }, 'x'],
    ['a${A}${B}', { A: 'x', B: 'y' }, 'axy'],
    ['${A:-z}', {}, 'z'],
    ['${A:-z}', { A: '' }, 'z'],
    ['${A:-}b', {}, 'b'],
    ['$${A}', { A: 'x' }, '${A}'],
    ['{port} $A', { A: 'x' }, '{port} $A'],
    ['${A}', { A: '${B}' }, '${B}'],
  ])('%j with %j', async (text, env, value) => {
    expect(await settingsOf({ set: { a: text } }, env)).toEqual({ set: { a: value } });
  });
});

describe('where its paths lead', () => {
  test('they are relative to its own folder', async () => {
    const config = {
      paths: ['db/*.sql', '/srv/a.sql'],
      schema: 'db',
      baseline: 'base.json',
      format: ['pretty', 'sarif=out/a.sarif', 'json=-'],
      rules: ['./my-rule.js', 'planlint-rules-acme', { 'no-leaf-fanout': 'off' }],
      overrides: { paths: 'db/old/**', rules: {} },
    };
    const [project] = await load({ 'planlint.config.json': config }, { from: 'a/b' });
    expect(project?.settings).toEqual({
      paths: ['../../db/*.sql', '/srv/a.sql'],
      schema: ['../../db'],
      baseline: '../../base.json',
      format: ['pretty', 'sarif=../../out/a.sarif', 'json=-'],
      rules: ['../../my-rule.js', 'planlint-rules-acme', { 'no-leaf-fanout': 'off' }],
      overrides: [{ paths: ['db/old/**'], rules: {} }],
    });
    expect(project?.file).toBe('../../planlint.config.json');
  });

  test('and to that of the config that another extends', async () => {
    const [project] = await load({
      'planlint.config.json': { extends: './shared/base.json', seed: 'mine.sql' },
      'shared/base.json': { schema: 'schema.sql', seed: 'seed.sql' },
    });
    expect(project?.settings).toEqual({ schema: ['shared/schema.sql'], seed: ['mine.sql'] });
  });
});

describe('what adds up', () => {
  test('names and rules do, everything else is replaced', async () => {
    const [project] = await load({
      'planlint.config.json': {
        extends: ['./a.json', 'planlint-config-acme'],
        set: { role: 'app' },
        rules: { 'no-leaf-fanout': 'off' },
        pgVersion: 17,
      },
      'a.json': { set: { timezone: 'UTC', role: 'x' }, rules: { 'no-group-fanout': 'off' }, pgVersion: 16, seed: ['a', 'b'] },
      'node_modules/planlint-config-acme/package.json': { name: 'planlint-config-acme', main: './index.json' },
      'node_modules/planlint-config-acme/index.json': { seed: 'c', quiet: true },
    });
    expect(project?.settings).toEqual({
      set: { timezone: 'UTC', role: 'app' },
      rules: [{ 'no-group-fanout': 'off' }, { 'no-leaf-fanout': 'off' }],
      pgVersion: 17,
      seed: ['node_modules/planlint-config-acme/c'],
      quiet: true,
    });
  });

  test('projects add to what stands at the top', async () => {
    const projects = await load({
      'planlint.config.json': {
        quiet: true,
        set: { timezone: 'UTC' },
        projects: [
          { name: 'ledger', schema: 'a' },
          { paths: 'b/*.sql', set: { role: 'app' } },
        ],
      },
    });
    expect(projects.map(({ name, settings }) => [name, settings])).toEqual([
      ['ledger', { name: 'ledger', quiet: true, set: { timezone: 'UTC' }, schema: ['a'] }],
      ['b/*.sql', { quiet: true, set: { timezone: 'UTC', role: 'app' }, paths: ['b/*.sql'] }],
    ]);
  });
});
