import { type Catalog, groupOf, leavesOf } from '../src/catalog/catalog.ts';
import { namedPartition, weakestKey } from '../src/keys.ts';
import type { Rule } from '../src/rule.ts';
import type { Reference } from '../src/verdict.ts';
import { nameReference, placeOf, reasonOf, referencesOf } from '../src/wording.ts';

export default {
  id: 'no-start-only-pruning',
  summary: 'The value of a partition key is known only when the query starts, so that leaves it does not read are planned and locked.',
  why:
    '`now()`, `current_date`, and a `timestamp with time zone` that is compared with a `date`, a `timestamp` or the sum of a time and an interval depend on the session: PostgreSQL computes them when the plan is started. ' +
    'Few leaves are read, but every leaf that the other conditions leave is planned and locked first. A value that the application has computed leaves them out from the beginning.',
  bad: `SELECT id, amount FROM ledger_entry WHERE account_group = 3 AND created_at >= date '2025-01-01' AND created_at < date '2026-01-01'`,
  good: `SELECT id, amount FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-01-01 00:00:00+00' AND created_at < '2026-01-01 00:00:00+00'`,
  severity: 'warning',
  *check({ judgement, catalog }) {
    for (const [index, reference] of referencesOf(judgement).entries()) {
      const { leaves, pruned } = reference;
      // Of several leaves other rules speak first, unless their options let them through.
      if (reference.verdict !== 'start-only' && (reference.verdict !== 'multi-leaf' || pruned.start === 0)) continue;
      const locked = Math.min(leaves.planned + pruned.start, leaves.total);
      const key =
        reference.keys.find(({ cause }) => cause?.startsWith('start-')) ?? weakestKey(reference, levelOf(reference, locked, catalog), catalog);
      if (key === undefined) continue;
      const effect = `${nameReference(reference)} reads ${leaves.planned === 1 ? '1 leaf' : `${leaves.planned} leaves`}, and plans and locks ${locked === leaves.total ? `all ${locked}` : locked}`;
      const cause = key.cause === null ? `\`${key.column}\` is compared with a value that is known only when the query starts` : reasonOf(key);
      yield {
        reference: index,
        key: key.column,
        span: placeOf(key, reference),
        message: `${effect}; ${cause}`,
        help:
          key.advice ??
          `Compute the value in the application, as the type of \`${key.column}\`, and pass it as a parameter; or write it as a constant.`,
        evidence: {
          alias: reference.alias,
          key: key.column,
          binding: key.binding,
          leaves: leaves.planned,
          groups: Object.keys(leaves.byGroup).length,
          total: leaves.total,
          effect,
          cause,
        },
      };
    }
  },
} satisfies Rule;

/** More than the leaves of the groups that are read are left to the start only where that is decided there. */
function levelOf(reference: Reference, locked: number, catalog: Catalog): 'group' | 'leaf' {
  const named = namedPartition(reference, catalog);
  const own = named === undefined ? [] : leavesOf(named).filter((leaf) => Object.hasOwn(reference.leaves.byGroup, groupOf(leaf)));
  return locked > own.length ? 'group' : 'leaf';
}
