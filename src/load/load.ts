import { type Connection, ConnectionLost } from '../database/server.ts';
import { UserError } from '../errors.ts';
import { accountForExtensions } from '../extensions/account.ts';
import { rememberNothing } from '../extensions/memory.ts';
import { findStandIns } from '../extensions/stand-ins.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import type { SchemaState } from '../schema-state.ts';
import { loadParser } from '../sql/parse.ts';
import { type Piece, splitSql } from '../sql/split.ts';
import { type Adapter, adapt } from './adaptation.ts';
import { findRemarks, makeAdapters } from './adapters.ts';
import { collectState, type StateCollector } from './collect-state.ts';
import { toEndedError, toRefusedError, toTextError } from './load-fault.ts';
import { makePardon, type Pardon } from './pass-over.ts';
import { findUnloadable } from './psql-lines.ts';
import { toSchemaStatement } from './schema-statement.ts';
import { type Refused, type Send, type Session, type Step, sendBatch, toBatches } from './send.ts';
import { readServerFacts } from './server-facts.ts';
import { makeTablespaces } from './tablespaces.ts';

/** What a load works with from its first file to its last. */
interface Loader {
  readonly connection: Connection;
  readonly adapters: readonly Adapter[];
  readonly pardon: Pardon;
  readonly collector: StateCollector;
}

/**
 * Runs every statement of the files by itself, as psql does, then gathers statistics of all tables. What the server lacks is made ready or passed over, and is
 * part of the state. Throws a `UserError` that shows the statement the server refused, or the line that only psql could follow, and `BrokenCluster` where the
 * server's files are damaged.
 */
export async function loadSchema(connection: Connection, files: readonly SchemaFile[]): Promise<SchemaState> {
  const [facts] = await Promise.all([readServerFacts(connection, files), loadParser()]);
  await makeTablespaces(connection, files);
  const collector = collectState();
  const extensions = rememberNothing();
  const loader = { connection, adapters: makeAdapters({ ...facts, files }, extensions), pardon: makePardon(extensions), collector };
  let session: Session = { isInside: false };
  for (const [index, file] of files.entries()) {
    if (file.continues !== true) session = { isInside: false };
    const refused = await loadFile(file, loader, session);
    if (refused !== null) throw toRefusedError(refused, file, files.slice(index + 1));
    if (files[index + 1]?.continues !== true) await endSession(connection, file);
  }
  collector.add({ remarks: await findRemarks(connection) });
  if (extensions.missing.length > 0) collector.add(accountForExtensions(extensions, await findStandIns(connection)));
  await gatherStatistics(connection);
  return collector.toState();
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

/** Sends a batch while the next one is parsed. */
async function loadFile(file: SchemaFile, { connection, adapters, pardon, collector }: Loader, session: Session): Promise<Refused | null> {
  const { pieces, commands, fault } = splitSql(file.text);
  const unloadable = findUnloadable({ pieces, commands });
  if (unloadable !== null) throw toTextError(file, { ...unloadable, offset: unloadable.start });
  if (fault !== null) throw toTextError(file, fault);
  const send: Send = (messages, owners) =>
    connection.run(messages).catch((error) => {
      throw error instanceof ConnectionLost ? toEndedError(error, file, owners[error.answered]?.piece ?? null) : error;
    });
  const batches = toBatches(toSteps(withRows(pieces, file), adapters, collector), session)[Symbol.iterator]();
  for (let batch = batches.next(); batch.done !== true; ) {
    const sending = sendBatch(batch.value, { send, pardon, add: collector.add });
    sending.catch(() => {});
    batch = batches.next();
    const refused = await sending;
    if (refused !== null) return refused;
  }
  return null;
}

/** A dump's settings, such as an empty search_path, are not for the next file. */
async function endSession(connection: Connection, file: SchemaFile): Promise<void> {
  const [reply] = await connection.run([{ text: 'DISCARD ALL' }]).catch((error) => {
    throw error instanceof ConnectionLost ? toEndedError(error, file, null) : error;
  });
  if (reply === undefined || !('error' in reply)) return;
  throw new UserError('database', `${file.path}: ends inside a transaction`, { hint: 'end the transaction that the file begins with COMMIT' });
}

function withRows(pieces: readonly Piece[], { rows }: SchemaFile): readonly Piece[] {
  const last = pieces.at(-1);
  return rows === undefined || last === undefined ? pieces : [...pieces.slice(0, -1), { ...last, copyData: rows.text }];
}

function* toSteps(pieces: readonly Piece[], adapters: readonly Adapter[], collector: StateCollector): Iterable<Step> {
  for (const piece of pieces) {
    const statement = toSchemaStatement(piece);
    const { prepare = [], sql = piece.sql, follow = [], ...account } = statement === null ? {} : adapt(adapters, statement);
    collector.add(account);
    if (sql !== null) yield { piece, statement, prepare, sql, follow };
  }
}
