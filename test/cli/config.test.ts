import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'planlint-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;

const schema = (table: string): string => `CREATE TABLE ${table} (id int, g int, t date) PARTITION BY LIST (g);
CREATE TABLE ${table}_1 PARTITION OF ${table} FOR VALUES IN (1) PARTITION BY RANGE (t);
CREATE TABLE ${table}_1_25 PARTITION OF ${table}_1 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE ${table}_1_26 PARTITION OF ${table}_1 FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');`;
const good = (table: string): string => `SELECT id FROM ${table} WHERE g = 1 AND t = '2025-06-01';\n`;
const bad = (table: string): string => `SELECT id FROM ${table} WHERE g = 1;\n`;
/** A second group. */
const groups = `${schema('a')}
CREATE TABLE a_2 PARTITION OF a FOR VALUES IN (2) PARTITION BY RANGE (t);
CREATE TABLE a_2_25 PARTITION OF a_2 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');`;
/** A warning, since its groups are listed. */
const warned = `SELECT id FROM a WHERE g IN (1, 2) AND t = '2025-06-01';\n`;

/** Writes a repository, and gives what a run in it says. */
function repository(files: Readonly<Record<string, unknown>>) {
  const root = join(folder, `${made++}`);
  for (const [name, content] of Object.entries({ '.git/HEAD': '', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return (argv: readonly string[], from = '.', env: Readonly<Record<string, string>> = {}) => run(argv, { cwd: join(root, from), env });
}

const ledger = { 'db/schema.sql': schema('a'), 'q/good.sql': good('a'), 'q/bad.sql': bad('a') };

describe('one project', () => {
  const config = { paths: 'q', schema: 'db/schema.sql' };

  test('check alone does what the config says, from every folder', async () => {
    const say = repository({ ...ledger, 'planlint.config.json': config });
    for (const from of ['.', 'q']) {
      const { code, stdout } = await say(['check', '--format', 'json'], from);
      expect(code).toBe(1);
      expect(JSON.parse(stdout).findings.map(({ path, line }: { path: string; line: number }) => `${path}:${line}`)).toEqual([
        from === '.' ? 'q/bad.sql:1' : 'bad.sql:1',
      ]);
    }
  });

  test.each([
    ['paths of the command line are the only ones', ['check', 'q/good.sql'], 0],
    ['flags win', ['check', 'q/bad.sql', '--schema', 'db/other.sql'], 2],
    ['none is read', ['check', 'q/good.sql', '--no-config'], 2],
    ['another is named', ['check', '--config', 'other.json'], 0],
    ['explain has the schema', ['explain', 'q/bad.sql'], 0],
  ])('%s', async (_, argv, code) => {
    const say = repository({
      ...ledger,
      'db/other.sql': schema('b'),
      'planlint.config.json': config,
      'other.json': { ...config, paths: 'q/good.sql' },
    });
    expect(await say(argv)).toMatchObject({ code });
  });

  test.each([
    [{ exclude: 'q/bad.sql' }, ['check'], 0, '✔ 1 statement'],
    [{ exclude: 'q/b*' }, ['check', 'q/bad.sql'], 0, ''],
    [{ exclude: 'q' }, ['check', 'q'], 0, ''],
    [{ exclude: 'none.sql' }, ['check'], 1, '1 error in 2 statements'],
    [{ exclude: 'q/*' }, ['check', 'q', 'absent.sql'], 2, ''],
  ])('%j and %j', async (more, argv, code, said) => {
    const outcome = await repository({ ...ledger, 'planlint.config.json': { ...config, ...more } })(argv);
    expect(outcome).toMatchObject({ code });
    expect(outcome.stdout).toContain(said);
    if (code === 0 && said === '') expect(outcome.stderr).toBe('planlint: nothing to check, since the config excludes every file that is named\n');
  });

  test('the command that makes the tables runs beside the config', async () => {
    const say = repository({
      ...ledger,
      'planlint.config.json': { paths: 'q/good.sql', schemaCommand: 'node make.mjs' },
      'make.mjs': `import { existsSync } from 'node:fs'; console.error(existsSync('planlint.config.json') ? 'beside' : 'elsewhere'); process.exit(1);`,
    });
    expect((await say(['check'], 'q')).stderr).toContain('beside');
  });
});

describe('what fails', () => {
  test.each([
    [{}, 'warned', 0],
    [{ failOn: 'warning' }, 'warned', 1],
    [{ maxWarnings: 0 }, 'warned', 1],
    [{ maxWarnings: 1 }, 'warned', 0],
    [{ failOn: 'warning' }, 'good', 0],
  ])('%j with a %s statement', async (more, kind, code) => {
    const say = repository({
      'db/schema.sql': groups,
      'q.sql': kind === 'good' ? good('a') : warned,
      'planlint.config.json': { paths: 'q.sql', schema: 'db/schema.sql', ...more },
    });
    expect(await say(['check'])).toMatchObject({ code });
  });

  test('quiet leaves warnings out, and counts them', async () => {
    const say = repository({
      'db/schema.sql': groups,
      'q.sql': warned + bad('a'),
      'planlint.config.json': { paths: 'q.sql', schema: 'db/schema.sql', quiet: true },
    });
    const report = JSON.parse((await say(['check', '--format', 'json'])).stdout);
    expect(report.findings.map(({ severity }: { severity: string }) => severity)).toEqual(['error']);
    expect(report.summary).toMatchObject({ errors: 1, warnings: 1 });
  });

  test('a warning that quiet leaves out is not all good', async () => {
    const say = repository({
      'db/schema.sql': groups,
      'q.sql': warned,
      'planlint.config.json': { paths: 'q.sql', schema: 'db/schema.sql', quiet: true, failOn: 'warning' },
    });
    const { code, stdout } = await say(['check']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^1 warning in 1 statement \(1 file\)\n1 judged/);
  });
});

describe('projects', () => {
  const files = {
    'a/schema.sql': schema('a'),
    'a/q.sql': bad('a'),
    'b/schema.sql': schema('b'),
    'b/q.sql': good('b'),
    'b/r.sql': bad('b'),
    'c.sql': good('a'),
    'planlint.config.json': {
      projects: [
        { name: 'a', paths: 'a/q.sql', schema: 'a/schema.sql' },
        { name: 'b', paths: ['b/q.sql', 'b/r.sql'], schema: 'b/schema.sql' },
      ],
    },
  };

  test('each is checked on its own schema, and all are in one report', async () => {
    const { code, stdout } = await repository(files)(['check', '--format', 'json']);
    const report = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(report.summary).toMatchObject({ files: 3, statements: 3, analysed: 3, errors: 2, coverage: 1 });
    expect(report.projects.map(({ name, summary }: { name: string; summary: { errors: number } }) => [name, summary.errors])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(report.findings.map(({ table, statement }: { table: string; statement: number }) => [table, report.statements[statement].path])).toEqual([
      ['public.a', 'a/q.sql'],
      ['public.b', 'b/r.sql'],
    ]);
    expect(report.statements.map(({ project }: { project: string }) => project)).toEqual(['a', 'b', 'b']);
  });

  test.each([
    [['check', '--project', 'b'], 1, '1 error in 2 statements (2 files)'],
    [['check', 'b/q.sql'], 0, '✔ 1 statement'],
    [['check', 'b/q.sql', 'a'], 1, '1 error in 2 statements (2 files)'],
    [['check', '--project', 'a', 'c.sql'], 0, '✔ 1 statement'],
  ])('%j', async (argv, code, said) => {
    const outcome = await repository({ ...files, 'a/schema.sql': files['a/schema.sql'] })(
      argv.map((word) => (word === 'a' && argv[1] === 'b/q.sql' ? 'a/q.sql' : word)),
    );
    expect(outcome.stdout).toContain(said);
    expect(outcome.code).toBe(code);
  });

  test.each([
    [['check', 'c.sql'], 'c.sql belongs to no project of the config', "add it to a project's paths, or name the project with --project"],
    [['check', '-'], 'standard input belongs to no project of the config', "add it to a project's paths, or name the project with --project"],
    [['check', '--project', 'c'], 'no project in planlint.config.json is called "c"', 'did you mean "a"?'],
    [['explain', 'a/q.sql'], 'the config has several projects', 'name the one to work on with --project'],
  ])('%j', async (argv, message, hint) => {
    expect(await repository(files)(argv)).toEqual({ code: 2, stdout: '', stderr: `planlint: ${message}\nhint: ${hint}\n` });
  });

  test('an error names its project', async () => {
    const { code, stderr } = await repository({ ...files, 'b/schema.sql': 'CREATE TABLE;' })(['check']);
    expect(code).toBe(2);
    expect(stderr).toContain('planlint: project b: b/schema.sql:1');
  });
});

test('the settings of a run can be seen, passwords cannot', async () => {
  const say = repository({ 'planlint.config.json': { url: 'postgres://me:${SECRET}@db/x', paths: 'q' } });
  const { code, stdout } = await say(['check', '--print-config', '--quiet'], '.', { SECRET: 'hush' });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ url: 'postgres://me:***@db/x', paths: ['q'], quiet: true, failOn: 'error' });
});

test('each project has its server in the report', async () => {
  const say = repository({
    'a/schema.sql': schema('a'),
    'a/q.sql': bad('a'),
    'b/schema.sql': schema('b'),
    'b/q.sql': bad('b'),
    'planlint.config.json': {
      projects: [
        { name: 'ledger', paths: 'a/q.sql', schema: 'a/schema.sql' },
        { name: 'audit', paths: 'b/q.sql', schema: 'b/schema.sql', set: { timezone: 'Europe/Berlin' } },
      ],
    },
  });
  const { stdout } = await say(['check', '--format', 'pretty', '--format', 'html=report.html', '--format', 'sarif=report.sarif']);
  expect(stdout).toMatch(
    /\nledger {2}PostgreSQL 18\.\d+ embedded · timezone UTC\naudit {2}PostgreSQL 18\.\d+ embedded · timezone Europe\/Berlin\nschema a\/schema\.sql, b\/schema\.sql · /,
  );
  const { stdout: json } = await say(['check', '--format', 'json']);
  expect(JSON.parse(json).findings.map(({ path, statement }: { path: string; statement: number }) => [path, statement])).toEqual([
    ['a/q.sql', 0],
    ['b/q.sql', 1],
  ]);
});
