import { BrokenCluster } from '../database/cluster.ts';
import { isDamaged } from '../database/damage.ts';
import { type Connection, ConnectionLost, type Message, type Reply, type ServerError } from '../database/server.ts';
import { UserError } from '../errors.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import { type SchemaState, wholeSchema } from '../schema-state.ts';
import { type Piece, splitSql } from '../sql/split.ts';
import { toEndedError, toRefusedError, toTextError } from './load-fault.ts';
import { findUnloadable } from './psql-lines.ts';

/** Statements on their way at once. */
const batchSize = 200;

/** Runs every statement of the files by itself, as psql does, then gathers statistics of all tables. Throws a `UserError` that shows the statement the server refused, or the line that only psql could follow, and `BrokenCluster` where the server's files are damaged. */
export async function loadSchema(connection: Connection, files: readonly SchemaFile[]): Promise<SchemaState> {
  for (const [index, file] of files.entries()) {
    const refused = await loadFile(connection, file);
    if (refused !== null) throw toRefusedError(refused, file, files.slice(index + 1));
  }
  await gatherStatistics(connection);
  return wholeSchema;
}

async function gatherStatistics(connection: Connection): Promise<void> {
  try {
    const [reply] = await connection.run([{ text: 'ANALYZE', simple: true }]);
    if (reply !== undefined && 'error' in reply) await connection.run([{ text: analyzeEach, simple: true }]);
  } catch (cause) {
    if (!(cause instanceof ConnectionLost)) throw cause;
    const hint = 'run again; if it happens again, a table makes ANALYZE fail, or the memory does not suffice';
    throw new UserError('database', 'the server ended while it gathered statistics of the tables', { hint, cause });
  }
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
  const { pieces, commands, fault } = splitSql(file.text);
  const unloadable = findUnloadable({ pieces, commands });
  if (unloadable !== null) throw toTextError(file, { ...unloadable, offset: unloadable.start });
  if (fault !== null) throw toTextError(file, fault);
  const send = (batch: readonly Piece[], messages: readonly Message[]): Promise<readonly Reply[]> =>
    connection.run(messages).catch((error) => {
      throw error instanceof ConnectionLost ? toEndedError(error, file, batch[error.answered] ?? null) : error;
    });
  for (const batch of toBatches(pieces)) {
    const replies = await send(batch, batch.map(toMessage));
    for (const [index, reply] of replies.entries()) {
      const piece = batch[index];
      if (piece === undefined || !('error' in reply)) continue;
      if (isDamaged([reply])) throw new BrokenCluster(reply.error.message);
      return { piece, error: reply.error };
    }
  }
  // A dump's settings, such as an empty search_path, are not for the next file.
  const [reply] = await send([], [{ text: 'DISCARD ALL' }]);
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
