import { isPruned, strategyOf } from '../src/keys.ts';
import type { Rule } from '../src/rule.ts';
import type { Subject } from '../src/subject.ts';
import type { KeyBinding, Reference } from '../src/verdict.ts';
import { aboutKey, conditionOn, reasonOf, referencesOf } from '../src/wording.ts';

export default {
  id: 'require-partition-keys',
  summary: 'A reference to a partitioned table leaves a partition key unconstrained.',
  why:
    'Without a condition on a key, PostgreSQL has to look in every partition of that level: every group without the group key, every period without the time. ' +
    'It is an error even where few leaves are read, since the seeded schema may be smaller than production. A join on a key hands an equality on to the other table, but not a period: that one has to be written for both.',
  bad: `SELECT e.id, c.amount FROM ledger_entry e JOIN credit c ON c.entry_id = e.id
WHERE e.account_group = 3 AND e.created_at >= '2025-01-01 00:00:00+00' AND e.created_at < '2026-01-01 00:00:00+00'`,
  good: `SELECT e.id, c.amount FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at
WHERE e.account_group = 3 AND e.created_at >= '2025-01-01 00:00:00+00' AND e.created_at < '2026-01-01 00:00:00+00'
  AND c.created_at >= '2025-01-01 00:00:00+00' AND c.created_at < '2026-01-01 00:00:00+00'`,
  severity: 'error',
  *check(subject) {
    const references = referencesOf(subject.judgement);
    for (const [index, reference] of references.entries()) {
      for (const key of reference.keys) {
        // An equality in a join can prune where no condition of the plan shows it: joins made partition by partition.
        const isProven = key.span !== null && isPruned(reference, key, subject.catalog);
        if (key.binding !== 'missing' || isProven) continue;
        yield {
          ...aboutKey({ index, reference, key, cause: reasonOf(key) }),
          span: key.fault ?? reference.span,
          help: key.advice ?? helpFor(key, reference, subject),
        };
      }
    }
  },
} satisfies Rule;

function helpFor(key: KeyBinding, reference: Reference, { judgement, catalog, text }: Subject): string {
  const isChange = text.kind === 'update' || text.kind === 'delete';
  const condition = conditionOn(key.column, reference.alias, isChange ? 'list' : strategyOf(reference, key.column, catalog));
  if (reference.through !== null) return `Constrain \`${key.column}\` where the view is queried, or inside the view.`;
  const other = referencesOf(judgement).find(
    (candidate) => candidate.alias !== reference.alias && candidate.keys.some((has) => has.column === key.column && isConstrained(has)),
  );
  const otherKey = other?.keys.find((has) => has.column === key.column);
  if (other !== undefined && otherKey?.binding === 'equality')
    return `Add \`${reference.alias}.${key.column} = ${other.alias}.${key.column}\`: the join hands the equality on.`;
  if (other !== undefined) {
    return `Repeat the condition for this table too: \`${condition}\`. What constrains \`${other.alias}.${key.column}\` does not reach it through a join.`;
  }
  return `Add \`${condition}\` to the WHERE${isChange ? " (with an ORM, to its criteria): the row's own value" : ''}.`;
}

function isConstrained(key: KeyBinding): boolean {
  return key.binding === 'equality' || key.binding === 'range' || key.binding === 'list';
}
