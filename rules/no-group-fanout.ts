import { keysAt, mayReadMore, weakestKey } from '../src/keys.ts';
import type { Rule, RuleOptions } from '../src/rule.ts';
import type { KeyBinding } from '../src/verdict.ts';
import { aboutKey, conditionOn, placeOf, reasonOf, referencesOf } from '../src/wording.ts';

const options = {
  maxGroups: {
    kind: 'count',
    default: 1,
    perTable: true,
    about: 'Groups that a reference may read. What it reads in each of them stays with the other rules.',
  },
} as const satisfies RuleOptions;

export default {
  id: 'no-group-fanout',
  summary: 'The plan reads more than one group.',
  why: 'One leaf in every group is as many leaves as there are groups. Where the statement lists the groups it wants, it may mean to, and the finding is a warning; where they follow from a range, an exclusion or a value known only at run time, it is an error.',
  bad: `SELECT sum(amount) FROM ledger_entry WHERE account_group > 3 AND created_at >= '2025-01-01 00:00:00+00' AND created_at < '2026-01-01 00:00:00+00'`,
  good: `SELECT sum(amount) FROM ledger_entry WHERE account_group = 4 AND created_at >= '2025-01-01 00:00:00+00' AND created_at < '2026-01-01 00:00:00+00'`,
  severity: 'error',
  exception: 'a warning where the statement lists the groups',
  options,
  *check(subject, { maxGroups }) {
    const { judgement, catalog } = subject;
    for (const [index, reference] of referencesOf(judgement).entries()) {
      const groups = Object.keys(reference.leaves.byGroup).length;
      const key = weakestKey(reference, 'group', catalog);
      const limit = mayReadMore(keysAt('group', reference, catalog), subject) ? 1 : maxGroups(reference.table);
      if (groups <= limit || key === undefined) continue;
      const isListed = key.binding === 'list' || key.binding === 'equality';
      const cause = isListed && key.cause === null ? `the values of \`${key.column}\` lie in different groups` : reasonOf(key);
      const severity = isListed ? 'warning' : 'error';
      yield {
        ...aboutKey({ index, reference, key, cause }),
        severity,
        span: placeOf(key, reference),
        help: key.advice ?? helpFor(key, reference.alias),
      };
    }
  },
} satisfies Rule<typeof options>;

function helpFor({ column, binding, origin }: KeyBinding, alias: string): string {
  const equality = `\`${conditionOn(column, alias, 'list')}\``;
  if (binding !== 'run-time') return `Ask for one group at a time: ${equality}.`;
  if (origin === 'join') return `Write the group for this table too: ${equality}, as a parameter or a constant.`;
  return `Read the value first and pass it as a parameter, so that \`${column}\` is known when the query is planned.`;
}
