import type { Edit } from '../sql/edits.ts';
import type { CapturedPlan } from './captured-plan.ts';
import type { Directive } from './directive.ts';
import type { Embedded } from './embedded/embedded.ts';
import type { SessionSettings } from './session-setting.ts';

/** A parameter's value in PostgreSQL's text format; `null` is SQL's NULL. */
export type ParameterValue = string | null;

/** Values known for a statement's parameters, by number from 1. A number that is not in the map is sampled. */
export interface KnownParameters {
  readonly from: 'captured' | 'given';
  readonly values: ReadonlyMap<number, ParameterValue>;
  /** Type names as PostgreSQL reads them (`int4`, `timestamptz`, `text[]`), by number from 1; what is absent is asked of the server. */
  readonly types: ReadonlyMap<number, string>;
}

/** What is to be known of a statement that stands in the schema's own files, most of them in a body. */
export interface Standing {
  /** What makes its text one that can be planned: parameters in the place of variables. Of several ways the best counts. */
  readonly edits: readonly (readonly Edit[])[];
  /** The search path that it runs under; `null` for the session's. */
  readonly searchPath: string | null;
  /** Why it is not planned. */
  readonly unread: { readonly status: 'inconclusive' | 'skipped'; readonly reason: string } | null;
  /** It is a view, as the best of all queries reads it. */
  readonly isView: boolean;
}

/** One SQL statement and where it was found. */
export interface Statement {
  /** As the user named it, with forward slashes; `-` for standard input. A capture that knows its caller gives the caller's file. */
  readonly path: string;
  /** Where `sql` begins in `path`; both from 1, the column in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly name: string | null;
  /** The statement's own text without its closing semicolon. In SQL files it is an exact slice of the file. */
  readonly sql: string;
  /** From a capture: `line` and `column` locate the record, positions inside `sql` are not positions of the file, and literals are masked in reports. */
  readonly captured: boolean;
  readonly parameters: KnownParameters | null;
  /** What comments say of the rules for it: its own, and those for a range or all of the file. */
  readonly directives: readonly Directive[];
  /** The plan that it was run by, which it is judged on instead of one that is made for it. */
  readonly plan: CapturedPlan | null;
  /** How often it was seen at this place. */
  readonly calls: number;
  /** The lines of the capture that hold it, where it names its caller's. */
  readonly records?: readonly number[];
  /** What its session had set, of what plans and policies depend on; `undefined` where that is nothing, or not known. */
  readonly settings?: SessionSettings;
  /** `undefined` for what users hand over. */
  readonly standing?: Standing;
  /** `undefined` for SQL that PostgreSQL reads as it stands. */
  readonly embedded?: Embedded;
  /** Of a statement that was seen with many values: its executions, as far as their values are unlike. */
  readonly valueSets?: ValueSets;
}

/** The values of many executions of one statement. */
export interface ValueSets {
  readonly sets: readonly ValueSet[];
  /** Calls with values that none of these is like. */
  readonly rest: number;
}

/** Executions whose values are nearly alike, and one of them. */
export interface ValueSet {
  readonly calls: number;
  /** Between which magnitudes the values of all lie: those of parameters from number 1, and of constants of the text, numbered behind them. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** The one's own text and values. */
  readonly read: () => { readonly sql: string; readonly parameters: KnownParameters | null };
  /** Its value by number as text; `null` where it has none. */
  readonly textOf: (number: number) => string | null;
}
