import { afterAll, describe, expect, test, vi } from 'vitest';
import { makeProject, removeProjects, runIn } from './project.ts';

vi.setConfig({ testTimeout: 180_000 });
afterAll(removeProjects);

const builders = `
const whole = { account_group: 3, created_at: new Date('2025-06-11T00:00:00Z') };
const db = knex({ client: 'pg' });
const ky = new Kysely({ dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(), createIntrospector: (one) => new PostgresIntrospector(one), createQueryCompiler: () => new PostgresQueryCompiler() } });
const entries = pgTable('ledger_entry', { id: text('id'), account_group: integer('account_group'), created_at: timestamp('created_at', { withTimezone: true }) });
const dz = drizzle.mock();
test('good queries', async () => {
  await expect("SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11'").toReadOneLeafPerGroup();
  await expect({ text: 'SELECT id FROM ledger_entry WHERE account_group = $1 AND created_at >= $2 AND created_at < $3', values: [3, new Date('2025-03-01'), new Date('2025-04-01')] }).toReadOneLeafPerGroup();
  await expect({ sql: 'SELECT id FROM ledger_entry WHERE account_group = $1 AND created_at = $2', params: [3n, '2025-06-11'] }).toReadOneLeafPerGroup();
  await expect(db('ledger_entry').select('id').where(whole)).toReadOneLeafPerGroup();
  await expect(ky.selectFrom('ledger_entry').select('id').where('account_group', '=', 3).where('created_at', '=', whole.created_at)).toReadOneLeafPerGroup();
  await expect(dz.select({ id: entries.id }).from(entries).where(and(eq(entries.account_group, 3), eq(entries.created_at, whole.created_at)))).toReadOneLeafPerGroup();
});
test('bad queries', async () => {
  for (const bad of [
    'SELECT id FROM ledger_entry WHERE account_group = 3',
    { text: 'SELECT id FROM ledger_entry WHERE account_group = $1 AND created_at >= $2 AND created_at < $3', values: [3, new Date('2024-03-01'), new Date('2025-04-01')] },
    db('ledger_entry').select('id').where({ account_group: 3 }),
    ky.selectFrom('ledger_entry').select('id').where('account_group', '=', 3),
    dz.select({ id: entries.id }).from(entries).where(eq(entries.account_group, 3)),
  ]) await expect(bad).not.toReadOneLeafPerGroup();
});
test('a bad one', async () => {
  await expect({ text: 'SELECT id FROM ledger_entry WHERE account_group = $1', values: [3] }).toReadOneLeafPerGroup();
});
test('a good one', async () => {
  await expect("SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11'").not.toReadOneLeafPerGroup();
});
test('one that is not judged', async () => {
  await expect('SELECT id FROM ledger').not.toReadOneLeafPerGroup();
});
test('no query', async () => {
  await expect({ query: 1 }).not.toReadOneLeafPerGroup();
});
`;

const kysely = 'Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler';
const columns = 'pgTable, integer, text, timestamp';
const asModule = `import knex from 'knex';
import { ${kysely} } from 'kysely';
import { drizzle } from 'drizzle-orm/node-postgres';
import { and, eq } from 'drizzle-orm';
import { ${columns} } from 'drizzle-orm/pg-core';
${builders}`;
const asScript = `const knex = require('knex');
const { drizzle } = require('drizzle-orm/node-postgres');
const { and, eq } = require('drizzle-orm');
const { ${columns} } = require('drizzle-orm/pg-core');
const { ${kysely} } = require('kysely');
${builders}`;
const orms = ['knex', 'kysely', 'drizzle-orm', 'pg'];

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose'];
const jest = ['node_modules/jest/bin/jest.js', '--verbose', '--runInBand'];
const asJest = `module.exports = { setupFilesAfterEnv: ['planlint/jest'], testTimeout: 60_000, testMatch: ['**/*.test.{js,mjs}'] };`;
const asVitest = `export default { test: { globals: true, testTimeout: 60_000, setupFiles: ['planlint/vitest'] } };`;
const config = { 'planlint.config.json': '{ "schema": "schema.sql" }' };

const runners = [
  ['Vitest', ['vitest', 'vite', '@vitest'], { 'vitest.config.mjs': asVitest, 'a.test.mjs': asModule }, vitest, {}],
  ['Jest', ['jest', '@jest'], { 'jest.config.cjs': asJest, 'a.test.js': asScript }, jest, {}],
  [
    'Jest with modules',
    ['jest', '@jest'],
    { 'jest.config.cjs': asJest, 'a.test.mjs': asModule },
    jest,
    { NODE_OPTIONS: '--experimental-vm-modules' },
  ],
] as const;

describe.each(runners)('%s', (_, packages, files, argv, env) => {
  test('passes what is good, and shows what is bad', async () => {
    const { code, said } = await runIn(makeProject([...packages, ...orms], { ...files, ...config }), argv, env);
    expect(code, said).toBe(1);
    for (const title of ['good queries', 'bad queries']) expect(said).toMatch(new RegExp(`[✓√] .*${title}`));
    for (const title of ['a bad one', 'a good one', 'one that is not judged', 'no query']) expect(said).toMatch(new RegExp(`[✕×] .*${title}`));
    for (const line of [
      'expected the query to read one leaf per group, and to name the partition keys',
      'error require-partition-keys: `ledger_entry` reads 5 leaves in 1 group; `created_at` is not constrained',
      'ledger_entry  5 of 70 leaves, missing-key',
      'g03           █      █     █     █     █',
      'expected the query to be at fault, and it passes',
      'this query cannot be judged: relation "ledger" does not exist',
      'this is no query: give its text',
    ])
      expect(said).toContain(line);
  });
});

test.each([
  ['Vitest', ['vitest', 'vite', '@vitest'], { 'vitest.config.mjs': asVitest.replace('planlint/vitest', './setup.mjs') }, vitest, 'planlint/vitest'],
  ['Jest', ['jest', '@jest'], { 'jest.config.cjs': asJest.replace('planlint/jest', '<rootDir>/setup.cjs') }, jest, 'planlint/jest'],
] as const)('%s with a set-up of its own, and none of it left over', async (name, packages, files, argv, entry) => {
  const setup =
    name === 'Jest'
      ? { 'setup.cjs': `require('${entry}').setupPlanlint({ schema: 'schema.sql' });` }
      : { 'setup.mjs': `import { setupPlanlint } from '${entry}'; setupPlanlint({ schema: 'schema.sql' });` };
  const suite = `test('good', async () => { await expect("SELECT 1 FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11'").toReadOneLeafPerGroup(); });`;
  const { code, said } = await runIn(makeProject([...packages], { ...files, ...setup, 'a.test.js': suite }), argv);
  expect(code, said).toBe(0);
  expect(said).not.toMatch(/did not exit|open handle/);
});
