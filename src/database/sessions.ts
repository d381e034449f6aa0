import { UserError } from '../errors.ts';
import { rollback } from './conduct.ts';
import { isDamaged } from './damage.ts';
import { type Connection, ConnectionLost, type Message, type Reply } from './server.ts';

/** Opens a session. `isDamaged` says that the one before it met damaged files, which have to be made anew. */
export type Open = (isDamaged: boolean) => Promise<Connection>;

/** Sends messages in one go and gives the replies, or `overdue` where one took longer than `patience` milliseconds; 0 waits for ever. */
export type Deliver = (messages: readonly Message[], patience: number) => Promise<readonly Reply[] | 'overdue'>;

/** A session that is opened again each time it is lost. */
export interface Sessions {
  readonly version: string;
  readonly deliver: Deliver;
  close(): Promise<void>;
}

/** A run that fell with the server gets a second try; one that only stood behind another, as many as it needs. */
export async function openSessions(open: Open): Promise<Sessions> {
  let current = open(false);
  let isClosed = false;
  let isMended = false;

  /** The replies, or `null` where another session has to give them. */
  const run = async (mine: Promise<Connection>, messages: readonly Message[], patience: number): Promise<readonly Reply[] | null> => {
    const connection = await mine;
    // Otherwise what is still under way when a run fails would bring the server back.
    if (isClosed) throw new Error('the database is closed');
    if (connection.isLost()) {
      if (mine === current) current = open(false);
      return null;
    }
    const replies = await connection.run(messages, patience);
    if (isLeftOpen(replies)) await connection.run([rollback]);
    else if (!isDamaged(replies) || (isMended && mine === current)) return replies;
    else if (mine === current) {
      isMended = true;
      current = open(true);
    }
    return null;
  };

  const deliver: Deliver = async (messages, patience) => {
    for (let losses = 0; ; ) {
      try {
        const replies = await run(current, messages, patience);
        if (replies !== null) return replies;
      } catch (error) {
        if (!(error instanceof ConnectionLost) || isClosed) throw error;
        if (error.loss === 'overdue') return 'overdue';
        if (error.loss === 'gone') losses += 1;
        if (losses > 1) throw toLostError(error);
      }
    }
  };

  const { version } = await current;
  const close = async () => {
    isClosed = true;
    const connection = await current.catch(() => null);
    await connection?.end();
  };
  return { version, deliver, close };
}

/** True where a short timeout cut off the rollback of the run in front, so that this one met its transaction. */
function isLeftOpen([first]: readonly Reply[]): boolean {
  return first !== undefined && 'error' in first && first.error.sqlstate === '25P02';
}

function toLostError(error: ConnectionLost): UserError {
  const reason = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const hint = /statement pooling/.test(reason)
    ? 'connect to the server itself, or to a pooler that pools transactions or sessions: planlint plans in transactions only'
    : 'run again; if it happens again, a statement makes the server fail, or a timeout among the session settings ends the session';
  return new UserError('database', `the server closed the connection twice${reason}`, { hint, cause: error });
}
