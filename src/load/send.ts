import { BrokenCluster } from '../database/cluster.ts';
import { isDamaged } from '../database/damage.ts';
import type { Message, Reply, ServerError } from '../database/server.ts';
import { as } from '../sql/parse.ts';
import type { Piece } from '../sql/split.ts';
import type { Account } from './adaptation.ts';
import type { Pardon } from './pass-over.ts';
import type { SchemaStatement } from './schema-statement.ts';

/** A statement as it is to be sent. */
export interface Step {
  readonly piece: Piece;
  readonly statement: SchemaStatement | null;
  readonly prepare: readonly string[];
  readonly sql: string;
  readonly follow: readonly string[];
}

/** A step in its place. */
export interface PlacedStep extends Step {
  /** Whether a transaction is open that an error would spoil. */
  readonly isInside: boolean;
}

export interface Refused {
  readonly piece: Piece;
  readonly error: ServerError;
  /** The missing extension that it needs. */
  readonly extension: string | null;
}

/** Where steps go. */
export interface Outlet {
  readonly send: Send;
  readonly pardon: Pardon;
  add(account: Account): void;
}

/** What goes on from one piece of a file to the next. */
export interface Session {
  /** Whether a transaction is open. */
  isInside: boolean;
}

/** Sends messages; `owners` has the step of each. */
export type Send = (messages: readonly Message[], owners: readonly Step[]) => Promise<readonly Reply[]>;

/** Statements on their way at once. */
const batchSize = 200;

const savepoint = 'planlint_statement';

/**
 * Steps that travel together. A COPY travels alone: while the server reads its data, it takes no other command. The end of a transaction begins a batch:
 * sent behind a statement that fails and can be passed over, it would undo the others.
 */
export function* toBatches(steps: Iterable<Step>, session: Session): Iterable<readonly PlacedStep[]> {
  let batch: PlacedStep[] = [];
  for (const step of steps) {
    const placed = { ...step, isInside: session.isInside };
    const turn = as(step.statement?.tree, 'TransactionStmt')?.kind;
    if (turn !== undefined) session.isInside = opens.has(turn) || (session.isInside && !closes.has(turn));
    const isAlone = step.piece.copyData !== null || (placed.isInside && !session.isInside);
    if (batch.length === batchSize || (isAlone && batch.length > 0)) {
      yield batch;
      batch = [];
    }
    batch.push(placed);
    if (step.piece.copyData !== null) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const opens = new Set(['TRANS_STMT_BEGIN', 'TRANS_STMT_START']);
const closes = new Set(['TRANS_STMT_COMMIT', 'TRANS_STMT_ROLLBACK', 'TRANS_STMT_PREPARE']);

/** Sends a batch, and again what stands behind a statement that is passed over inside a transaction. */
export async function sendBatch(batch: readonly PlacedStep[], { send, pardon, add }: Outlet): Promise<Refused | null> {
  let rest: readonly PlacedStep[] = batch;
  let isSpoilt = false;
  while (rest.length > 0 || isSpoilt) {
    const undo = isSpoilt ? [{ text: `ROLLBACK TO SAVEPOINT ${savepoint}` }, { text: `RELEASE SAVEPOINT ${savepoint}` }] : [];
    const sent = rest.flatMap((step) => toMessages(step, pardon).map((message) => ({ step, message, isOwn: message.text === step.sql })));
    const owners = sent.map(({ step }) => step);
    const first = rest[0] ?? batch.at(-1);
    const replies = await send([...undo, ...sent.map(({ message }) => message)], [...undo.flatMap(() => first ?? []), ...owners]);
    isSpoilt = false;
    for (const [index, reply] of replies.slice(undo.length).entries()) {
      if (!('error' in reply)) continue;
      const step = owners[index];
      if (step === undefined) continue;
      if (isDamaged([reply])) throw new BrokenCluster(reply.error.message);
      const account = sent[index]?.isOwn === true ? pardon.forgive(step, reply.error) : null;
      if (account === null) return { piece: step.piece, error: placeError(step, reply.error), extension: pardon.findCause(reply.error) };
      add(account);
      if (!step.isInside) continue;
      isSpoilt = true;
      rest = rest.slice(rest.indexOf(step) + 1);
      break;
    }
    if (!isSpoilt) return null;
  }
  return null;
}

function toMessages(step: PlacedStep, pardon: Pardon): readonly Message[] {
  const { piece, prepare, sql, follow, isInside } = step;
  const { copyData } = piece;
  const before = prepare.map((text) => ({ text, simple: true }));
  const behind = follow.map((text) => ({ text, simple: true }));
  const own = { text: sql, simple: true, ...(copyData === null ? {} : { copyData }) };
  if (!isInside || !pardon.isForgivable(step)) return [...before, own, ...behind];
  return [...before, { text: `SAVEPOINT ${savepoint}` }, own, ...behind, { text: `RELEASE SAVEPOINT ${savepoint}` }];
}

/** The server's position is one in the text that was sent. */
function placeError({ piece, sql }: Step, error: ServerError): ServerError {
  return sql === piece.sql ? error : { ...error, position: null };
}
