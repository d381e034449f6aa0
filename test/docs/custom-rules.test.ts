import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { makeProject, removeProjects, runIn } from '../testing/project.ts';
import { readPage } from './pages.ts';

vi.setConfig({ testTimeout: 180_000 });
afterAll(removeProjects);

const { files } = readPage('custom-rules.md');
const queries = [
  "SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00' LIMIT 50 OFFSET 100;",
  "SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00' LIMIT 50 OFFSET 101;",
];
const project = makeProject([], {
  ...files,
  'db/schema.sql': readFileSync(join(import.meta.dirname, '../../fixtures/ledger/schema.sql'), 'utf8'),
  'db/q.sql': queries.join('\n'),
});
const planlint = 'node_modules/planlint/bin/planlint.js';

test('the test of the page passes', async () => {
  const { code, said } = await runIn(project, ['--test', '--test-reporter=spec', 'no-offset.test.mjs']);
  expect(code, said).toBe(0);
  for (const title of ['ours/no-offset', 'ours/narrow-joins']) expect(said).toContain(`✔ ${title}`);
});

test('the config of the page holds the rules, with the option', async () => {
  const { code, said } = await runIn(project, [planlint, 'check', 'db/q.sql', '--format', 'compact']);
  expect(code, said).toBe(1);
  expect(said).toContain('101 rows are read and thrown away');
  expect(said).not.toContain('100 rows are read');
});

test('planlint rules lists them', async () => {
  const { said } = await runIn(project, [planlint, 'rules']);
  expect(said).toMatch(/ours\/no-offset +error/);
  expect(said).toMatch(/ours\/narrow-joins +warning/);
});
