import { keysAt, mayReadMore, weakestKey } from '../src/keys.ts';
import { isWithin } from '../src/period.ts';
import type { OptionValues, Rule, RuleOptions } from '../src/rule.ts';
import type { Subject } from '../src/subject.ts';
import type { KeyBinding, Reference } from '../src/verdict.ts';
import { aboutKey, conditionOn, placeOf, reasonOf, referencesOf } from '../src/wording.ts';

const options = {
  maxLeavesPerGroup: {
    kind: 'count',
    default: 1,
    perTable: true,
    about:
      'Leaves that a reference may read in each group. It is no leave for more where other values may read more: an open end that is compared with an unknown parameter, or a logged statement that was seen with many values.',
  },
  allowPeriodSpan: {
    kind: 'period',
    default: 'off',
    perTable: true,
    about:
      "The longest range of a time key that may reach over borders between leaves. Both ends have to be known, as values or because the text fixes how far apart they are (`>= $1 AND … < $1 + interval '12 months'`), and no leaf outside the range may be read. Ends that are two parameters of unknown value are not known.",
  },
  allowRuntimePruning: {
    kind: 'flag',
    default: false,
    perTable: true,
    about: 'Whether the value of a key may be known only while the query runs, so that every leaf is planned and few are read.',
  },
} as const satisfies RuleOptions;

type Values = OptionValues<typeof options>;

export default {
  id: 'no-leaf-fanout',
  summary: 'The plan reads more than one leaf in a group.',
  why: 'Each further leaf is another index to descend, another relation to lock and to plan for. The keys are constrained, but to more than one partition: a period that crosses a border, an open end, a list, or a value that is known only while the query runs.',
  bad: `SELECT id, amount FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-01-01 00:00:00+00' AND created_at <= '2026-01-01 00:00:00+00'`,
  good: `SELECT id, amount FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-01-01 00:00:00+00' AND created_at < '2026-01-01 00:00:00+00'`,
  severity: 'error',
  options,
  *check(subject, values) {
    const { judgement, catalog } = subject;
    for (const [index, reference] of referencesOf(judgement).entries()) {
      const most = Math.max(0, ...Object.values(reference.leaves.byGroup));
      const key = weakestKey(reference, 'leaf', catalog);
      const limit = mayReadMore(keysAt('leaf', reference, catalog), subject) ? 1 : values.maxLeavesPerGroup(reference.table);
      if (most <= limit || key === undefined || isAllowed(reference, subject, values)) continue;
      yield {
        ...aboutKey({ index, reference, key, cause: causeOf(key) }),
        span: placeOf(key, reference),
        help: key.advice ?? helpFor(key, reference.alias),
      };
    }
  },
} satisfies Rule<typeof options>;

/** Whether the options allow for each key that leaves more than one leaf. */
function isAllowed(reference: Reference, { statement, catalog }: Subject, values: Values): boolean {
  const { table, executed, leaves } = reference;
  const longest = values.allowPeriodSpan(table);
  const most = values.maxLeavesPerGroup(table) * Object.keys(leaves.byGroup).length;
  const wasSeenWithOthers = (statement.valueSets?.sets ?? []).length > 1;
  const open = keysAt('leaf', reference, catalog).filter(({ binding }) => binding !== 'equality' && binding !== 'bound');
  return (
    open.length > 0 &&
    open.every(({ binding, period }) => {
      if (binding === 'run-time') return values.allowRuntimePruning(table) && (executed === null || executed <= most);
      if (period === null || longest === null) return false;
      return isWithin(period, longest) && (period.span.kind === 'offsets' || !wasSeenWithOthers);
    })
  );
}

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
