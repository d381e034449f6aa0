import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { run } from './run.ts';

test('planlint rules lists every rule, on lines no wider than the terminal', async () => {
  const { code, stdout } = await run(['rules'], { columns: 80, env: { NO_COLOR: '1' } });
  expect(code).toBe(0);
  for (const { id, severity } of rules) expect(stdout).toMatch(new RegExp(`^${id} +${severity} `, 'm'));
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

describe('planlint rules <id>', () => {
  test.each(rules.map((rule) => [rule.id, rule] as const))('%s', async (id, { summary, bad, good, aboutComments, options = {} }) => {
    const { code, stdout } = await run(['rules', id], { columns: 100, env: { NO_COLOR: '1' } });
    expect(code).toBe(0);
    const words = stdout.replace(/\s+/g, ' ');
    for (const text of [
      summary,
      bad,
      good,
      aboutComments === true ? 'A comment cannot ignore it.' : `planlint-ignore ${id}`,
      ...Object.keys(options),
      ...Object.values(options).map(({ about }) => about),
    ])
      expect(words).toContain(text.replace(/\s+/g, ' '));
  });

  test('is coloured on a terminal, and says the same', async () => {
    const [plain, coloured] = await Promise.all([run(['rules', 'no-leaf-fanout', '--no-color']), run(['rules', 'no-leaf-fanout', '--color'])]);
    expect(coloured.stdout).toContain('\u001b[');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colours are made of
    expect(coloured.stdout.replace(/\u001b\[\d+m/g, '')).toBe(plain.stdout.replace(/`/g, ''));
  });

  test('names the rule that was meant', async () => {
    expect(await run(['rules', 'no-leaf-fan-out'])).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "no-leaf-fanout"?') });
  });
});
