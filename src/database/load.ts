import { UserError } from '../errors.ts';
import { toPosition } from '../sql/span.ts';
import { type Piece, splitSql } from '../sql/split.ts';
import { drawExcerpt } from './excerpt.ts';
import { findHint } from './load-hint.ts';
import type { SchemaFile } from './schema.ts';
import type { Connection, Message, ServerError } from './server.ts';
import { toOffset } from './session.ts';

/** Statements on their way at once. */
const batchSize = 200;

/** Runs every statement of the files by itself, as psql does, then gathers statistics of all tables. Throws a `UserError` that shows the statement the server refused. */
export async function loadSchema(connection: Connection, files: readonly SchemaFile[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    const refused = await loadFile(connection, file);
    if (refused !== null) throw toUserError(refused, file, files.slice(index + 1));
  }
  const [reply] = await connection.run([{ text: 'ANALYZE', simple: true }]);
  if (reply !== undefined && 'error' in reply) await connection.run([{ text: analyzeEach, simple: true }]);
}

/** A foreign table whose server is out of reach spoils an ANALYZE of everything; it does without statistics, and so do the roots above it. */
const analyzeEach = `
  DO $$ DECLARE relation regclass; BEGIN
    FOR relation IN SELECT oid FROM pg_class WHERE relkind IN ('r', 'p', 'm') AND relnamespace <> 'pg_catalog'::regnamespace AND relpersistence <> 't' LOOP
      BEGIN EXECUTE format('ANALYZE %s', relation); EXCEPTION WHEN OTHERS THEN NULL; END;
    END LOOP;
  END $$`;

interface Refused {
  readonly piece: Piece;
  readonly error: ServerError;
}

async function loadFile(connection: Connection, file: SchemaFile): Promise<Refused | null> {
  const { pieces, fault } = splitSql(file.text);
  if (fault !== null) throw toFault(file, fault);
  for (const batch of toBatches(pieces)) {
    const replies = await connection.run(batch.map(toMessage));
    for (const [index, reply] of replies.entries()) {
      const piece = batch[index];
      if (piece !== undefined && 'error' in reply) return { piece, error: reply.error };
    }
  }
  // A dump's settings, such as an empty search_path, are not for the next file.
  const [reply] = await connection.run([{ text: 'DISCARD ALL' }]);
  if (reply === undefined || !('error' in reply)) return null;
  throw new UserError('database', `${file.path}: ends inside a transaction`, { hint: 'end the transaction that the file begins with COMMIT' });
}

/** A COPY travels alone: while the server reads its data, it takes no other command. */
function* toBatches(pieces: readonly Piece[]): Iterable<readonly Piece[]> {
  let batch: Piece[] = [];
  for (const piece of pieces) {
    if (batch.length === batchSize || (piece.copyData !== null && batch.length > 0)) {
      yield batch;
      batch = [];
    }
    if (piece.copyData === null) batch.push(piece);
    else yield [piece];
  }
  if (batch.length > 0) yield batch;
}

function toMessage({ sql, copyData }: Piece): Message {
  return { text: sql, simple: true, ...(copyData === null ? {} : { copyData }) };
}

function toUserError({ piece, error }: Refused, file: SchemaFile, later: readonly SchemaFile[]): UserError {
  const offset = error.position === null ? findNamed(piece.sql, error.message) : toOffset(piece.sql, error.position);
  const at = offset === null ? null : piece.start + offset;
  const { line } = toPosition(file.text, at ?? piece.start);
  const hint = findHint(error, later);
  const excerpt = drawExcerpt(file.text, piece, at);
  return new UserError('database', `${file.path}:${line}: ${error.message}`, { excerpt, ...(hint === null ? {} : { hint }) });
}

/** Where the statement has what the message names in quotes, if that is one place only: for errors that come without a position. */
function findNamed(sql: string, message: string): number | null {
  const name = /"([^"]+)"/.exec(message)?.[1]?.split('.').at(-1) ?? '';
  const places = Array.from(sql.matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu)).filter(([word]) => word.toLowerCase() === name.toLowerCase());
  return places.length === 1 ? (places[0]?.index ?? null) : null;
}

function toFault(file: SchemaFile, { offset, message }: { readonly offset: number; readonly message: string }): UserError {
  const { line } = toPosition(file.text, offset);
  return new UserError('database', `${file.path}:${line}: ${message}`, { excerpt: drawExcerpt(file.text, { start: offset, end: offset }, offset) });
}
