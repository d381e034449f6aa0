import type { Catalog, KeyPart, Partition } from '../catalog/catalog.ts';
import type { Edit } from '../sql/edits.ts';
import type { StatementText } from '../sql/statement-text.ts';
import type { KeyBinding, Reference } from '../verdict.ts';
import type { Relation, Scopes } from './scopes.ts';

/** `same` gives the same rows whatever the data; `narrowed` does so only where what it assumes is true. */
export type FixKind = 'same' | 'narrowed';

/** Stands in a new text for a parameter that the statement does not have yet, which the caller is to fill with a column's value. */
export function newParameter(column: string): string {
  return `\0${column}\0`;
}

/** Every new parameter of a text, with its column. */
export const newParameters = /\0([^\0]*)\0/g;

/** One way to mend one key of one reference. */
export interface Proposal {
  readonly kind: FixKind;
  /** What has to be true of the data or the caller, to be read behind "if"; `null` for the same rows. */
  readonly assumes: string | null;
  readonly edits: readonly Edit[];
  /** Conditions to be added for the relation, with AND between. */
  readonly conditions: readonly string[];
  /** Where the conditions belong, if not to the relation at fault. */
  readonly relation?: Relation;
}

/** A key of a reference that leaves no leaf out, or not enough of them. */
export interface Fault {
  readonly reference: Reference;
  readonly key: KeyBinding;
  readonly part: KeyPart;
  readonly root: Partition;
  readonly strategy: 'list' | 'range' | 'hash';
  /** Where the statement names the table, or the view around it. */
  readonly relation: Relation;
  /** The column as it is to be written there. */
  readonly column: string;
}

/** What a proposal is made from. */
export interface Setting {
  readonly text: StatementText;
  readonly scopes: Scopes;
  readonly catalog: Catalog;
  /** The type of a table's column as `format_type` prints it; `null` where it is not known. */
  readonly typeOf: (relation: Relation, column: string) => string | null;
  readonly isEnum: (type: string) => boolean;
  /** In the session's time zone every day begins at midnight, and only once. */
  readonly hasPlainDays: boolean;
}

export type Propose = (fault: Fault, setting: Setting) => Proposal | null;
