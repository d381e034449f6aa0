import type { KeyPeriod } from './period.ts';
import type { ParameterSource } from './plan/judgement.ts';
import type { Span } from './sql/span.ts';

/** One per table reference; a statement's is the first of `precedence` among its references. */
export type Verdict = 'ok' | 'start-only' | 'run-only' | 'multi-group' | 'multi-leaf' | 'missing-key' | 'no-scan' | 'not-partitioned';

/** How a partition key is constrained for one reference. */
export type Binding = 'equality' | 'list' | 'range' | 'half-range' | 'exclusion' | 'run-time' | 'bound' | 'wrapped' | 'missing';

/** From the binding that leaves fewest leaves to the one that leaves most. */
export const strongestFirst: readonly Binding[] = ['bound', 'equality', 'list', 'range', 'run-time', 'half-range', 'exclusion', 'wrapped', 'missing'];

/** Where the constraint comes from. */
export type Origin = 'where' | 'join' | 'view' | 'policy' | 'function';

/** Why a key that is mentioned prunes nothing: what the condition is, or what the bare key is compared with. */
export type Wrap = 'or' | 'row' | 'negation' | 'expression' | 'value';

/** Where a value comes from that is known only while the query runs; `of` is a column as the statement names it, `e.created_at`. */
export type Arrival =
  /** A sub-select that is run once, before the leaves are read. */
  | { readonly kind: 'init-plan' }
  /** The other side of a nested loop, row by row. */
  | { readonly kind: 'outer-row'; readonly of: string }
  /** The query around a sub-select that is run for each of its rows. */
  | { readonly kind: 'outer-query'; readonly of: string };

/** What is at fault for a key, one for each row of the table in `plan/causes/`. */
export type CauseId =
  | 'materialized-cte'
  | 'recursive-cte'
  | 'cte-used-twice'
  | 'offset-inside'
  | 'limit-inside'
  | 'distinct-on-inside'
  | 'window-inside'
  | 'except-inside'
  | 'volatile-inside'
  | 'locking-cte'
  | 'aggregate-inside'
  | 'computed-inside'
  | 'view-keeps-out'
  | 'inside-view'
  | 'inside-function'
  | 'inside-policy'
  | 'optional-filter'
  | 'or-arm'
  | 'row-comparison'
  | 'boolean-test'
  | 'negation'
  | 'distinct-from'
  | 'pattern'
  | 'range-operator'
  | 'coalesced-value'
  | 'at-time-zone'
  | 'date-trunc'
  | 'extract'
  | 'to-char'
  | 'coalesced-key'
  | 'case'
  | 'concatenation'
  | 'arithmetic'
  | 'function'
  | 'cast'
  | 'outer-join'
  | 'lateral-row'
  | 'correlated'
  | 'joined-by-name'
  | 'period-stays'
  | 'list-stays'
  | 'unbound-neighbour'
  | 'outer-row'
  | 'collation'
  | 'any-of-subselect'
  | 'any-of-function'
  | 'value-of-each-row'
  | 'volatile-value'
  | 'own-column'
  | 'name-value'
  | 'numeric-value'
  | 'other-type'
  | 'sub-select'
  | 'start-function'
  | 'start-conversion'
  | 'border-included'
  | 'below-border'
  | 'zone-moves-border'
  | 'or-of-pairs'
  | 'values-apart'
  | 'over-border'
  | 'open-end'
  | 'exclusion'
  | 'only-not-null'
  | 'in-subselect'
  | 'having'
  | 'aggregate-filter'
  | 'view-without-key'
  | 'function-without-key'
  | 'join-lacks-key'
  | 'join-lacks-period'
  | 'change-without-key'
  | 'key-expression'
  | 'hash-range'
  | 'generic-array'
  | 'generic-optional'
  | 'generic-coalesce'
  | 'not-written';

/** One partition key of one reference. */
export interface KeyBinding {
  /** The column, or the key's expression. */
  readonly column: string;
  readonly binding: Binding;
  readonly origin: Origin | null;
  /** Where the statement's text constrains (or mentions) the key; `null` where it does not. */
  readonly span: Span | null;
  /** How the text wraps the key; `null` where it does not, or not there. */
  readonly wrap: Wrap | null;
  /** Where its value comes from; `null` for every binding but `run-time`. */
  readonly arrives: Arrival | null;
  /** One plain sentence, without the statement's values. */
  readonly why: string;
  /** What is at fault; `null` where nothing is, or nothing known is. */
  readonly cause: CauseId | null;
  /** The piece of the statement that is at fault. */
  readonly fault: Span | null;
  /** What to write instead; starts with a verb. */
  readonly advice: string | null;
  /** How long the range is that several leaves are read for; `null` for other bindings, where it is not known, and where one leaf is read. */
  readonly period: KeyPeriod | null;
}

/** One table reference as the plan reads it. */
export interface Reference {
  /** The root, `schema.name`. */
  readonly table: string;
  /** The group or leaf the statement names instead of the root, `schema.name`. */
  readonly named: string | null;
  readonly alias: string;
  /** Where the reference stands in the statement; a reference inside a view has the view's place. */
  readonly span: Span | null;
  /** Reached through this view or function, `schema.name`. */
  readonly through: string | null;
  readonly verdict: Verdict;
  readonly keys: readonly KeyBinding[];
  readonly leaves: {
    /** Distinct leaves scanned by the custom plan, after executor-start pruning. */
    readonly planned: number;
    /** Leaves of the root. */
    readonly total: number;
    /** Leaves planned by group; one-level tables have the one group `*`. */
    readonly byGroup: Readonly<Record<string, number>>;
  };
  readonly pruned: { readonly plan: number; readonly start: number };
  /** How many of the leaves planned were read when the statement ran; `null` where the plan does not tell. */
  readonly executed: number | null;
  /** Where the values came from that planlint executed it with; `null` where it did not. */
  readonly executedWith: ParameterSource | null;
  /** The same of the forced generic plan; `null` where none was made: the statement has no parameters, or PostgreSQL makes none. */
  readonly generic: GenericReading | null;
}

/** What a generic plan, which is made before the values are known, does with one reference. */
export interface GenericReading {
  /** Distinct leaves that are left after executor start. */
  readonly planned: number;
  /** Leaves that executor start takes away. */
  readonly start: number;
  /** Leaves that are locked each time the plan is run: executor start takes a leaf away only after it was locked. */
  readonly locked: number;
  /** The leaves planned, by group. */
  readonly byGroup: Readonly<Record<string, number>>;
}

/** From the worst to the best; a statement is as bad as its worst reference. An arm that is excluded beside one that is read does no harm. */
export const precedence: readonly Verdict[] = [
  'missing-key',
  'multi-leaf',
  'run-only',
  'multi-group',
  'start-only',
  'ok',
  'no-scan',
  'not-partitioned',
];

/** The verdict of a statement, given those of its references. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return precedence.find((verdict) => verdicts.includes(verdict)) ?? 'not-partitioned';
}

/** What the plan shows of one reference. */
export interface Shown {
  readonly bindings: readonly Binding[];
  /** Leaves read in each group. */
  readonly byGroup: Readonly<Record<string, number>>;
  /** An Append over the reference lost children at executor start. */
  readonly prunedAtStart: boolean;
}

/** The verdict of one reference; the first line that holds decides. */
export function verdictOf({ bindings, byGroup, prunedAtStart }: Shown): Verdict {
  const perGroup = Object.values(byGroup);
  const units = perGroup.reduce((sum, count) => sum + count, 0);
  if (units === 0) return 'no-scan';
  if (units === 1) return prunedAtStart ? 'start-only' : 'ok';
  if (bindings.some((binding) => binding === 'missing' || binding === 'wrapped')) return 'missing-key';
  if (bindings.includes('run-time')) return 'run-only';
  return perGroup.some((count) => count > 1) ? 'multi-leaf' : 'multi-group';
}
