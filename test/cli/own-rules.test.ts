import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Outcome, run } from './run.ts';

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true });
});

const ledger = join(import.meta.dirname, '../../fixtures/ledger/schema.sql');
const texts = `summary: 'A statement joins many tables.', why: 'It is slow.', bad: 'SELECT 1', good: 'SELECT 2'`;
const noJoins = `{
  id: 'ours/few-joins', ${texts}, severity: 'error', readsPlan: true,
  options: { mostJoins: { kind: 'count', default: 1, about: 'How many joins there may be.' } },
  *check({ plan, statement }, { mostJoins }) {
    const joins = (node) => (/Nested Loop|Join/.test(node.type) ? 1 : 0) + node.children.reduce((sum, child) => sum + joins(child), 0);
    const found = plan === null ? 0 : joins(plan);
    if (found > mostJoins) yield { span: null, message: found + ' joins', help: 'Join less.' };
  },
}`;

const queries = {
  'q/one.sql': 'SELECT 1 FROM account a JOIN account b ON b.id > a.id;\n',
  'q/two.sql': 'SELECT 1 FROM account a JOIN account b ON b.id > a.id JOIN account c ON c.id > b.id;\n',
};

/** A folder with files, and planlint in it. */
function repository(files: Readonly<Record<string, string>>, config: object): (argv: readonly string[]) => Promise<Outcome> {
  const root = mkdtempSync(join(tmpdir(), 'planlint-rules-'));
  roots.push(root);
  const all = { ...queries, ...files, 'planlint.config.json': JSON.stringify({ schema: ledger, paths: 'q', ...config }) };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return (argv) => run(argv, { cwd: root, env: { NO_COLOR: '1' } });
}

async function findingsOf(say: (argv: readonly string[]) => Promise<Outcome>): Promise<readonly string[]> {
  const { stdout, stderr } = await say(['check', '--format', 'json']);
  if (stdout === '') throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; severity: string; path: string; message: string }[] };
  return findings.map(({ rule, severity, path, message }) => `${path} ${severity} ${rule}: ${message}`);
}

describe('a rule of the config finds what it looks for', () => {
  const package_ = {
    'node_modules/planlint-rules-ours/package.json': JSON.stringify({
      name: 'planlint-rules-ours',
      type: 'module',
      exports: { import: './rules.js' },
    }),
    'node_modules/planlint-rules-ours/rules.js': `export default [${noJoins}]`,
  };
  const two = 'q/two.sql error ours/few-joins: 2 joins';
  test.each([
    ['JavaScript', { 'my-rule.mjs': `export default ${noJoins}` }, { rules: './my-rule.mjs' }, [two]],
    [
      'TypeScript',
      { 'lint/my-rule.ts': `const one: object = ${noJoins.replace('(node)', '(node: any): number')}; export default one` },
      { rules: ['./lint/my-rule.ts'] },
      [two],
    ],
    ['a package', package_, { rules: ['planlint-rules-ours'] }, [two]],
    ['with an option', { 'my-rule.mjs': `export default ${noJoins}` }, { rules: ['./my-rule.mjs', { 'ours/few-joins': { mostJoins: 2 } }] }, []],
    [
      'as a warning',
      { 'my-rule.mjs': `export default ${noJoins}` },
      { rules: ['./my-rule.mjs', { 'ours/few-joins': 'warning' }] },
      [two.replace('error', 'warning')],
    ],
    [
      'for some paths only',
      { 'my-rule.mjs': `export default ${noJoins}` },
      { rules: './my-rule.mjs', overrides: { paths: 'q/two.sql', rules: { 'ours/few-joins': 'off' } } },
      [],
    ],
    [
      'of one project',
      { 'my-rule.mjs': `export default ${noJoins}` },
      {
        paths: [],
        projects: [
          { name: 'a', paths: 'q/two.sql', rules: './my-rule.mjs' },
          { name: 'b', paths: 'q/one.sql' },
        ],
      },
      [two],
    ],
    [
      'where a comment lets it',
      { 'my-rule.mjs': `export default ${noJoins}`, 'q/two.sql': `-- planlint-set ours/few-joins mostJoins=2: report\n${queries['q/two.sql']}` },
      { rules: './my-rule.mjs' },
      [],
    ],
  ])('%s', async (_, files, config, found) => {
    expect(await findingsOf(repository(files, config))).toEqual(found);
  });

  test('below the folder of the config', async () => {
    const say = repository({ 'my-rule.mjs': `export default ${noJoins}` }, { rules: './my-rule.mjs' });
    const { code, stdout } = await say(['check', '--config', 'planlint.config.json', '--format', 'sarif']);
    expect(code).toBe(1);
    const [{ tool, results }] = JSON.parse(stdout).runs;
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['ours/few-joins']);
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toContain('ours/few-joins');
  });
});

describe('what goes wrong with a rule ends the run', () => {
  const broken = (check: string) => ({ 'my-rule.mjs': `export default { id: 'ours/broken', ${texts}, severity: 'error', ${check} }` });
  test.each([
    [
      'it throws',
      broken(`check() { throw new TypeError('x is not a table'); }`),
      './my-rule.mjs: the rule ours/broken fails with "x is not a table" at q/one.sql:1',
    ],
    ['it looks at a plan', broken('check({ plan }) { return plan === null ? [] : []; }'), 'it looks at the plan, and does not say readsPlan: true'],
    ['it is not there', {}, './my-rule.mjs does not load: '],
  ])('%s', async (_, files, said) => {
    const { code, stdout, stderr } = await repository(files, { rules: './my-rule.mjs' })(['check']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.replace(/\s+/g, ' ')).toContain(said);
  });

  test('no package of its name', async () => {
    const { code, stderr } = await repository({}, { rules: 'planlint-rules-ours' })(['check']);
    expect(code).toBe(2);
    expect(stderr).toContain('there is no package planlint-rules-ours');
  });
});

describe('planlint rules', () => {
  const say = repository(
    { 'my-rule.mjs': `export default ${noJoins}` },
    { rules: ['./my-rule.mjs', { 'ours/few-joins': 'warning', 'no-group-fanout': 'off' }] },
  );
  test.each([
    [['rules'], [/^ours\/few-joins +warning +A statement joins many tables\.$/m, /^no-group-fanout +off +/m, /^no-leaf-fanout +error +/m]],
    [
      ['rules', 'ours/few-joins'],
      [/^ours\/few-joins {2}error$/m, /^ {2}warning in planlint\.config\.json$/m, /mostJoins/],
    ],
    [['rules', '--no-config'], [/^no-group-fanout +error +/m]],
  ])('%j', async (argv, lines) => {
    const { code, stdout } = await say(argv);
    expect(code).toBe(0);
    for (const line of lines) expect(stdout).toMatch(line);
    expect(stdout.includes('few-joins')).toBe(!argv.includes('--no-config'));
  });

  test('a level that is none', async () => {
    const { code, stderr } = await repository({}, { rules: { 'no-group-fanout': 'loud' } })(['rules']);
    expect(code).toBe(2);
    expect(stderr).toContain('"loud" is no setting of a rule in planlint.config.json at rules.no-group-fanout');
  });

  test('where projects differ', async () => {
    const projects = [
      { name: 'a', paths: 'q', rules: { 'no-group-fanout': 'off' } },
      { name: 'b', paths: 'q' },
    ];
    const other = repository({}, { projects });
    expect((await other(['rules'])).stdout).toMatch(/^no-group-fanout +varies +/m);
    expect((await other(['rules', '--project', 'a'])).stdout).toMatch(/^no-group-fanout +off +/m);
  });
});
