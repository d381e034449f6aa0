import { applyEdits, type Edit } from '../../sql/edits.ts';

/** A value that a statement takes, as its file writes it. */
export interface Placeholder {
  /** What the caller passes it by; `null` where it goes by its place. */
  readonly name: string | null;
  /** As it is first written: `:id`, `sqlc.arg('id')`, `${id}`. */
  readonly text: string;
}

/** What is to be known of a statement that stands in its file in another form than PostgreSQL's: in a string of a program, or with a library's placeholders. */
export interface Embedded {
  /** What makes PostgreSQL's text of the statement's own: `$n` in the place of values, nothing in that of the host's quotes. In order, none overlaps another. */
  readonly edits: readonly Edit[];
  /** The values by number from 1. */
  readonly placeholders: readonly Placeholder[];
  /** How one more value called `name` is written there, or of the number `n`: `:name`, `%(name)s`, `?`, `$n`; `null` where it takes more than that. */
  readonly newPlaceholder: string | null;
  /** Characters that mean something of their own to the host, so that no new text may have them. */
  readonly reserved: string;
  /** What of the text is known only when it runs, to be read behind "not static: "; `null` where all of it is known. */
  readonly dynamic: string | null;
}

/** The text that PostgreSQL is to plan. */
export function toPlannable({ sql, embedded }: { readonly sql: string; readonly embedded?: Embedded }): string {
  return embedded === undefined ? sql : applyEdits(sql, embedded.edits);
}
