import type { Command, Database, TransactionAccess } from './database.ts';
import type { Message } from './server.ts';
import { isPinned } from './settings.ts';

/** How planlint behaves on a server: what it sends around commands so that they change nothing and leave nothing behind. */
export interface Conduct {
  readonly engine: Database['engine'];
  /** Begins the transaction of users' statements, which may take so many milliseconds each. */
  begin(timeout: number, access: TransactionAccess): Message;
  /** Ends it. */
  end(commands: readonly Command[]): readonly Message[];
  /** Begins the transaction of planlint's own commands; `null` where they need none. */
  readonly beginOwn: Message | null;
}

type Settings = Readonly<Record<string, string>>;

export const rollback: Message = { text: 'ROLLBACK' };

/** On a server of planlint's own, whose sessions are its own, too. They have their settings from the start. */
export function ownConduct(settings: Settings): Conduct {
  const after = [rollback, { text: 'DISCARD ALL' }, ...('role' in settings ? [{ text: 'RESET ROLE' }] : [])];
  return {
    engine: 'embedded',
    begin: (timeout, access) => ({ text: `BEGIN ${access}; SET LOCAL statement_timeout = ${timeout}`, simple: true }),
    end: () => after,
    beginOwn: null,
  };
}

/** planlint's own commands read a catalogue that can be large, and yet are not to run for ever on somebody's server. */
const own: Settings = { statement_timeout: '5min', lock_timeout: '10s' };

/**
 * On a server of the user's, perhaps behind a pooler that gives each transaction another session, and each session to others afterwards:
 * all is done in transactions, which are read-only unless a statement is to be executed, carry their settings, and a statement that was prepared is gone before its transaction ends.
 */
export function guestConduct(settings: Settings): Conduct {
  const begin = (changed: Settings, access: TransactionAccess): Message => ({
    text: `BEGIN ${access}; ${toSet({ ...settings, ...changed })}; SAVEPOINT planlint`,
    simple: true,
  });
  const { lock_timeout } = isPinned('lock_timeout', settings['lock_timeout']) ? own : settings;
  return {
    engine: 'server',
    begin: (timeout, access) => begin({ statement_timeout: String(timeout) }, access),
    end: (commands) => (commands.some(({ text }) => text.startsWith('PREPARE planlint ')) ? [...unprepare, rollback] : [rollback]),
    beginOwn: begin({ ...own, lock_timeout: lock_timeout ?? '0' }, 'read only'),
  };
}

/** PREPARE outlives its transaction, and DISCARD would take what is others'. A failed transaction takes commands again once it is back before the failure. */
const unprepare: readonly Message[] = [
  { text: 'ROLLBACK TO SAVEPOINT planlint; SET LOCAL statement_timeout = 0', simple: true },
  { text: 'DEALLOCATE planlint' },
];

/** The role comes last: it may not have the right to the others. */
function toSet({ role, ...others }: Settings): string {
  const settings = [...Object.entries(others), ...(role === undefined ? [] : [['role', role] as const])];
  return `SELECT ${settings.map(([name, value]) => `set_config('${name}', ${toLiteral(value)}, true)`).join(', ')}`;
}

function toLiteral(value: string): string {
  return `E'${value.replace(/['\\]/g, '\\$&')}'`;
}
