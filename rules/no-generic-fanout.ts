import { weakestKey } from '../src/keys.ts';
import type { Problem, Rule } from '../src/rule.ts';
import type { GenericReading, KeyBinding, Reference } from '../src/verdict.ts';
import { nameReference, reasonOf, referencesOf } from '../src/wording.ts';

export default {
  id: 'no-generic-fanout',
  summary: 'The generic plan of a prepared statement reads leaves that the plan for its values leaves out.',
  why:
    'From its sixth run on, PostgreSQL may plan a prepared statement without its values, once and for all. A key that equals a parameter still leaves leaves out then, when the plan is started. ' +
    'An array (`= ANY ($1)`), a `COALESCE($1, key)` and an optional filter (`$1 IS NULL OR key = $1`) do not: the same statement reads one leaf in a test, and every group in production.',
  bad: `SELECT sum(amount) FROM ledger_entry WHERE account_group = ANY ($1) AND created_at >= '2025-01-01 00:00:00+00' AND created_at < '2026-01-01 00:00:00+00'`,
  good: `SELECT sum(amount) FROM ledger_entry WHERE account_group IN ($1) AND created_at >= '2025-01-01 00:00:00+00' AND created_at < '2026-01-01 00:00:00+00'`,
  severity: 'warning',
  *check({ judgement, catalog }) {
    for (const [index, reference] of referencesOf(judgement).entries()) {
      const { generic } = reference;
      if (generic === null || generic.planned <= reference.leaves.planned) continue;
      for (const level of levelsLost(reference, generic)) {
        const key = weakestKey(reference, level, catalog);
        if (key !== undefined) yield describe({ index, reference, generic, key });
      }
    }
  },
} satisfies Rule;

/** The levels at which the generic plan leaves out less. */
function levelsLost({ leaves }: Reference, generic: GenericReading): readonly ('group' | 'leaf')[] {
  const [now, before] = [generic.byGroup, leaves.byGroup].map((counts) => Object.values(counts));
  const isGroup = (now?.length ?? 0) > (before?.length ?? 0);
  const isLeaf = Math.max(0, ...(now ?? [])) > Math.max(0, ...(before ?? []));
  return [...(isGroup ? ['group' as const] : []), ...(isLeaf ? ['leaf' as const] : [])];
}

interface Lost {
  readonly index: number;
  readonly reference: Reference;
  readonly generic: GenericReading;
  readonly key: KeyBinding;
}

function describe({ index, reference, generic, key }: Lost): Problem {
  const { planned, locked } = generic;
  const { total } = reference.leaves;
  const read = `${planned === total ? `all ${planned}` : planned} leaves`;
  const also = locked > planned ? ` and locks ${locked === total ? `all ${locked}` : locked}` : '';
  const effect = `${nameReference(reference)} reads ${read}${also} in its generic plan, ${reference.leaves.planned} with the values known`;
  const isKnown = key.cause?.startsWith('generic-') === true;
  const cause = isKnown ? reasonOf(key) : `\`${key.column}\` leaves nothing out before they are`;
  return {
    reference: index,
    key: key.column,
    span: key.span ?? reference.span,
    message: `${effect}; ${cause}`,
    help: (isKnown ? key.advice : null) ?? helpFor(key),
    evidence: {
      alias: reference.alias,
      key: key.column,
      binding: key.binding,
      leaves: planned,
      groups: Object.keys(generic.byGroup).length,
      total,
      effect,
      cause,
    },
  };
}

function helpFor({ column, binding }: KeyBinding): string {
  const otherwise = 'or set `plan_cache_mode = force_custom_plan`';
  return binding === 'list'
    ? `Write the values one by one, \`${column} IN ($1, $2)\`, in place of an array; ${otherwise} where their number varies.`
    : `Write one statement with a plain condition on \`${column}\` and another one for when there is none; ${otherwise}.`;
}
