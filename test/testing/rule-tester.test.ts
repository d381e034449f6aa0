import { afterAll, expect, test, vi } from 'vitest';
import { makeProject, removeProjects, runIn } from './project.ts';

vi.setConfig({ testTimeout: 180_000 });
afterAll(removeProjects);

const rule = `{
  id: 'ours/few-scans', summary: 'A', why: 'B', severity: 'error', readsPlan: true,
  bad: 'SELECT 1 FROM ledger_entry WHERE account_group = 3',
  good: "SELECT 1 FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11'",
  options: { most: { kind: 'count', default: 1, about: 'How many.' } },
  *check({ plan, judgement }, { most }) {
    const scans = (node) => [node].filter((one) => one.relation !== null).length + node.children.reduce((sum, child) => sum + scans(child), 0);
    const found = plan === null ? 0 : scans(plan);
    if (found > most) yield { reference: 0, key: 'created_at', span: judgement.references[0].span, message: found + ' scans', help: 'Scan less.' };
  },
}`;

const trials = `
const rule = ${rule};
const tester = createRuleTester({ schema: 'schema.sql' });
after(() => tester.close());
const year = { sql: 'SELECT 1 FROM ledger_entry WHERE account_group = $1 AND created_at >= $2 AND created_at < $3', values: [3, '2024-01-01', '2026-01-01'] };
test('as it is', () => tester.run(rule, {
  valid: ["SELECT 1 FROM ledger_entry WHERE account_group = 4 AND created_at = '2025-06-11'", { ...year, options: { most: 2 } }],
  invalid: [year, { ...year, findings: [{ message: '2 scans', help: /less/, table: 'public.ledger_entry', severity: 'error', text: 'ledger_entry' }] }],
}));
test('otherwise', () => tester.run(rule, {
  valid: [year, 'SELECT 1 FROM nowhere'],
  invalid: ['SELECT 1 FROM account', { ...year, findings: [{ message: '3 scans' }] }, { ...year, findings: [] }, { ...year, findings: [{}, {}] }],
}));
test('the rule is at fault', () => tester.run({ ...rule, check() { throw new Error('oh'); } }, { valid: [], invalid: [] }));
test('it is no rule', () => tester.run({ ...rule, id: 'NoRule' }, { valid: [], invalid: [] }));
`;

const shown = [
  'ours/few-scans: 6 of 8 statements came out otherwise',
  'valid[0]',
  'expected no finding, and there is 1 finding',
  'valid[1]',
  'it is inconclusive: relation "nowhere" does not exist',
  'expected a finding, and there is none',
  'findings[0].message',
  'expected "3 scans"',
  'found    "2 scans"',
  'expected 2 findings, and there is 1 finding',
  'the rule ours/few-scans fails with "oh" at query:1',
  'the id "NoRule" is not in kebab case',
];

test.each([
  [
    'Vitest',
    ['vitest', 'vite', '@vitest'],
    { 'a.test.mjs': `import { afterAll as after, test } from 'vitest'; import { createRuleTester } from 'planlint/testing'; ${trials}` },
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', '--testTimeout=60000'],
  ],
  [
    'Jest',
    ['jest', '@jest'],
    { 'a.test.js': `const { createRuleTester } = require('planlint/testing'); const after = afterAll; ${trials}` },
    ['node_modules/jest/bin/jest.js', '--verbose', '--testTimeout=60000'],
  ],
  [
    'node:test',
    [],
    { 'a.test.mjs': `import { after, test } from 'node:test'; import { createRuleTester } from 'planlint/testing'; ${trials}` },
    ['--test', '--test-reporter=spec', 'a.test.mjs'],
  ],
] as const)('%s', async (_, packages, files, argv) => {
  const { code, said } = await runIn(makeProject([...packages], files), argv);
  expect(code, said).toBe(1);
  expect(said).toMatch(/[✓√✔] .*as it is/);
  for (const title of ['otherwise', 'the rule is at fault', 'it is no rule']) expect(said).toMatch(new RegExp(`[✕×✖] .*${title}`));
  for (const line of shown) expect(said.replaceAll('\\n', '\n')).toContain(line);
});
