import type { ConnectionLost, ServerError } from '../database/server.ts';
import { UserError } from '../errors.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import { toOffset, toPosition } from '../sql/span.ts';
import type { Piece } from '../sql/split.ts';
import { drawExcerpt } from './excerpt.ts';
import { findHint, hintAtExtension } from './load-hint.ts';
import type { Refused } from './send.ts';

/** A place in a file that does not load, and why. */
interface Fault {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string;
}

/** The error for a text that is not to be sent to the server. */
export function toTextError(file: SchemaFile, { offset, message, hint }: Fault): UserError {
  const excerpt = drawExcerpt(file.text, { start: offset, end: offset }, offset);
  return new UserError('database', `${placeOf(file, offset, true)}: ${message}`, { excerpt, ...(hint === undefined ? {} : { hint }) });
}

/** The error for a statement that the server refused; `later` are the files that were still to load. */
export function toRefusedError({ piece, error, extension }: Refused, file: SchemaFile, later: readonly SchemaFile[]): UserError {
  const hint = extension === null ? findHint(error, later) : hintAtExtension(extension);
  const detail = hint === null ? {} : { hint };
  const row = file.rows === undefined ? findRow(file.text, piece, error) : findLine(file.rows.text, 0, rowOf(error));
  if (row !== null) {
    const source = file.rows ?? file;
    const excerpt = drawExcerpt(source.text, { start: row, end: row }, null);
    return new UserError('database', `${placeOf(source, row, false)}: ${error.message}`, { excerpt, ...detail });
  }
  const offset = error.position === null ? findNamed(piece.sql, error.message) : toOffset(piece.sql, error.position);
  const at = offset === null ? null : piece.start + offset;
  const excerpt = drawExcerpt(file.text, piece, at);
  return new UserError('database', `${placeOf(file, at ?? piece.start, at !== null)}: ${error.message}`, { excerpt, ...detail });
}

/** The error for a session that a statement ended, or the end of the file where no statement is known. */
export function toEndedError(cause: ConnectionLost, file: SchemaFile, piece: Piece | null): UserError {
  const reason = cause.cause instanceof Error ? cause.cause.message : 'the server closed the connection';
  const hint = 'a file loads in one session: leave out what ends it, or what makes the server fail';
  const place = piece === null ? file.path : placeOf(file, piece.start, false);
  const excerpt = piece === null ? [] : drawExcerpt(file.text, piece, null);
  return new UserError('database', `${place}: the session ended: ${reason}`, { excerpt, hint, cause });
}

function placeOf(file: SchemaFile, offset: number, isExact: boolean): string {
  const { line, column } = toPosition(file.text, offset);
  return isExact ? `${file.path}:${line}:${column}` : `${file.path}:${line}`;
}

/** Where the line of COPY data begins that the server names. */
function findRow(text: string, { end, comments, copyData }: Piece, error: ServerError): number | null {
  if (copyData === null) return null;
  const first = text.indexOf('\n', Math.max(end, ...comments.map((comment) => comment.end))) + 1;
  return first === 0 ? null : findLine(text, first, rowOf(error));
}

/** The row that the server names, from 1. */
function rowOf({ context }: ServerError): number | null {
  const [, line] = /^COPY .*, line (\d+)/m.exec(context ?? '') ?? [];
  return line === undefined ? null : Number(line);
}

/** Where a line begins, counted from the one at `first`. */
function findLine(text: string, first: number, line: number | null): number | null {
  let at = first;
  for (let left = line ?? 0; left > 1; left -= 1) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return null;
  }
  return line === null ? null : at;
}

/** Where the statement has what the message names in quotes, if that is one place only: for errors that come without a position. */
function findNamed(sql: string, message: string): number | null {
  const name = /"([^"]+)"/.exec(message)?.[1]?.split('.').at(-1) ?? '';
  const places = Array.from(sql.matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu)).filter(([word]) => word.toLowerCase() === name.toLowerCase());
  return places.length === 1 ? (places[0]?.index ?? null) : null;
}
