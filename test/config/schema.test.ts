import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { checkConfig } from '../../src/config/check-config.ts';
import { configKeys } from '../../src/config/keys.ts';
import { readSettings } from '../../src/policy/read-settings.ts';

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../planlint.schema.json'), 'utf8'));
const validate = new Ajv({ allErrors: true, allowUnionTypes: true, strictTuples: false }).compile(schema);

/** Whether planlint itself takes a config without rules of one's own. */
function isTaken(config: object): boolean {
  try {
    const { rules: given = [], overrides = [], projects = [] } = checkConfig(config, 'planlint.config.json');
    const settings = [...given, ...overrides.map((one) => one.rules), ...projects.flatMap((project) => project.rules ?? [])];
    for (const one of settings) if (typeof one !== 'string') readSettings(rules, one as never, 'rules');
    return true;
  } catch {
    return false;
  }
}

describe('a good config passes, with planlint and with the schema', () => {
  const cases: readonly (readonly [what: string, config: object])[] = [
    ['nothing', {}],
    [
      'paths and a schema',
      { $schema: './node_modules/planlint/planlint.schema.json', paths: ['db/queries'], schema: 'db/migrations', seed: ['db/seed.sql'] },
    ],
    [
      'a command with variables',
      { schemaCommand: 'npx knex migrate:latest', schemaInput: ['migrations/**'], env: { DB_PORT: '{port}', DB_POOL: 1, EMPTY: '' } },
    ],
    ['a server from the environment', { url: '${DATABASE_URL:-service=ledger}', set: { timezone: 'UTC' }, onlySchema: ['app', 'app_*'] }],
    ['outputs', { format: ['pretty', 'sarif=planlint.sarif'], quiet: true, failOn: 'warning', maxWarnings: 0, failOnInconclusive: true }],
    ['one output', { format: 'compact' }],
    ['a level', { rules: { 'no-leaf-fanout': 'off' } }],
    [
      'options',
      { rules: { 'no-leaf-fanout': { allowPeriodSpan: '12 months', maxLeavesPerGroup: 2, tables: { credit: { maxLeavesPerGroup: 3 } } } } },
    ],
    ['a level and options', { rules: { 'no-group-fanout': ['warning', { maxGroups: 14 }] } }],
    ['files of rules', { rules: ['./rules/ours.js', { 'no-leaf-fanout': 'warning' }] }],
    ['overrides', { overrides: [{ paths: ['db/dashboard/**'], rules: { 'no-group-fanout': { maxGroups: 14 } } }] }],
    [
      'projects',
      {
        pgVersion: 17,
        projects: [
          { name: 'ledger', paths: 'ledger/queries', schema: 'ledger/db' },
          { paths: ['shop'], schema: ['shop/db'] },
        ],
      },
    ],
  ];
  test.each(cases)('%s', (_, config) => {
    expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
    expect(isTaken(config)).toBe(true);
  });
});

describe('what is wrong fails, with planlint and with the schema', () => {
  const cases: readonly (readonly [what: string, config: object])[] = [
    ['a mistyped key', { shema: 'db' }],
    ['a mistyped rule', { rules: { 'no-leaf-fan-out': 'off' } }],
    ['a mistyped rule in a list', { rules: [{ 'no-leaf-fan-out': 'off' }] }],
    ['a mistyped rule in overrides', { overrides: [{ paths: ['a'], rules: { 'no-leaf-fan-out': 'off' } }] }],
    ['a mistyped option', { rules: { 'no-leaf-fanout': { maxLeafsPerGroup: 2 } } }],
    ['an option of another rule', { rules: { 'no-leaf-fanout': { maxGroups: 2 } } }],
    ['a mistyped option of a table', { rules: { 'no-leaf-fanout': { tables: { credit: { maxLeafs: 2 } } } } }],
    ['a level that is none', { rules: { 'no-leaf-fanout': 'warn' } }],
    ['options before their level', { rules: { 'no-leaf-fanout': [{ maxLeavesPerGroup: 2 }, 'error'] } }],
    ['a count of nothing', { rules: { 'no-leaf-fanout': { maxLeavesPerGroup: 0 } } }],
    ['a period without a number', { rules: { 'no-leaf-fanout': { allowPeriodSpan: 'a year' } } }],
    ['a text for a flag', { quiet: 'yes' }],
    ['a text for a count', { maxWarnings: '3' }],
    ['a negative count', { maxWarnings: -1 }],
    ['an unknown version', { pgVersion: 9 }],
    ['a severity that is none', { failOn: 'info' }],
    ['a number for a path', { schema: 3 }],
    ['an empty path', { paths: [''] }],
    ['overrides without paths', { overrides: [{ rules: {} }] }],
    ['another key in overrides', { overrides: [{ paths: ['a'], rules: {}, schema: 'db' }] }],
    ['projects in a project', { projects: [{ projects: [] }] }],
    ['a name at the top', { name: 'ledger' }],
    ['extends in a project', { projects: [{ extends: './base.json' }] }],
  ];
  test.each(cases)('%s', (_, config) => {
    expect(validate(config)).toBe(false);
    expect(isTaken(config)).toBe(false);
  });
});

test('every key and every rule is described', () => {
  const keys = Object.entries(configKeys).filter(([, key]) => !('only' in key) || key.only !== 'project');
  expect(Object.keys(schema.properties)).toEqual(keys.map(([name]) => name));
  expect(Object.keys(schema.definitions.rules.properties)).toEqual(rules.map(({ id }) => id));
  for (const { description } of [...Object.values(schema.properties), ...Object.values(schema.definitions.project.properties)] as {
    description: string;
  }[])
    expect(description).toMatch(/^[A-Z`].+\.$/);
});
