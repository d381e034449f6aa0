import { UserError } from '../errors.ts';
import type { Command, Database, Refusal, Row } from './database.ts';
import { type Connection, ConnectionLost, type Message, type Reply, type ServerError } from './server.ts';
import { isPinned } from './settings.ts';

/** How much longer than the server's own timeout the client waits, in milliseconds. */
const grace = 5_000;

/** A database over sessions that `open` makes: one at first, and one in place of each that was lost. */
export async function openDatabase(
  engine: Database['engine'],
  settings: Readonly<Record<string, string>>,
  open: () => Promise<Connection>,
): Promise<Database> {
  let patience = 0;
  const openPatiently = async () => {
    const connection = await open();
    connection.setPatience(patience);
    return connection;
  };
  let current = openPatiently();

  /** The replies, or `overdue`. A run that fell with the server gets a second try; one that only stood behind another, as many as it needs. */
  const deliver = async (messages: readonly Message[]): Promise<readonly Reply[] | 'overdue'> => {
    for (let losses = 0; ; ) {
      const mine = current;
      const connection = await mine;
      if (connection.isLost()) {
        if (mine === current) current = openPatiently();
        continue;
      }
      try {
        return await connection.run(messages);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        if (error.loss === 'overdue') return 'overdue';
        if (error.loss === 'gone') losses += 1;
        if (losses > 1) throw toLostError(error);
      }
    }
  };

  const query = async (text: string, values: readonly (string | null)[] = []): Promise<readonly Row[]> => {
    const replies = await deliver([{ text, values }]);
    if (replies === 'overdue') throw new Error(`no answer in time: ${text}`);
    const reply = replies[0];
    if (reply === undefined || 'error' in reply) throw new Error(`${reply?.error.message ?? 'no reply'} (${reply?.error.sqlstate}): ${text}`);
    return reply.rows;
  };

  const after = [{ text: 'ROLLBACK' }, { text: 'DISCARD ALL' }, ...('role' in settings ? [{ text: 'RESET ROLE' }] : [])];
  const attempt = async (commands: readonly Command[]) => {
    const replies = await deliver([{ text: 'BEGIN READ ONLY' }, ...commands, ...after]);
    if (replies === 'overdue') return { refusal: overdue };
    const ours = replies.slice(1, commands.length + 1);
    for (const [index, reply] of ours.entries()) if ('error' in reply) return { refusal: toRefusal(commands[index]?.text ?? '', reply.error) };
    return { rows: ours.map((reply) => ('rows' in reply ? reply.rows : [])) };
  };

  const { version } = await current;
  const set = Object.keys(settings).filter((name) => !isPinned(name, settings[name]));
  const facts = await readFacts(query, ['timezone', 'search_path', 'role', ...set]);
  if (facts.timeout > 0) patience = facts.timeout + grace;
  (await current).setPatience(patience);
  return {
    engine,
    version,
    major: Number.parseInt(version, 10),
    settings: facts.settings,
    query,
    attempt,
    close: async () => {
      const connection = await current.catch(() => null);
      await connection?.end();
    },
  };
}

/** UTF-16 offset of a position that counts code points from 1. */
export function toOffset(text: string, position: number): number {
  let offset = 0;
  let left = position - 1;
  for (const character of text) {
    if (left === 0) break;
    left -= 1;
    offset += character.length;
  }
  return offset;
}

const overdue: Refusal = { sqlstate: '57014', message: 'no answer within the statement timeout', offset: null };

function toRefusal(text: string, error: ServerError): Refusal {
  return { sqlstate: error.sqlstate, message: error.message, offset: error.position === null ? null : toOffset(text, error.position) };
}

function toLostError(error: ConnectionLost): UserError {
  const reason = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return new UserError('database', `the server closed the connection twice${reason}`, {
    hint: 'run again; if it happens again, a statement makes the server fail',
    cause: error,
  });
}

interface Facts {
  readonly settings: Readonly<Record<string, string>>;
  /** The statement timeout in milliseconds. */
  readonly timeout: number;
}

/** Settings as the server spells their values. */
async function readFacts(query: Database['query'], names: readonly string[]): Promise<Facts> {
  const [row] = await query(
    `SELECT json_object_agg(name, current_setting(name, true)) AS settings,
       (extract(epoch FROM current_setting('statement_timeout')::interval) * 1000)::int AS timeout
     FROM unnest($1::text[]) AS name`,
    [toArray([...new Set(names)])],
  );
  return row as unknown as Facts;
}

function toArray(names: readonly string[]): string {
  return `{${names.map((name) => `"${name}"`).join(',')}}`;
}
