import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { loadRules } from '../../src/policy/load-rules.ts';
import type { Subject } from '../../src/subject.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planlint-'));
});
afterAll(() => rm(folder, { recursive: true }));

const texts = `summary: 'A.', why: 'B.', bad: 'SELECT 1', good: 'SELECT 2', severity: 'error'`;
const whole = (more: string, id = 'no-star'): string => `export default { id: '${id}', ${texts}, ${more} }`;
const yields = `*check() { yield { span: null, message: 'm', help: 'h' }; }`;

let count = 0;
async function load(source: string, name = `rule-${++count}.mjs`) {
  await writeFile(join(folder, name), source);
  return loadRules([`./${name}`], folder, { known: rules });
}

const subject = { statement: { path: 'q.sql', line: 3, column: 1 } } as unknown as Subject;

test.each([
  ['a module', whole(yields), undefined],
  ['TypeScript', `const id: string = 'no-star';\nexport default { id, ${texts}, ${yields} } as const`, 'typed.ts'],
  ['a list', `export default [{ id: 'no-star', ${texts}, ${yields} }]`, undefined],
  ['options', whole(`options: { most: { kind: 'count', default: 2, about: 'How many.' } }, ${yields}`), undefined],
  ['an id with the name of its house', whole(yields, 'ours/no-star'), undefined],
])('%s', async (_, source, name) => {
  const [rule] = await load(source, name);
  expect(rule?.id).toMatch(/no-star$/);
  expect([...(rule?.check(subject, {}) ?? [])]).toEqual([{ span: null, message: 'm', help: 'h' }]);
});

describe('refused', () => {
  test.each([
    ['export const rule = 1', 'its default export is no rule'],
    ['export default {', 'does not load: '],
    [`export default { id: 'no-star' }`, 'summary of the rule has to be a text'],
    [whole(yields, 'NoStar'), 'the id "NoStar" is not in kebab case'],
    [whole(yields, 'no-leaf-fanout'), 'there is a rule "no-leaf-fanout" already'],
    [whole(yields).replace(`'error'`, `'fatal'`), 'severity of no-star has to be "error" or "warning"'],
    [whole('check: 1'), 'check of no-star has to be a function'],
    [
      whole(`options: { most: { kind: 'number', default: 2, about: 'A.' } }, ${yields}`),
      'option most of no-star has to be of a kind: count, flag, period, names',
    ],
    [
      whole(`options: { most: { kind: 'count', default: 0, about: 'A.' } }, ${yields}`),
      'option most of no-star has a default that is not a whole number from 1',
    ],
    [whole(`options: { tables: { kind: 'count', default: 1, about: 'A.' } }, ${yields}`), 'option tables of no-star has a name that cannot be set'],
  ])('%s', async (source, message) => {
    await expect(load(source)).rejects.toMatchObject({ area: 'config', message: expect.stringContaining(message) });
  });
});

describe('a fault inside the rule is named with the statement', () => {
  test.each([
    [`check() { throw new Error('oh'); }`, 'the rule no-star fails with "oh" at q.sql:3'],
    [`*check() { yield {}; }`, 'the rule no-star yields what is no problem'],
    [`check() {}`, 'the rule no-star fails with '],
  ])('%s', async (source, message) => {
    const [rule] = await load(whole(source));
    expect(() => [...(rule?.check(subject, {}) ?? [])]).toThrow(
      expect.objectContaining({ area: 'config', message: expect.stringContaining(message) }),
    );
  });
});
