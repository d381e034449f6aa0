import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { toAskedRules } from '../../src/cli/asked-rules.ts';
import { homepage, toRulePage } from '../../src/homepage.ts';
import type { RuleSetting } from '../../src/policy/rule-settings.ts';

const id = 'no-leaf-fanout';
const set = (setting?: RuleSetting) => ({ policy: setting === undefined ? {} : { rules: { [id]: setting } } });

const cases: readonly (readonly [projects: readonly Parameters<typeof toAskedRules>[2][number][], level: string | null])[] = [
  [[{}], null],
  [[set()], null],
  [[set('warning')], 'warning'],
  [[set('off')], 'off'],
  [[set(['error', { maxLeavesPerGroup: 2 }])], 'error'],
  [[set({ maxLeavesPerGroup: 2 })], null],
  [[set('off'), set('off')], 'off'],
  [[set('off'), set('warning')], null],
  [[set('off'), set()], null],
];
test.each(cases)('set as %j, the level is %s', (projects, level) => {
  const asked = toAskedRules(rules, [], projects);
  expect(asked.map((rule) => rule.id)).toEqual(rules.map((rule) => rule.id));
  expect(asked.find((rule) => rule.id === id)?.level).toBe(level);
});

test('rules of one’s own come last, with all their texts, and without a page', () => {
  const own = { id: 'ours/no-x', summary: 'S.', why: 'W', bad: 'b', good: 'g', severity: 'warning' as const, options: {} };
  const asked = toAskedRules(rules, [own], [{ policy: { rules: { 'ours/no-x': 'error' } } }]);
  expect(asked.at(-1)).toEqual({ ...own, level: 'error', page: null });
  expect(asked[0]?.page).toBe(toRulePage(homepage, asked[0]?.id ?? ''));
});
