import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const program = resolve(import.meta.dirname, '../../bin/planlint.js');
const folder = mkdtempSync(join(tmpdir(), 'planlint-recall-'));
afterAll(() => rmSync(folder, { recursive: true }));
const schema = `CREATE TABLE a (id int, g int) PARTITION BY LIST (g);
CREATE TABLE a_1 PARTITION OF a FOR VALUES IN (1);
CREATE TABLE a_2 PARTITION OF a FOR VALUES IN (2);\n`;
const files = {
  'schema.sql': schema,
  'q.sql': 'SELECT id FROM a WHERE g = 1;\n',
  'base.json': { quiet: false },
  'rule.mjs': `export default { id: 'ours/none', summary: 's', why: 'w', bad: 'SELECT 1', good: 'SELECT 2', severity: 'warning', check: () => [] };\n`,
  'planlint.config.json': { paths: 'q.sql', schema: 'schema.sql', rules: ['./rule.mjs', {}], extends: './base.json' },
};

let made = 0;

function workplace() {
  const root = join(folder, `${made++}`);
  mkdirSync(root);
  const write = (more: Readonly<Record<string, unknown>>): void => {
    for (const [name, content] of Object.entries(more))
      writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
  };
  write(files);
  const kept = join(root, 'kept');
  const check = (...argv: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'check', '--cache-location', kept, ...argv], {
      cwd: root,
      encoding: 'utf8',
    });
    return { code: status, stdout, stderr, isRecalled: stdout.includes(', as judged before') };
  };
  return { write, check, count: () => readdirSync(kept, { withFileTypes: true }).length };
}

test('an unchanged run says the same without judging, and any change has all judged', () => {
  const { write, check, count } = workplace();
  expect(check()).toMatchObject({ code: 0, isRecalled: false, stderr: '' });
  expect(check()).toMatchObject({ code: 0, isRecalled: true, stderr: '' });
  expect(check('--no-cache').isRecalled).toBe(false);
  expect(check('--format', 'json').stdout).toBe(check('--format', 'json', '--no-cache').stdout);
  expect(count()).toBe(1);
  const changes: readonly Readonly<Record<string, unknown>>[] = [
    { 'q.sql': 'SELECT id FROM a WHERE g = 2;\n' },
    { 'schema.sql': `${schema}CREATE TABLE a_3 PARTITION OF a FOR VALUES IN (3);\n` },
    { 'rule.mjs': files['rule.mjs'].replace("'warning'", "'error'") },
    { 'base.json': { reportUnusedIgnores: true } },
  ];
  for (const change of changes) {
    write(change);
    expect([change, check().isRecalled, check().isRecalled]).toEqual([change, false, true]);
  }
  write({ 'q.sql': 'SELECT id FROM a;\n' });
  expect([check(), check()]).toMatchObject([
    { code: 1, isRecalled: false },
    { code: 1, isRecalled: true },
  ]);
});

test.each<[what: string, more: Readonly<Record<string, unknown>>, argv: readonly string[]]>([
  ['a rule that imports a package', { 'rule.mjs': `import 'node:fs';\n${files['rule.mjs']}` }, []],
  ['what is executed', {}, ['--analyze']],
  ['fixes', {}, ['--fix']],
])('%s: nothing is kept', (_, more, argv) => {
  const { write, check } = workplace();
  write(more);
  expect([check(...argv), check(...argv)]).toMatchObject([
    { code: 0, isRecalled: false },
    { code: 0, isRecalled: false },
  ]);
});
