import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
const checkOn = (day: string, ...argv: readonly string[]) => run(['check', ...argv, ...schema], { cwd, now: new Date(`${day}T23:59:59Z`) });
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
  const { summary, findings, baseline } = JSON.parse(swapped.stdout);
  expect(baseline).toMatchObject({ path: name, stale: [{ path: 'q.sql', rule: 'require-partition-keys' }], expired: [] });
  expect((await check('q.sql')).stdout).toContain(
    `1 entry of ${name} is stale, which --prune-baseline takes out:\n  q.sql  require-partition-keys: select`,
  );
  expect(summary).toMatchObject({ errors: 1, suppressed: 1 });
  expect(findings).toMatchObject([
    { line: 1, suppressed: { kind: 'baseline', reason: 'in the baseline' } },
    { line: 2, suppressed: null },
  ]);
});

test('of hundreds of entries that are added or removed a few are named', async () => {
  const all = Array.from({ length: 60 }, (_, id) => `SELECT amount, ${id} AS a_name_that_is_long FROM ledger_entry WHERE account_group = 3;\n`);
  await write('q.sql', all.slice(0, 20).join(''));
  const some = (await check('q.sql', '--update-baseline')).stderr.trimEnd().split('\n');
  expect(some).toHaveLength(1 + 20);
  expect(some[1]).toMatch(/^ {2}\+ q\.sql {2}require-partition-keys {2}select amount , \d+ as a_name_that_is_long from ledger_entry…$/);
  await write('q.sql', all.join(''));
  await check('q.sql', '--update-baseline');
  await write('q.sql', "SELECT amount FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11';\n");
  const removed = (await check('q.sql', '--update-baseline')).stderr.trimEnd().split('\n');
  expect(removed[0]).toBe(`planlint: ${name}: 0 entries added, 60 entries removed, 0 kept`);
  expect(removed).toHaveLength(1 + 20);
  expect(removed.at(-1)).toBe('  - 41 more');
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
  expect(await check('a.sql', 'b.sql', '--fail-on-stale-baseline')).toMatchObject({
    code: 1,
    stderr: `planlint: 2 stale in ${name}, which --fail-on-stale-baseline does not let pass\n`,
  });
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

describe('what a run does not judge keeps its entries', () => {
  const warned = `SELECT amount FROM ledger_entry WHERE account_group IN (1, 2) AND created_at = '2025-06-11';\n`;
  const body = `CREATE FUNCTION f() RETURNS SETOF numeric LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY ${one} END $$;\n`;
  const cases: readonly {
    readonly name: string;
    readonly files?: Readonly<Record<string, string>>;
    readonly first?: string;
    readonly flags: string;
    readonly later?: Readonly<Record<string, string>>;
    readonly kept: number;
  }[] = [
    { name: '--only-schema', flags: 'q --only-schema audit', kept: 2 },
    { name: 'a rule that is off', flags: 'q -c off.json', kept: 2 },
    { name: 'a rule that is off for some files', flags: 'q -c elsewhere.json', later: { 'q/a.sql': 'SELECT 1;', 'q/b.sql': 'SELECT 1;' }, kept: 1 },
    { name: '--quiet', files: { 'q/a.sql': warned }, flags: 'q --quiet', kept: 1 },
    { name: 'some of the files', flags: 'q/a.sql', later: { 'q/b.sql': 'SELECT 1;' }, kept: 2 },
    { name: 'a statement that is inconclusive now', flags: 'q', later: { 'q/a.sql': `${one.replace(';', '')} AND nowhere(amount);` }, kept: 2 },
    { name: 'nothing that is the same', flags: 'q', later: { 'q/a.sql': 'SELECT 1;' }, kept: 1 },
    { name: 'a file without a statement', flags: 'q', later: { 'q/a.sql': '-- later\n' }, kept: 1 },
    { name: 'no file with a statement', flags: 'q --no-error-on-unmatched-pattern', later: { 'q/a.sql': '', 'q/b.sql': '' }, kept: 0 },
    {
      name: 'functions that are not looked at',
      files: { 'f.sql': body },
      first: 'f.sql --schema f.sql --lint-functions',
      flags: 'f.sql --schema f.sql',
      kept: 1,
    },
  ];
  test.each(cases)('$name', async ({ files = { 'q/a.sql': one, 'q/b.sql': two }, first = 'q', flags, later = {}, kept }) => {
    await mkdir(join(cwd, 'q'));
    await write('tables.sql', 'CREATE SCHEMA audit; CREATE TABLE audit.entry (id int) PARTITION BY LIST (id);');
    await write('off.json', JSON.stringify({ rules: { 'require-partition-keys': 'off' } }));
    await write('elsewhere.json', JSON.stringify({ overrides: [{ paths: 'q/a.sql', rules: { 'require-partition-keys': 'off' } }] }));
    for (const [file, text] of Object.entries(files)) await write(file, text);
    await check(...first.split(' '), '--schema', 'tables.sql', '--update-baseline');
    for (const [file, text] of Object.entries(later)) await write(file, text);
    for (const flag of ['--update-baseline', '--prune-baseline']) {
      const before = await read();
      const { stderr } = await check(...flags.split(' '), '--schema', 'tables.sql', flag);
      const entries: readonly object[] = JSON.parse(before).entries;
      const left = JSON.stringify(JSON.parse(await read()).entries);
      expect(
        entries.filter((entry) => left.includes(JSON.stringify(entry))),
        stderr,
      ).toHaveLength(kept);
      await write(name, before);
    }
  });
});

describe('with a config', () => {
  const good = `SELECT amount FROM ledger_entry WHERE account_group = 1 AND created_at = '2025-06-11';\n`;
  const checkIn = (from: string, ...argv: readonly string[]) => run(['check', ...argv], { cwd: join(cwd, from) });
  const files = { schema: join(ledger, 'schema.sql'), seed: join(ledger, 'seed.sql') };

  test('the usual baseline stands beside it, and another one where it says', async () => {
    await mkdir(join(cwd, 'q'));
    await write('q/a.sql', one);
    await write('planlint.config.json', JSON.stringify({ paths: 'q', ...files }));
    expect((await checkIn('q', '--update-baseline')).stderr).toContain(`planlint: ../${name}: 1 entry added`);
    expect(JSON.parse(await read()).entries).toMatchObject([{ path: 'q/a.sql' }]);
    expect((await checkIn('q')).code).toBe(0);
    expect((await checkIn('.')).code).toBe(0);

    await write('planlint.config.json', JSON.stringify({ paths: 'q', baseline: 'q/held.json', ...files }));
    expect(await checkIn('.')).toMatchObject({ code: 2, stderr: expect.stringContaining('the baseline q/held.json cannot be read') });
    expect((await checkIn('q', '--update-baseline')).code).toBe(0);
    expect(JSON.parse(await readFile(join(cwd, 'q/held.json'), 'utf8')).entries).toMatchObject([{ path: 'a.sql' }]);
    expect((await checkIn('.')).code).toBe(0);
    expect((await checkIn('.', '--no-baseline')).code).toBe(1);

    await write('q/a.sql', good);
    expect((await checkIn('.')).code).toBe(0);
    await write('planlint.config.json', JSON.stringify({ paths: 'q', baseline: 'q/held.json', failOnStaleBaseline: true, ...files }));
    expect((await checkIn('.')).code).toBe(1);
  });

  test('projects have one baseline, and each keeps what another one alone judges', async () => {
    await mkdir(join(cwd, 'a'));
    await mkdir(join(cwd, 'b'));
    await write('a/q.sql', one);
    await write('b/q.sql', one);
    const projects = [
      { name: 'a', paths: 'a', ...files },
      { name: 'b', paths: 'b', ...files, rules: { 'require-partition-keys': 'error' } },
    ];
    await write('planlint.config.json', JSON.stringify({ projects }));
    expect((await checkIn('.', '--update-baseline')).stderr).toContain('2 entries added');
    expect((await checkIn('.')).code).toBe(0);
    await write('b/q.sql', good);
    expect((await checkIn('.', '--project', 'a', '--prune-baseline')).stderr).toContain('0 entries removed, 2 kept');
    expect((await checkIn('.', '--prune-baseline')).stderr).toContain('1 entry removed, 1 kept');
    await write('planlint.config.json', JSON.stringify({ projects: projects.map((one) => ({ ...one, baseline: 'x.json' })) }));
    expect(await checkIn('.')).toMatchObject({ code: 2, stderr: expect.stringContaining('baseline in planlint.config.json stands in projects[0]') });
  });
});

test('an entry whose day is past hides nothing, by the same clock as a comment', async () => {
  await write('q.sql', `${one}-- planlint-ignore require-partition-keys until 2031-03-01: later\n${two}`);
  await checkOn('2031-03-01', 'q.sql', '--update-baseline');
  const { entries } = JSON.parse(await read());
  await write(name, JSON.stringify({ version: 1, entries: entries.map((entry: object) => ({ ...entry, until: '2031-03-01' })) }));
  expect((await checkOn('2031-03-01', 'q.sql')).code).toBe(0);
  const late = await checkOn('2031-03-02', 'q.sql');
  expect(late.code).toBe(1);
  expect(late.stdout).toContain(
    `1 entry of ${name} is past its last day, and what it held counts again:\n  q.sql  require-partition-keys, until 2031-03-01: select`,
  );
  const { baseline, findings } = JSON.parse((await checkOn('2031-03-02', 'q.sql', '-f', 'json')).stdout);
  expect(baseline.expired).toMatchObject([{ path: 'q.sql', until: '2031-03-01' }]);
  expect(findings.map(({ rule, suppressed }: { rule: string; suppressed: unknown }) => [rule, suppressed])).toEqual([
    ['require-partition-keys', null],
    ['require-partition-keys', null],
    ['no-expired-ignore', null],
  ]);
});
