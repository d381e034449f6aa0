import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { makeProject, removeProjects, runIn } from '../testing/project.ts';
import { readPage } from './pages.ts';

vi.setConfig({ testTimeout: 180_000 });
afterAll(removeProjects);

const { files, outputs } = readPage('testing.md');
const ledger = {
  'db/schema.sql': readFileSync(join(import.meta.dirname, '../../fixtures/ledger/schema.sql'), 'utf8'),
  'planlint.config.json': '{ "schema": "db/schema.sql" }',
};
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose'];

test('Vitest fails the second test as the page shows', async () => {
  const { code, said } = await runIn(makeProject(['vitest', 'vite', '@vitest'], { ...ledger, ...files }), vitest);
  expect(code, said).toBe(1);
  for (const title of ['entries of a month', 'a known exception']) expect(said).toMatch(new RegExp(`[✓√] .*${title}`));
  expect(outputs).toHaveLength(1);
  for (const output of outputs) expect(said).toContain(output);
});

test('Jest says the same', async () => {
  const { 'entries.test.mjs': suite = '', 'vitest.config.mjs': _, ...others } = files;
  const project = makeProject(['jest', '@jest'], { ...ledger, ...others, 'entries.test.mjs': suite.replace(/^import .* from .vitest.;\n/, '') });
  const argv = ['node_modules/jest/bin/jest.js', '--verbose', '--testMatch=**/*.test.mjs'];
  const { code, said } = await runIn(project, argv, { NODE_OPTIONS: '--experimental-vm-modules' });
  expect(code, said).toBe(1);
  expect(said).toMatch(/[✓√] .*entries of a month/);
  for (const line of (outputs[0] ?? '').split('\n').slice(1)) expect(said).toContain(line);
});

test('a set-up of its own stands in for the config', async () => {
  const { 'planlint.config.json': _, ...withoutConfig } = ledger;
  const config = (files['vitest.config.mjs'] ?? '').replace('planlint/vitest', './setup.mjs');
  const project = makeProject(['vitest', 'vite', '@vitest'], { ...withoutConfig, ...files, 'vitest.config.mjs': config });
  const { said } = await runIn(project, vitest);
  expect(said).toMatch(/[✓√] .*entries of a month/);
  expect(said).toContain('timezone Europe/Berlin');
});
