import { homedir, platform, userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { toConnectError } from '../connection/connect-fault.ts';
import type { Machine } from '../connection/parameters.ts';
import { readParameters } from '../connection/parameters.ts';
import { reach } from '../connection/reach.ts';
import { toVersionError } from '../connection/server-version.ts';
import { readState } from './citus.ts';
import { guestConduct } from './conduct.ts';
import type { Database } from './database.ts';
import { type Connection, isPassing } from './server.ts';
import { openDatabase } from './session.ts';
import { toGuestSettings } from './settings.ts';

export interface ServerOptions {
  /** A URI or keywords and values as libpq takes them, or the name of the environment's variable that holds such. */
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Session settings, role included; all others are the server's. */
  readonly settings: Readonly<Record<string, string>>;
}

/** How long a server may take to come up or back, in milliseconds. */
const patience = { first: 10_000, again: 30_000 };

/** A server of the user's, 14 or newer, on which nothing is done but planning in read-only transactions. */
export async function openServer({ url, env, settings }: ServerOptions): Promise<Database> {
  const machine = readMachine(env);
  const parameters = readParameters(url, machine);
  const chosen = toGuestSettings({ ...parameters.settings, ...settings });
  let place = '';
  let isOpen = false;
  const open = async (): Promise<Connection> => {
    const until = Date.now() + (isOpen ? patience.again : patience.first);
    for (;;) {
      const reached = await reach(parameters, machine);
      if ('connection' in reached) {
        place = reached.route.host.name;
        isOpen = true;
        const versionError = toVersionError(reached.connection.version);
        if (versionError === null) return reached.connection;
        await reached.connection.end();
        throw versionError;
      }
      if (Date.now() > until || !reached.faults.some(({ error }) => isWorthWaiting(error, isOpen))) throw toConnectError(reached.faults);
      await delay(250);
    }
  };
  const database = await openDatabase(guestConduct(chosen), chosen, open);
  try {
    return { ...database, name: `${parameters.database}@${place}`, state: await readState(database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A server that starts says so; one that was there a moment ago may be about to. */
function isWorthWaiting(error: unknown, wasOpen: boolean): boolean {
  return (error as { code?: string }).code === '57P03' || (wasOpen && isPassing(error));
}

/** This machine as libpq would see it. */
export function readMachine(env: Machine['env']): Machine {
  return { env, home: env['HOME'] || homedir(), account: readAccount(), isWindows: platform() === 'win32' };
}

/** `null` for a user id that the system has no name for. */
function readAccount(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
