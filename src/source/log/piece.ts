import { toSkeleton } from '../../sql/skeleton.ts';
import { splitSql } from '../../sql/split.ts';
import { renumber, rewritePlaceholders } from './dialect.ts';
import { isLeftOut } from './left-out.ts';
import type { LogRecord, LogValue } from './log-format.ts';

/** One statement of a record's text, and which of the record's values are its. */
export interface RecordPiece {
  readonly sql: string;
  /** Places from 0, or names, by the statement's own numbers; `null` where they are the record's. */
  readonly order: readonly (number | string)[] | null;
}

/** The statements of a record's text, rewritten for PostgreSQL; without those that are nobody's query. Text without their boundaries stays whole. */
export function toRecordPieces({ sql, dialect, params }: LogRecord): readonly RecordPiece[] {
  const isListed = Array.isArray(params);
  const given = { names: params === null || isListed ? null : new Set(Object.keys(params)), hasValues: params !== null };
  const { sql: text, order } = rewritePlaceholders(sql, dialect, given);
  const isAsIs = dialect === 'dollar' || dialect === 'none';
  const { pieces, fault } = splitSql(text);
  const texts = fault === null ? pieces.map((piece) => piece.sql) : [text.trim()];
  const own = texts.filter((one) => !isLeftOut(toSkeleton(one).key));
  // A whole text keeps its comments, one of which may name it.
  if (texts.length === 1) return own.map(() => ({ sql: text, order: isAsIs ? null : order }));
  return own.map((one) => {
    const { sql: renumbered, numbers } = renumber(one);
    return { sql: renumbered, order: numbers.map((number) => (isAsIs ? number - 1 : (order[number - 1] ?? number - 1))) };
  });
}

const unknown: LogValue = { known: false };
const none: readonly LogValue[] = [];

/** The values of a piece, by its numbers from 1. Where no value is written down there is none. */
export function valuesOf({ order }: RecordPiece, params: LogRecord['params']): readonly LogValue[] {
  if (params === null) return none;
  const isListed = Array.isArray(params);
  if (order === null && isListed) return params;
  const values = params as Readonly<Record<number | string, LogValue>>;
  return (order ?? []).map((key) => values[key] ?? unknown);
}
