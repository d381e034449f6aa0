import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOverlooked } from '../schema/overlooked.ts';
import { joinStates, type SchemaState, wholeSchema } from '../schema-state.ts';
import { type Account, readNobody } from './account.ts';
import { readAsked } from './asked.ts';
import type { Cache } from './cache.ts';
import { makeFirstFolder, makeNamedFolder } from './cache-folder.ts';
import { chooseBinaries } from './choose-binaries.ts';
import type { Hold } from './cluster.ts';
import { ownConduct } from './conduct.ts';
import type { Database } from './database.ts';
import { drop, serve } from './entry.ts';
import type { Site } from './machine.ts';
import { posix } from './posix.ts';
import { recall } from './recall.ts';
import type { PreparedCommand, SchemaCommand } from './schema-command.ts';
import type { Connection } from './server.ts';
import { toOwnSettings, toSessionSettings } from './settings.ts';
import type { System } from './system.ts';

export interface EmbeddedOptions {
  /** SQL files, and folders of them. */
  readonly schema: readonly string[];
  readonly seed: readonly string[];
  readonly cwd: string;
  /** Session settings, role included. */
  readonly settings: Readonly<Record<string, string>>;
  /** The folder of a local server's programs; `null` for those of the npm package. */
  readonly binaries: string | null;
  /** Major version of PostgreSQL, of a local server's programs or else of an npm package; by default that of planlint's own. */
  readonly major?: number | null;
  /** Makes tables after the files of `schema`, and before `seed`. */
  readonly command?: SchemaCommand | null;
}

/** How long `close` waits for the server's end, in milliseconds: it may go on only because another run uses it. */
const farewell = 300;

/** A PostgreSQL of our own with the schema and the seed loaded, from the cache where they were loaded before. It ends with this process, however that ends. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const settings = toSessionSettings(options.settings);
  const entry = { ...readAsked(options), command: await prepare(options), ...(await openSite(options)) };
  const { command } = entry;

  let held: Hold<Connection> | null = null;
  let state: SchemaState = wholeSchema;
  let folder = '';
  const release = async (patience: number) => {
    const last = held;
    held = null;
    await last?.connection.end();
    await last?.release(patience);
  };
  const open = async (isDamaged: boolean) => {
    await release(isDamaged ? farewell : 0);
    if (isDamaged) drop(entry);
    ({ hold: held, folder, state } = await serve(entry, toOwnSettings(settings)));
    return held.connection;
  };
  // The server starts while the driver loads.
  const opening = open(false);
  opening.catch(() => {});
  let first: Promise<Connection> | null = opening;
  try {
    const { openDatabase } = await import('./session.ts');
    const database = await openDatabase(ownConduct(settings), settings, (isDamaged) => {
      const connection = first ?? open(isDamaged);
      first = null;
      return connection;
    });
    const close = async () => {
      await database.close();
      if (command === null || command.inputs.length > 0) return release(farewell);
      // What is made anew each time is not kept.
      await release(60_000);
      drop(entry);
    };
    const overlooked = { ...wholeSchema, notes: findOverlooked(options.schema, options.cwd) };
    return { ...database, state: joinStates(overlooked, state), recall: (key, read) => recall(folder, [settings, key], read), close };
  } catch (error) {
    // A session that is left open would keep the process.
    await opening.catch(() => {});
    await release(farewell);
    throw error;
  }
}

/** The schema command, with what it reads; `null` where there is none. */
export async function prepare({ command = null, cwd }: Pick<EmbeddedOptions, 'command' | 'cwd'>): Promise<PreparedCommand | null> {
  if (command === null) return null;
  const { prepareCommand } = await import('../schema-command/prepare.ts');
  return prepareCommand(command, cwd, process.env);
}

/** Programs, account and cache folder as this process finds them. */
export async function openSite({ cwd, binaries, major = null }: Pick<EmbeddedOptions, 'cwd' | 'binaries' | 'major'>): Promise<Site> {
  const account = findAccount();
  const host = { platform: `${process.platform}-${process.arch}`, account, path: toSearchPath() };
  const cache = await openCache();
  const found = await chooseBinaries({ cwd, binaries, major }, host, cache);
  return { cache, machine: { system: await loadSystem(), binaries: found, node: process.execPath, account, path: host.path, isAlive, isMusl } };
}

/** The way of Windows is loaded there alone. */
async function loadSystem(): Promise<System> {
  return process.platform === 'win32' ? (await import('./windows.ts')).windows : posix;
}

/** A bare PATH does not name the folders of `cp` and `cat`. */
function toSearchPath(): string {
  const { PATH = '' } = process.env;
  return process.platform === 'win32' ? PATH : [PATH, '/usr/bin', '/bin'].filter((part) => part !== '').join(':');
}

function findAccount(): Account | null {
  return process.geteuid?.() === 0 ? readNobody() : null;
}

/** The cache of this process, whose folder is made where it is not there. */
export async function openCache(): Promise<Cache> {
  const { isHeld } = await loadSystem();
  return { folder: await openCacheFolder(findAccount(), process.geteuid?.() ?? -1), pid: process.pid, isAlive, isHeld };
}

async function openCacheFolder(account: Account | null, uid: number): Promise<string> {
  const { PLANLINT_CACHE: named } = process.env;
  if (named !== undefined && named !== '') return makeNamedFolder(resolve(named), account);
  const spare = join(tmpdir(), `planlint-${uid}`);
  if (account !== null) return makeFirstFolder(['/var/cache/planlint', spare], account, uid);
  return makeFirstFolder([...(await findUserCache()), spare], account, uid);
}

/** Nothing for a user without a home. */
async function findUserCache(): Promise<readonly string[]> {
  try {
    homedir();
    const { default: envPaths } = await import('env-paths');
    return [envPaths('planlint', { suffix: '' }).cache];
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isMusl(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return process.platform === 'linux' && report.header?.glibcVersionRuntime === undefined;
}
