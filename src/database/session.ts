import { wholeSchema } from '../schema-state.ts';
import { toOffset } from '../sql/span.ts';
import type { Command, Database, Refusal } from './database.ts';
import type { Reply, ServerError } from './server.ts';
import { type Deliver, type Open, openSessions, rollback } from './sessions.ts';
import { isPinned, toSettingError } from './settings.ts';

/** How much longer than the server's own timeout the client waits, in milliseconds. */
const grace = 5_000;

/** A database over sessions that `open` makes: one at first, and one in place of each that was lost. `settings` are those of users' statements. */
export async function openDatabase(engine: Database['engine'], settings: Readonly<Record<string, string>>, open: Open): Promise<Database> {
  const { deliver, close, version } = await openSessions(open);
  try {
    const facts = await readFacts(deliver, settings);
    const begin = { text: `BEGIN READ ONLY; SET LOCAL statement_timeout = ${facts.timeout}`, simple: true };
    const after = [rollback, { text: 'DISCARD ALL' }, ...('role' in settings ? [{ text: 'RESET ROLE' }] : [])];
    const patience = facts.timeout > 0 ? facts.timeout + grace : 0;
    return {
      engine,
      version,
      major: Number.parseInt(version, 10),
      settings: facts.settings,
      state: wholeSchema,
      async query(text, values = []) {
        const reply = await ask(deliver, { text, values });
        if ('error' in reply) throw new Error(`${reply.error.message} (${reply.error.sqlstate}): ${text}`);
        return reply.rows;
      },
      async attempt(commands) {
        const replies = await deliver([begin, ...commands, ...after], patience);
        if (replies === 'overdue') return { refusal: overdue };
        const ours = replies.slice(1, commands.length + 1);
        for (const [index, reply] of ours.entries()) if ('error' in reply) return { refusal: toRefusal(commands[index]?.text ?? '', reply.error) };
        return { rows: ours.map((reply) => ('rows' in reply ? reply.rows : [])) };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const overdue: Refusal = { sqlstate: '57014', message: 'no answer within the statement timeout', offset: null };

function toRefusal(text: string, error: ServerError): Refusal {
  return { sqlstate: error.sqlstate, message: error.message, offset: error.position === null ? null : toOffset(text, error.position) };
}

interface Facts {
  /** As the server spells their values. */
  readonly settings: Readonly<Record<string, string>>;
  /** The statement timeout in milliseconds. */
  readonly timeout: number;
}

/** Sets the timeout for the length of its own transaction, which checks it and shows how the server spells it. */
async function readFacts(deliver: Deliver, settings: Readonly<Record<string, string>>): Promise<Facts> {
  const set = Object.keys(settings).filter((name) => !isPinned(name, settings[name]));
  const names = new Set(['timezone', 'search_path', 'role', ...set]);
  const reply = await ask(deliver, {
    text: `SELECT json_object_agg(name, CASE name WHEN 'statement_timeout' THEN timeout ELSE current_setting(name, true) END) AS settings,
       (extract(epoch FROM max(timeout)::interval) * 1000)::int AS timeout
     FROM set_config('statement_timeout', $2, true) AS timeout, unnest($1::text[]) AS name`,
    values: [toArray([...names]), settings['statement_timeout'] ?? '0'],
  });
  if ('error' in reply) throw toSettingError(reply.error, reply.error.hint);
  return reply.rows[0] as unknown as Facts;
}

async function ask(deliver: Deliver, command: Command): Promise<Reply> {
  const replies = await deliver([command], 0);
  const reply = replies === 'overdue' ? undefined : replies[0];
  if (reply === undefined) throw new Error(`no answer: ${command.text}`);
  return reply;
}

function toArray(names: readonly string[]): string {
  return `{${names.map((name) => `"${name}"`).join(',')}}`;
}
