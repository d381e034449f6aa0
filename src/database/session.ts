import { UserError } from '../errors.ts';
import { wholeSchema } from '../schema-state.ts';
import { toOffset } from '../sql/span.ts';
import { type Conduct, rollback } from './conduct.ts';
import type { Command, Database, Refusal } from './database.ts';
import type { Reply, ServerError } from './server.ts';
import { type Deliver, type Open, openSessions } from './sessions.ts';
import { isPinned, toSettingError } from './settings.ts';

/** How much longer than the server's own timeout the client waits, in milliseconds. */
const grace = 5_000;

/** A database over sessions that `open` makes: one at first, and one in place of each that was lost. `settings` are those of users' statements. */
export async function openDatabase(conduct: Conduct, settings: Readonly<Record<string, string>>, open: Open): Promise<Database> {
  const { deliver, close, version } = await openSessions(open);
  const ask = asker(deliver, conduct);
  try {
    const facts = await readFacts(ask, settings);
    const patience = facts.timeout > 0 ? facts.timeout + grace : 0;
    return {
      engine: conduct.engine,
      name: null,
      version,
      major: Number.parseInt(version, 10),
      settings: facts.settings,
      state: wholeSchema,
      async query(text, values = []) {
        const reply = await ask({ text, values });
        if ('error' in reply) throw toCircumstance(reply.error) ?? new Error(`${reply.error.message} (${reply.error.sqlstate}): ${text}`);
        return reply.rows;
      },
      recall: (_, read) => read(),
      async attempt(commands, access = 'read only') {
        const replies = await deliver([conduct.begin(facts.timeout, access), ...commands, ...conduct.end(commands)], patience);
        if (replies === 'overdue') return { refusal: overdue };
        const [begun] = replies;
        if (begun !== undefined && 'error' in begun) throw toSettingError(begun.error, begun.error.hint);
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
async function readFacts(ask: Ask, settings: Readonly<Record<string, string>>): Promise<Facts> {
  const set = Object.keys(settings).filter((name) => !isPinned(name, settings[name]));
  const names = new Set(['timezone', 'search_path', 'role', ...set]);
  const reply = await ask({
    text: `SELECT json_object_agg(name, CASE name WHEN 'statement_timeout' THEN timeout ELSE current_setting(name, true) END) AS settings,
       (extract(epoch FROM max(timeout)::interval) * 1000)::int AS timeout
     FROM set_config('statement_timeout', $2, true) AS timeout, unnest($1::text[]) AS name`,
    values: [toArray([...names]), settings['statement_timeout'] ?? '0'],
  });
  if ('error' in reply) throw toSettingError(reply.error, reply.error.hint);
  return reply.rows[0] as unknown as Facts;
}

type Ask = (command: Command) => Promise<Reply>;

/** Sends commands of planlint's own, each by itself. */
function asker(deliver: Deliver, { beginOwn }: Conduct): Ask {
  return async (command) => {
    const replies = await deliver(beginOwn === null ? [command] : [beginOwn, command, rollback], 0);
    const [first, second] = replies === 'overdue' ? [] : replies;
    if (beginOwn !== null && first !== undefined && 'error' in first) throw toSettingError(first.error, first.error.hint);
    const reply = beginOwn === null ? first : second;
    if (reply === undefined) throw new Error(`no answer: ${command.text}`);
    return reply;
  };
}

/** Refusals of planlint's own commands that are the moment's fault, or the role's. */
const circumstances: Readonly<Record<string, string>> = {
  '42501': 'the role may not read the catalogue',
  '55P03': 'another session holds a lock on the schema',
  '57014': 'reading the catalogue took too long',
};

function toCircumstance({ sqlstate, message }: ServerError): UserError | null {
  const circumstance = circumstances[sqlstate];
  const hint = 'run again when no migration is under way; --set role=…, or another user in --url, reads with other rights';
  return circumstance === undefined ? null : new UserError('database', `${circumstance}: ${message}`, { hint });
}

function toArray(names: readonly string[]): string {
  return `{${names.map((name) => `"${name}"`).join(',')}}`;
}
