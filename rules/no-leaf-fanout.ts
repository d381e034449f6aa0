import { weakestKey } from '../src/keys.ts';
import type { Rule } from '../src/rule.ts';
import type { KeyBinding } from '../src/verdict.ts';
import { aboutKey, conditionOn, placeOf, reasonOf, referencesOf } from '../src/wording.ts';

/** Leaves that a reference may read in each group. */
const maxLeavesPerGroup = 1;

export default {
  id: 'no-leaf-fanout',
  summary: 'The plan reads more than one leaf in a group.',
  why: 'Each further leaf is another index to descend, another relation to lock and to plan for. The keys are constrained, but to more than one partition: a period that crosses a border, an open end, a list, or a value that is known only while the query runs.',
  bad: `SELECT id, amount FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-01-01 00:00:00+00' AND created_at <= '2026-01-01 00:00:00+00'`,
  good: `SELECT id, amount FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-01-01 00:00:00+00' AND created_at < '2026-01-01 00:00:00+00'`,
  severity: 'error',
  *check({ judgement, catalog }) {
    for (const [index, reference] of referencesOf(judgement).entries()) {
      const most = Math.max(0, ...Object.values(reference.leaves.byGroup));
      const key = weakestKey(reference, 'leaf', catalog);
      if (most <= maxLeavesPerGroup || key === undefined) continue;
      yield {
        ...aboutKey({ index, reference, key, cause: causeOf(key) }),
        span: placeOf(key, reference),
        help: key.advice ?? helpFor(key, reference.alias),
      };
    }
  },
} satisfies Rule;

function causeOf(key: KeyBinding): string {
  if (key.cause !== null) return reasonOf(key);
  if (key.binding === 'range') return `the range of \`${key.column}\` reaches over a border between leaves`;
  return key.binding === 'list' ? `the values of \`${key.column}\` lie in different leaves` : reasonOf(key);
}

function helpFor({ column, binding, origin }: KeyBinding, alias: string): string {
  const range = `\`${conditionOn(column, alias, 'range')}\``;
  switch (binding) {
    case 'run-time':
      return origin === 'join'
        ? `Write the period for this table too: ${range}; it does not travel through a join.`
        : `Read the value first and pass it as a parameter, so that \`${column}\` is known when the query is planned.`;
    case 'half-range':
      return `Give \`${column}\` its other end too: ${range} within one partition.`;
    case 'list':
      return 'Ask for the values of one partition at a time.';
    case 'exclusion':
      return `Say what \`${column}\` is, not what it is not: ${range}.`;
    default:
      return `Keep \`${column}\` within one partition, with \`<\` instead of \`<=\` where the upper end is a border; or split the statement at the border.`;
  }
}
