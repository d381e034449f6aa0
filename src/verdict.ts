import type { Span } from './sql/span.ts';

/** One per table reference; a statement's is the first of `precedence` among its references. */
export type Verdict = 'ok' | 'start-only' | 'run-only' | 'multi-group' | 'multi-leaf' | 'missing-key' | 'no-scan' | 'not-partitioned';

/** How a partition key is constrained for one reference. */
export type Binding = 'equality' | 'list' | 'range' | 'half-range' | 'exclusion' | 'run-time' | 'bound' | 'wrapped' | 'missing';

/** Where the constraint comes from. */
export type Origin = 'where' | 'join' | 'view' | 'policy' | 'function';

/** One partition key of one reference. */
export interface KeyBinding {
  /** The column, or the key's expression. */
  readonly column: string;
  readonly binding: Binding;
  readonly origin: Origin | null;
  /** Where the statement's text constrains (or mentions) the key; `null` where it does not. */
  readonly span: Span | null;
  /** One plain sentence, without the statement's values. */
  readonly why: string;
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
}
