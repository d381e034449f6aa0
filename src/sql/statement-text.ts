import type { StatementKind } from '../report/report.ts';
import type { Span } from './span.ts';

/** A column that an UPDATE, a MERGE or an ON CONFLICT clause sets. */
export interface Assignment {
  /** The target as the statement names it. */
  readonly schema: string | null;
  readonly table: string;
  readonly column: string;
  /** The same value is required of the column by the WHERE, so that the row cannot move. */
  readonly unchanged: boolean;
  readonly span: Span;
}

/** What the text of a statement says, before any plan. */
export interface StatementText {
  readonly sql: string;
  readonly kind: StatementKind;
  readonly assignments: readonly Assignment[];
}
