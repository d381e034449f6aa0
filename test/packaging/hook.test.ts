import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';

const root = join(import.meta.dirname, '../..');
const entry = /entry: planlint (.+)/.exec(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8'))?.[1]?.split(' ') ?? [];

const folder = mkdtempSync(join(tmpdir(), 'planlint-hook-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const fault = 'SELECT amount FROM ledger_entry WHERE id = 1;\n';
const projects = { schema: 'db/schema.sql', exclude: ['db/schema.sql'], projects: [{ paths: ['ledger'] }, { paths: ['shop'] }] };
const single = { schema: 'db/schema.sql', paths: ['ledger'], exclude: ['db/schema.sql', 'shop/old/**'] };

/** The hook gets the names of the files that are committed. */
const cases: readonly (readonly [what: string, config: object, files: readonly string[], code: number])[] = [
  ['a file with a fault', single, ['ledger/bad.sql'], 1],
  ['a file without', single, ['ledger/good.sql'], 0],
  ['a file without queries, and one with', single, ['tools/build.ts', 'ledger/bad.sql'], 1],
  ['files without queries only', single, ['tools/build.ts', 'tools/empty.sql'], 0],
  ['excluded files only', single, ['db/schema.sql', 'shop/old/bad.sql'], 0],
  ['an excluded file and one with a fault', single, ['shop/old/bad.sql', 'ledger/bad.sql'], 1],
  ['a file of a project', projects, ['ledger/bad.sql'], 1],
  ['a file of no project', projects, ['tools/build.ts'], 0],
  ['a file of no project and one of a project', projects, ['tools/bad.sql', 'shop/bad.sql'], 1],
  ['the schema only', projects, ['db/schema.sql'], 0],
];

describe('the entry of the hook', () => {
  beforeAll(() => {
    for (const path of ['ledger/bad.sql', 'shop/bad.sql', 'shop/old/bad.sql', 'tools/bad.sql']) write(path, fault);
    write('ledger/good.sql', "SELECT amount FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-01 00:00:00+00';\n");
    write('tools/build.ts', 'export const build = (name: string): string => `dist/${name}`;\n');
    write('tools/empty.sql', '-- nothing yet\n');
    write('db/.keep', '');
    cpSync(join(root, 'fixtures/ledger/schema.sql'), join(folder, 'db/schema.sql'));
  });

  test.each(cases)('%s', async (_, config, files, code) => {
    write('planlint.config.json', JSON.stringify(config));
    const outcome = await run([...entry, ...files], { cwd: folder });
    expect(outcome.code, outcome.stderr + outcome.stdout).toBe(code);
  });

  test('a file of no project is an error where it is named by hand', async () => {
    write('planlint.config.json', JSON.stringify(projects));
    const { code, stderr } = await run(['check', 'tools/bad.sql'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('tools/bad.sql belongs to no project');
  });
});
