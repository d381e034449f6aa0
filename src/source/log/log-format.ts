import type { SessionSettings } from '../session-setting.ts';

/** How the placeholders of a text are written; `none` where every value stands in the text. */
export type Dialect = 'dollar' | 'question' | 'format' | 'pyformat' | 'colon' | 'at' | 'none';

/** A parameter's value as it is written down: in PostgreSQL's text form, `null` for SQL's NULL; or cut off, hidden, or otherwise not to be had. */
export type LogValue = { readonly known: true; readonly text: string | null; readonly type: string | null } | { readonly known: false };

/** A statement, or several in one text, as a log has it. */
export interface LogRecord {
  readonly sql: string;
  readonly dialect: Dialect;
  /** In order, or by name where the placeholders have names; `null` where none is written down. */
  readonly params: readonly LogValue[] | Readonly<Record<string, LogValue>> | null;
  /** The first line of the record, from 1. */
  readonly line: number;
  /** Where the application sent it from. */
  readonly caller: { readonly file: string; readonly line: number } | null;
  /** What the log calls it: a mapper's id, a model's `LedgerEntry Load`. */
  readonly name: string | null;
  readonly calls: number;
  /** In milliseconds. */
  readonly duration: number | null;
  /** A plan that was logged with it, as EXPLAIN's JSON. */
  readonly plan: unknown;
  /** What its session had set before; `undefined` where that is nothing, or not known. */
  readonly settings?: SessionSettings | undefined;
}

/** What a line of a log adds to what is known: records that are complete with it. */
export interface LogReader {
  /** Takes the next line, without its end and without colours, counted from 1. */
  read(line: string, number: number): readonly LogRecord[];
  /** What the end of the log completes. */
  end(): readonly LogRecord[];
  /** Lines so far that belong to no record. */
  strays(): number;
  /** Whether a record begins in the line, as far as the line alone tells; its format's `count` tells where there is none. */
  begins?(line: string): boolean;
  /** Whether the next line belongs to the record that has begun: `perhaps` where it is as well something of its own. */
  holds?(line: string): 'no' | 'perhaps' | 'surely';
  /** Hears of another format's line in between, and hands over what cannot go on behind it. */
  interrupt?(line: string): readonly LogRecord[];
}

/** Takes a line that belongs to no record. */
export type Stray = (line: string, number: number) => void;

/** A format that statements are logged in. */
export interface LogFormat {
  /** As `--format-in` names it. */
  readonly id: string;
  /** As messages name it: `PostgreSQL csvlog`. */
  readonly title: string;
  /** How many of the first lines of a log begin a record of this format; the format with the most reads it. */
  count(sample: readonly string[]): number;
  createReader(stray?: Stray): LogReader;
}
