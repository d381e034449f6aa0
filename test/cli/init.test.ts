import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from './run.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'planlint-init-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;

const ledger = readFileSync(join(root, 'fixtures/ledger/schema.sql'), 'utf8');
const fault = '-- name: ById\nSELECT amount FROM ledger_entry WHERE id = 1;\n';
const fine = "SELECT amount FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-01 00:00:00+00';\n";
const base = { 'db/migrations/V1__ledger.sql': ledger, 'db/queries/a.sql': fine };

function makeRepository(files: Readonly<Record<string, string>>): string {
  const cwd = join(folder, `${made++}`);
  mkdirSync(join(cwd, '.git'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  return cwd;
}

const read = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8');
const configOf = (cwd: string) => JSON.parse(read(cwd, 'planlint.config.json'));
const validate = new Ajv({ allowUnionTypes: true, strictTuples: false }).compile(JSON.parse(read(root, 'planlint.schema.json')));

describe('without a terminal', () => {
  test('writes a config, a job and a hook, and holds what is found', async () => {
    const cwd = makeRepository({ ...base, 'db/queries/b.sql': fault, 'db/seed.sql': '', 'package.json': '{}' });
    const flags = ['--period', '12 months', '--table', 'credit=2', '--table', 'debit=3', '--ci', 'github', '--hook', 'husky', '--baseline'];
    const { code, stdout, stderr } = await run(['init', ...flags], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(configOf(cwd)).toEqual({
      $schema: './node_modules/planlint/planlint.schema.json',
      paths: ['db/queries'],
      schema: ['db/migrations'],
      seed: ['db/seed.sql'],
      rules: { 'no-leaf-fanout': { allowPeriodSpan: '12 months', tables: { credit: { maxLeavesPerGroup: 2 }, debit: { maxLeavesPerGroup: 3 } } } },
    });
    expect(validate(configOf(cwd)), JSON.stringify(validate.errors)).toBe(true);
    expect(read(cwd, '.github/workflows/planlint.yml')).toContain('npx --yes planlint@');
    expect(read(cwd, '.husky/pre-commit')).toContain('planlint check');
    expect(stdout).toMatch(/Checked 2 statements in 2 files: \d errors?, \d warnings?/);
    expect(stdout.split('\nNext:\n')[1]?.trimEnd().split('\n').length).toBeLessThanOrEqual(8);
    expect(await run(['check'], { cwd })).toMatchObject({ code: 0 });
    writeFileSync(join(cwd, 'db/queries/c.sql'), 'SELECT amount FROM credit WHERE id = 2;\n');
    const after = await run(['check', '--format', 'compact'], { cwd });
    expect(after.code).toBe(1);
    expect(after.stdout).toContain('db/queries/c.sql:1');
    expect(after.stdout).not.toContain('db/queries/b.sql');
  });

  test('what is found stays for check to fail on where there is to be no baseline', async () => {
    const cwd = makeRepository({ ...base, 'db/queries/b.sql': fault });
    const { code, stdout } = await run(['init'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('--update-baseline');
    expect(existsSync(join(cwd, '.planlint-baseline.json'))).toBe(false);
    expect((await run(['check'], { cwd })).code).toBe(1);
  });

  test("no file of the user's is changed, and what belongs into it is shown", async () => {
    const own = { '.gitlab-ci.yml': 'test: {}\n', '.pre-commit-config.yaml': 'repos: []\n' };
    const cwd = makeRepository({ ...base, ...own });
    const { code, stdout } = await run(['init'], { cwd });
    expect(code).toBe(0);
    for (const [path, text] of Object.entries(own)) {
      expect(read(cwd, path)).toBe(text);
      expect(stdout).toContain(`Add to ${path}:`);
    }
    expect(stdout).toContain('  - local: .gitlab/planlint.gitlab-ci.yml');
    expect(stdout).toContain('- id: planlint');
    expect(read(cwd, '.gitlab/planlint.gitlab-ci.yml')).toContain('codequality: planlint-code-quality.json');
  });

  test('a second time it does nothing, unless it is forced', async () => {
    const cwd = makeRepository({ ...base, '.github/workflows/planlint.yml': 'name: ours\n' });
    writeFileSync(join(cwd, 'planlint.config.json'), '{"quiet":true}');
    expect(await run(['init'], { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('planlint.config.json is there already'),
    });
    expect(read(cwd, 'planlint.config.json')).toBe('{"quiet":true}');
    expect((await run(['init', '--force'], { cwd })).code).toBe(0);
    expect(configOf(cwd).paths).toEqual(['db/queries']);
    expect(read(cwd, '.github/workflows/planlint.yml')).toContain('name: planlint');
  });

  test('a job that is there stays', async () => {
    const cwd = makeRepository({ ...base, '.github/workflows/planlint.yml': 'name: ours\n' });
    expect((await run(['init'], { cwd })).stdout).toContain('is there already and stays as it is');
    expect(read(cwd, '.github/workflows/planlint.yml')).toBe('name: ours\n');
  });

  test('--dry-run shows, and writes nothing', async () => {
    const cwd = makeRepository(base);
    const { code, stdout } = await run(['init', '--dry-run', '--ci', 'github'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('\nplanlint.config.json\n\n  {\n    "paths"');
    expect(stdout).toContain('\n.github/workflows/planlint.yml\n');
    expect(existsSync(join(cwd, 'planlint.config.json'))).toBe(false);
    expect(existsSync(join(cwd, '.github'))).toBe(false);
  });

  test('packages of a monorepo become projects', async () => {
    const parts = ['ledger', 'shop'].flatMap((name) => [
      [`packages/${name}/package.json`, '{}'],
      [`packages/${name}/schema.sql`, ledger],
      [`packages/${name}/queries/a.sql`, name === 'shop' ? fault : fine],
    ]);
    const cwd = makeRepository({ 'package.json': '{}', ...Object.fromEntries(parts) });
    const { code, stdout } = await run(['init', '--baseline'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('Checked 2 statements in 2 files');
    expect(configOf(cwd).projects).toEqual([
      { name: 'packages/ledger', paths: ['packages/ledger/queries'], schema: ['packages/ledger/schema.sql'] },
      { name: 'packages/shop', paths: ['packages/shop/queries'], schema: ['packages/shop/schema.sql'] },
    ]);
    expect(validate(configOf(cwd))).toBe(true);
    expect((await run(['check'], { cwd })).code).toBe(0);
  });

  test('where no file holds a query, the program is to be run', async () => {
    const manifest = JSON.stringify({ scripts: { test: 'vitest' }, dependencies: { typeorm: '1' } });
    const cwd = makeRepository({ 'db/schema.sql': ledger, 'package.json': manifest, 'src/a.ts': 'export {};' });
    const { code, stdout } = await run(['init', '--ci', 'github'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('planlint run -- npm test');
    expect(read(cwd, '.github/workflows/planlint.yml')).toMatch(/- run: npm ci\n.*planlint@[\d.]+ run -- npm test\n/);
  });

  const faults: readonly (readonly [what: string, files: Readonly<Record<string, string>>, flags: readonly string[], message: string])[] = [
    ['no schema', { 'a.sql': fine }, [], 'no schema was found'],
    ['a period that is none', base, ['--period', 'a while'], '"a while" is no period'],
    ['a table without a count', base, ['--table', 'credit'], 'names no table'],
    ['a CI that is none', base, ['--ci', 'jenkins'], 'jenkins'],
    ['a table that is not there', base, ['--table', 'nothing=2'], 'nothing'],
    ['a schema that does not load', { ...base, 'db/migrations/V2__bad.sql': 'CREATE TABLE a (b missing);' }, [], 'V2__bad.sql'],
  ];
  test.each(faults)('%s is exit code 2', async (_, files, flags, message) => {
    const { code, stderr } = await run(['init', ...flags], { cwd: makeRepository(files) });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('internal error');
  });
});

/** Types a line in a terminal of its own whenever a question waits. */
function type(cwd: string, lines: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', COLUMNS: '200' };
  const child = spawn('script', ['-qec', `node '${join(root, 'bin/planlint.js')}' init`, '/dev/null'], { cwd, env });
  const left = [...lines];
  let screen = '';
  let answered = 0;
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    screen += piece;
    const questions = screen.match(/\[[^\]\n]*\]: /g)?.length ?? 0;
    if (questions <= answered || left.length === 0) return;
    answered += 1;
    child.stdin.write(left.shift() ?? '');
  });
  return new Promise((resolve) => child.on('close', () => resolve(screen.replaceAll('\r', ''))));
}

describe.skipIf(spawnSync('script', ['--version']).status !== 0)('on a terminal', () => {
  test('asks, asks again, and takes what was found for an empty line', async () => {
    const cwd = makeRepository({ ...base, 'db/queries/b.sql': fault });
    cpSync(join(cwd, 'db/queries'), join(cwd, 'more'), { recursive: true });
    const screen = await type(
      cwd,
      ['', 'db/queries more', 'a while', '12 months', 'credit=2', 'github', 'none', 'yes'].map((line) => `${line}\r`),
    );
    expect(screen).toContain('Schema, SQL file or folder of migrations [db/migrations]:');
    expect(screen).toContain('"a while" is no period');
    expect(configOf(cwd)).toMatchObject({
      paths: ['db/queries', 'more'],
      schema: ['db/migrations'],
      rules: { 'no-leaf-fanout': { allowPeriodSpan: '12 months', tables: { credit: { maxLeavesPerGroup: 2 } } } },
    });
    expect(existsSync(join(cwd, '.github/workflows/planlint.yml'))).toBe(true);
    expect(existsSync(join(cwd, '.planlint-baseline.json'))).toBe(true);
    expect(screen).toContain('Next:');
  }, 120_000);

  test('Ctrl+D ends it, with nothing written', async () => {
    const cwd = makeRepository(base);
    const screen = await type(cwd, ['\r', '\u0004']);
    expect(screen).toContain('planlint: a question was not answered');
    expect(existsSync(join(cwd, 'planlint.config.json'))).toBe(false);
  }, 120_000);
});
