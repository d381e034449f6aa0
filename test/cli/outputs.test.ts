import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderInRepository, type Output, parseOutput, toOutputs } from '../../src/cli/outputs.ts';
import { UserError } from '../../src/errors.ts';
import { run } from './run.ts';

const plain = { fixDryRun: false };
const shell = { cwd: '/repo', env: {} };

describe('a format and its file', () => {
  const cases: readonly (readonly [text: string, output: Output])[] = [
    ['sarif', { format: 'sarif', file: null }],
    ['sarif=-', { format: 'sarif', file: null }],
    ['sarif=a=b.sarif', { format: 'sarif', file: 'a=b.sarif' }],
    ['json=out dir/ü.json', { format: 'json', file: 'out dir/ü.json' }],
  ];
  test.each(cases)('%s', (text, output) => expect(parseOutput(text)).toEqual(output));

  const faults: readonly (readonly [text: string, message: string, hint: string])[] = [
    ['sarfi=x', 'unknown format "sarfi"', 'did you mean "sarif"?'],
    ['Pretty', 'unknown format "Pretty"', 'did you mean "pretty"?'],
    ['', 'unknown format ""', expect.stringMatching(/^choose one of pretty, /) as unknown as string],
    ['junit=', '--format junit= names no file', 'write --format junit, or --format junit=<file>'],
  ];
  test.each(faults)('%s is refused', (text, message, hint) => {
    expect(() => parseOutput(text)).toThrow(expect.objectContaining({ message, hint }) as UserError);
  });
});

describe('where the reports go', () => {
  const onActions = { GITHUB_ACTIONS: 'true' };
  const cases: readonly (readonly [
    given: readonly string[],
    outputFile: string | undefined,
    env: Record<string, string>,
    expected: readonly string[],
  ])[] = [
    [[], undefined, {}, ['pretty']],
    [[], 'a.txt', {}, ['pretty=a.txt']],
    [[], '-', {}, ['pretty']],
    [['json'], 'a.json', {}, ['json=a.json']],
    [['pretty', 'sarif=a.sarif'], undefined, {}, ['pretty', 'sarif=a.sarif']],
    [['pretty', 'sarif=a.sarif'], 'a.txt', {}, ['pretty=a.txt', 'sarif=a.sarif']],
    [['sarif=a', 'sarif=b'], undefined, {}, ['sarif=a', 'sarif=b']],
    [[], undefined, onActions, ['pretty', 'github']],
    [[], 'a.txt', onActions, ['pretty=a.txt']],
    [['pretty'], undefined, onActions, ['pretty']],
    [['sarif=a'], undefined, onActions, ['sarif=a']],
    [[], undefined, { GITHUB_ACTIONS: 'false' }, ['pretty']],
  ];
  test.each(cases)('%j, -o %s, %j', (given, outputFile, env, expected) => {
    const asked = outputFile === undefined ? plain : { ...plain, outputFile };
    const outputs = toOutputs(given.map(parseOutput), asked, { ...shell, env });
    expect(outputs.map(({ format, file }) => (file === null ? format : `${format}=${file}`))).toEqual(expected);
  });

  const faults: readonly (readonly [given: readonly string[], outputFile: string | undefined, message: RegExp])[] = [
    [['pretty', 'json'], undefined, /^pretty and json cannot both go to standard output$/],
    [['pretty', 'json=-'], undefined, /^pretty and json cannot both/],
    [['pretty', 'json'], 'a', /^--output-file is for one report, and there are more$/],
    [['json=a'], 'b', /^--output-file is for one report, and each has its file$/],
    [['json=a', 'sarif=./x/../a'], undefined, /^two reports cannot be written to a$/],
    [['json', 'sarif=/repo/a'], 'a', /^two reports cannot be written to a$/],
  ];
  test.each(faults)('%j, -o %s is refused', (given, outputFile, message) => {
    const asked = outputFile === undefined ? plain : { ...plain, outputFile };
    expect(() => toOutputs(given.map(parseOutput), asked, shell)).toThrow(message);
    expect(() => toOutputs(given.map(parseOutput), asked, shell)).toThrow(UserError);
  });

  test('a diff stands in place of one report', () => {
    expect(toOutputs([], { fixDryRun: true }, { ...shell, env: onActions })).toEqual([{ format: 'pretty', file: null }]);
    expect(() => toOutputs([parseOutput('pretty'), parseOutput('json=a')], { fixDryRun: true }, shell)).toThrow(/^--fix-dry-run prints a diff/);
  });
});

test.each([
  ['/repo', {}, ''],
  ['/repo/app', { GITHUB_WORKSPACE: '/repo' }, 'app'],
  ['/repo/app/x', { CI_PROJECT_DIR: '/repo' }, 'app/x'],
  ['/repo', { GITHUB_WORKSPACE: '/repo' }, ''],
  ['/elsewhere', { GITHUB_WORKSPACE: '/repo' }, ''],
  ['/repo/..app', { GITHUB_WORKSPACE: '/repo' }, '..app'],
  ['/repo', { GITHUB_WORKSPACE: '' }, ''],
])('run in %s with %j, paths start in %j', (cwd, env, folder) => {
  expect(folderInRepository({ cwd, env })).toBe(folder);
});

describe('several reports of one run', () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'planlint-outputs-'));
    await writeFile(
      join(cwd, 'schema.sql'),
      "CREATE TABLE e (id int, day date) PARTITION BY RANGE (day);\nCREATE TABLE e1 PARTITION OF e FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');\nCREATE TABLE e2 PARTITION OF e FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');\n",
    );
    await writeFile(join(cwd, 'bad.sql'), '-- name: All :many\nSELECT id FROM e;\n');
  });
  afterAll(() => rm(cwd, { recursive: true }));
  const check = (line: string, env: Record<string, string> = {}) => run(['check', ...line.split(' '), '--schema', 'schema.sql'], { cwd, env });

  test('one is printed, the others are files', async () => {
    const { code, stdout, stderr } = await check('bad.sql -f pretty --format sarif=out/a.sarif -f junit=out/a.xml -f json=out/a.json');
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^bad\.sql\n/);
    expect((await readdir(join(cwd, 'out'))).sort()).toEqual(['a.json', 'a.sarif', 'a.xml']);
    const sarif = JSON.parse(await readFile(join(cwd, 'out/a.sarif'), 'utf8'));
    expect(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('bad.sql');
    expect(sarif.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toContain('require-partition-keys');
    expect(await readFile(join(cwd, 'out/a.xml'), 'utf8')).toContain('<failure ');
  });

  test('none is printed: a line says what was written', async () => {
    const { stdout } = await check('bad.sql -f compact=a.txt -f gitlab=b.json');
    expect(stdout).toMatch(/^1 error in 1 statement \(1 file\), written to a\.txt, b\.json\n$/);
  });

  test('one that cannot be written ends the run with 2', async () => {
    const { code, stderr } = await check('bad.sql -f compact -f json=bad.sql/x.json');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot be written to .*: a part of the path is not a folder/)]);
  });

  test('each is refused that is an input', async () => {
    const { code, stdout, stderr } = await check('bad.sql -f pretty -f json=bad.sql');
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^planlint: the report cannot be written to bad\.sql: it is the input/)]);
  });

  test('on GitHub the annotations follow, with the path as the repository names it', async () => {
    const { stdout } = await check('bad.sql', { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: join(cwd, '..') });
    const folder = cwd.split(/[/\\]/).at(-1);
    expect(stdout).toMatch(/^bad\.sql\n/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^::error file=${folder}/bad\\.sql,line=2,endLine=2,col=16,endColumn=17,title=`));
  });
});
