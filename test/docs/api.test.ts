import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import * as planlint from '../../src/index.ts';
import { makeProject, removeProjects, runIn } from '../testing/project.ts';
import { readPage } from './pages.ts';

vi.setConfig({ testTimeout: 180_000 });
afterAll(removeProjects);

const { files, outputs } = readPage('api.md');
const ledger = { 'db/schema.sql': readFileSync(join(import.meta.dirname, '../../fixtures/ledger/schema.sql'), 'utf8') };
const queries = [
  "SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00';",
  'SELECT id FROM ledger_entry WHERE account_group = 3;',
];

test('the example prints what the page shows', async () => {
  const project = makeProject([], { ...files, ...ledger, 'db/queries/entries.sql': queries.join('\n') });
  expect(await runIn(project, ['check.mjs'])).toEqual({ code: 0, said: `${outputs.join('\n')}\n\n` });
  expect((await runIn(project, ['check.mjs', '--json'])).said).toContain('"version": 1');
});

test('an error of the user has its area and hint', async () => {
  const { code, said } = await runIn(makeProject([], { ...files, ...ledger }), ['check.mjs']);
  expect(code, said).toBe(2);
  expect(said).toMatch(/^\s*(?:usage|source): .*db\/queries/);
});

test('what the page names is exported', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
  const named = [...page.matchAll(/`((?:format|open|load|explain|read|lint)[A-Z]?\w*)[(`]/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !Object.hasOwn(planlint, name))).toEqual([]);
});
