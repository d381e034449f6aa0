import type { Catalog, KeyPart } from '../../catalog/catalog.ts';
import type { Mention } from '../../sql/mentions.ts';
import type { Span } from '../../sql/span.ts';
import type { StatementText } from '../../sql/statement-text.ts';
import type { Arrival, Binding, CauseId, Origin } from '../../verdict.ts';
import { bare } from '../../wording.ts';
import type { LevelRead } from '../level-read.ts';
import type { PlannedReference } from '../read-references.ts';
import type { ScanReader } from '../scan-reader.ts';

/** A key whose binding or leaf count is at fault, with what the plan and the text say of it. */
export interface Situation {
  readonly part: KeyPart;
  readonly binding: Binding;
  readonly arrives: Arrival | null;
  readonly origin: Origin | null;
  readonly planned: PlannedReference;
  /** The level of the partition tree that the key belongs to, and what is read of it. */
  readonly level: LevelRead;
  /** Where the statement names the table, or the view or function around it; `null` where it does not. */
  readonly place: Span | null;
  /** The condition that binds the key so, of all that name it, and where it is written: of a range with both its ends. */
  readonly mention: Mention | null;
  readonly written: Span | null;
  readonly mentions: readonly Mention[];
  readonly isJoinedByName: boolean;
  readonly text: StatementText;
  /** Every reference of the statement as the plan reads it. */
  readonly all: readonly PlannedReference[];
  readonly catalog: Catalog;
  readonly reader: ScanReader;
}

/** What a detector has found: the piece at fault, and the names that its sentences need. */
export interface Found {
  readonly span: Span;
  /** A name of the statement or the catalogue, never one of its values: a table's alias, a CTE, a function, columns. */
  readonly name?: string;
}

/** What is found at a place, if that is written anywhere. */
export function at(span: Span | null, name = ''): Found | null {
  return span === null ? null : { span, name };
}

/** The view or function that a reference is reached through, as messages name it; `null` where it is not reached through one. */
export function throughWhich({ planned }: Situation, kind: 'view' | 'function'): string | null {
  const through = planned.attribution.candidate?.through;
  return through?.kind === kind ? bare(through.name) : null;
}

/** What sentences are made of. */
export interface Facts {
  /** The key in backticks, and without. */
  readonly key: string;
  readonly bareKey: string;
  /** The reference's alias, not in backticks. */
  readonly alias: string;
  /** The key as the alias has it, not in backticks: `c.created_at`. */
  readonly column: string;
  /** The condition to write, in backticks: `c.created_at >= … AND c.created_at < …`. */
  readonly wanted: string;
  /** The same as an equality: `c.created_at = …`. */
  readonly equality: string;
  /** The piece at fault, in backticks, its values masked where they are not to be shown. */
  readonly piece: string;
  /** `Found.name`. */
  readonly name: string;
  readonly binding: Binding;
  /** Which value the key is compared with, and when that is known. */
  readonly arrival: string;
  /** What the join with `name` passes on: "passes only `entry_id`". */
  readonly passed: string;
  /** `period` for keys of time, else `range`. */
  readonly stretch: string;
  /** What the key's level is divided into: `groups` or `leaves`. */
  readonly units: string;
}

/** One cause: when it is one, and what is said of it. The plan decides how a key is bound; a cause only explains that binding. */
export interface Cause {
  readonly id: CauseId;
  /** The bindings that it can explain. */
  readonly explains: readonly Binding[];
  find(situation: Situation): Found | null;
  /** One sentence that begins with what is in backticks; it can follow a semicolon. */
  why(facts: Facts): string;
  /** What to write instead; starts with a verb. */
  advice(facts: Facts): string;
}
