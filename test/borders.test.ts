import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCrossings } from './borders.ts';
import { parseModule, readModules } from './imports.ts';

const modules = readModules(join(import.meta.dirname, '..'));

test('no border is crossed', () => {
  expect(modules.length).toBeGreaterThan(10);
  expect(findCrossings(modules)).toEqual([]);
});

describe('a crossing is noticed', () => {
  const cases: readonly (readonly [path: string, text: string, crossing: string])[] = [
    ['src/lint.ts', `import { Command } from 'commander';`, 'src/lint.ts imports commander'],
    ['src/catalog/read.ts', `import type { Client } from 'pg';`, 'src/catalog/read.ts imports pg'],
    ['src/plan/plan.ts', `const { parse } = await import('libpg-query');`, 'src/plan/plan.ts imports libpg-query'],
    ['src/sql/parse.ts', `import { astVisitor } from 'pgsql-ast-parser';`, 'src/sql/parse.ts imports pgsql-ast-parser'],
    ['src/cli/check.ts', `import chalk from 'chalk';`, 'src/cli/check.ts imports chalk'],
    ['rules/no-loop.ts', `import { readFileSync } from 'node:fs';`, 'rules/no-loop.ts imports node:fs'],
    ['rules/no-loop.ts', `import type { Database } from '../src/database/database.ts';`, 'rules/no-loop.ts imports src/database/database.ts'],
    ['rules/no-loop.ts', `import { parse } from '../src/sql/parse.ts';`, 'rules/no-loop.ts imports src/sql/parse.ts'],
    ['src/report/json.ts', `import type { Catalog } from '../catalog/catalog.ts';`, 'src/report/json.ts imports src/catalog/catalog.ts'],
    ['src/report/json.ts', `import { writeFileSync } from 'node:fs';`, 'src/report/json.ts imports node:fs'],
    ['src/lint.ts', `import { rules } from '../rules/index.ts';`, 'src/lint.ts imports rules/index.ts'],
    ['src/lint.ts', `const home = process.env['HOME'];`, 'src/lint.ts touches process'],
    ['src/lint.ts', `import { env } from 'node:process';`, 'src/lint.ts imports node:process'],
    ['src/sql/index.ts', `export * from './split.ts';`, `src/sql/index.ts exports what is another file's`],
    ['src/sql/long.ts', '\n'.repeat(301), 'src/sql/long.ts has 301 lines'],
    ['src/sql/RoleChief.ts', '', 'src/sql/RoleChief.ts is not named in kebab case'],
  ];
  for (const [path, text, crossing] of cases) {
    test(crossing, () => expect(findCrossings([parseModule(path, text)])).toEqual([crossing]));
  }

  test('a cycle of values, not one of types', () => {
    const back = parseModule('src/b.ts', `import { a } from './a.ts'; export const b = a;`);
    const value = parseModule('src/a.ts', `import { b } from './b.ts'; export const a = b;`);
    const type = parseModule('src/a.ts', `import type { B } from './b.ts'; export const a = 1 as B;`);
    expect(findCrossings([value, back])).toEqual(['src/a.ts → src/b.ts → src/a.ts is a cycle']);
    expect(findCrossings([type, back])).toEqual([]);
  });
});

test('what only looks like a crossing is none', () => {
  const text = `/** The process, as in \`import pg from 'pg'\`. */\nexport const note = "import chalk from 'chalk'";\n`;
  expect(findCrossings([parseModule('src/note.ts', text)])).toEqual([]);
});
