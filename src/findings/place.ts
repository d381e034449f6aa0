import type { Statement } from '../source/statement.ts';
import { spanToOriginal, toOriginal } from '../sql/edits.ts';
import { type Position, type Span, toPosition } from '../sql/span.ts';

/** A piece of what is planned, as a piece of the statement's own text. */
export function toOwnSpan({ embedded }: Statement, span: Span): Span {
  return embedded === undefined ? span : spanToOriginal(embedded.edits, span);
}

/** An offset into what is planned, as one into the statement's own text. */
export function toOwnOffset({ embedded }: Statement, offset: number): number {
  return embedded === undefined ? offset : toOriginal(embedded.edits, offset);
}

/** Where a piece of a statement's own text stands in its file; a captured statement is one place as a whole. */
export function placeSpan(statement: Statement, span: Span): { readonly from: Position; readonly to: Position } {
  const start = { line: statement.line, column: statement.column };
  if (statement.captured) return { from: start, to: start };
  return { from: placeOffset(statement, span.start), to: placeOffset(statement, span.end) };
}

/** The position of an offset into a statement's own text: in the file, or in the statement's own text where it was captured. */
export function placeOffset(statement: Statement, offset: number): Position {
  const inside = toPosition(statement.sql, offset);
  if (statement.captured) return inside;
  return { line: statement.line + inside.line - 1, column: inside.line === 1 ? statement.column + inside.column - 1 : inside.column };
}
