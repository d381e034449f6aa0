import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../errors.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import { dependsOnToday, today } from '../schema/today.ts';
import type { SchemaState } from '../schema-state.ts';
import { version } from '../version.ts';
import { discard, provide } from './cache.ts';
import { aboutFile } from './cache-size.ts';
import { BrokenCluster, type Cluster, type Hold, serverSettings, type Way } from './cluster.ts';
import { copyCluster } from './data-directory.ts';
import { allowPort } from './host-access.ts';
import type { Site } from './machine.ts';
import { connectTo } from './own-connection.ts';
import { commandDatabase, type PreparedCommand } from './schema-command.ts';
import type { Connection } from './server.ts';
import { toFullError, toStartError } from './start-fault.ts';
import { discardTemplate, provideTemplate } from './template.ts';

/** A loaded schema in the cache, and all it takes to load it anew. */
export interface Entry extends Site {
  /** The schema's files, in the order they load. */
  readonly files: readonly SchemaFile[];
  /** Makes tables after that. */
  readonly command: PreparedCommand | null;
  /** Loaded last. */
  readonly seed: readonly SchemaFile[];
  /** Session settings to load under. */
  readonly settings: Readonly<Record<string, string>>;
  /** Of a run that writes into it, and shares it with no other. */
  readonly own?: Own;
}

/** What tells an entry of one run's own from all others, and where its server takes whoever has the password. */
export interface Own {
  readonly key: string;
  readonly port: number;
}

type Settings = Readonly<Record<string, string>>;

/** Part of every key beside planlint's version: another number makes all that is in the cache of no use. */
const layout = '3';

const stateFile = 'state.json';

/** The entry may be broken, and then the template too. */
const triesToServe = 3;

/** Session settings that also decide what the schema's own statements do. */
const loading = new Set(['timezone', 'search_path', 'datestyle', 'intervalstyle', 'default_statistics_target']);

/** The settings to load a schema with that is then used with `settings`. */
export function toLoadSettings(settings: Settings): Settings {
  const chosen = Object.entries(settings).filter(([name]) => loading.has(name));
  return { ...Object.fromEntries(chosen), statement_timeout: '0', client_min_messages: 'warning' };
}

/** An entry whose server this process uses. */
export interface Served {
  readonly hold: Hold<Connection>;
  /** Of the entry. */
  readonly folder: string;
  readonly state: SchemaState;
}

/** A connection to the entry's server. The entry is made if it is not there, and made anew if its server crashed, does not start or lets nobody in. */
export async function serve(entry: Entry, settings: Settings): Promise<Served> {
  const name = toName(entry);
  for (let tries = 1; ; tries += 1) {
    try {
      const folder = await provide(entry.cache, name, (building) => build(entry, building));
      const state = readState(folder);
      const connect = (way: Way) => connectTo({ ...way, ...toDatabase(entry) }, settings);
      return { hold: await entry.machine.system.hold(entry.machine, toCluster(entry, folder), connect), folder, state };
    } catch (error) {
      const full = toFullError(entry.cache, error);
      if (full !== null) throw full;
      if (!(error instanceof BrokenCluster)) throw error;
      if (tries === triesToServe) throw toStartError(error);
      discard(entry.cache, name);
    }
  }
}

/** More sessions, and no more memory for their locks. */
const ownSettings = { max_connections: '200', max_locks_per_transaction: '256' };

function toCluster({ own }: Entry, folder: string): Cluster {
  if (own === undefined) return { folder };
  allowPort(folder);
  return { folder, port: own.port, settings: ownSettings };
}

function readState(folder: string): SchemaState {
  try {
    return JSON.parse(readFileSync(join(folder, stateFile), 'utf8'));
  } catch (error) {
    throw new BrokenCluster((error as Error).message);
  }
}

/** Takes the entry out of the cache. */
export function drop(entry: Entry): void {
  discard(entry.cache, toName(entry));
}

/** The database that holds the schema, where it is not the usual one. */
export function toDatabase({ command }: Pick<Entry, 'command'>): { readonly database?: string } {
  return command === null ? {} : { database: commandDatabase };
}

function toName({ machine, files, command, seed, settings, own }: Entry): string {
  const hash = createHash('sha256').update(JSON.stringify([layout, version, machine.binaries.build, serverSettings, settings]));
  if (command !== null) hash.update(`\0${JSON.stringify([command.text, command.env, command.key])}\0${files.length}`);
  if (own !== undefined) hash.update(`\0${own.key}`);
  const all = [...files, ...seed];
  for (const { path, text, continues = false } of all.flatMap((file): readonly SchemaFile[] => [
    file,
    ...(file.rows === undefined ? [] : [file.rows]),
  ]))
    hash.update(`\0${basename(path)}\0${continues}\0${text.length}\0`).update(text);
  if (dependsOnToday(all)) hash.update(today());
  return `schema-${hash.digest('hex').slice(0, 32)}`;
}

/** Throws `BrokenCluster` where the server does not work, and then the template is gone too. */
async function build(entry: Entry, folder: string): Promise<void> {
  const { cache, machine } = entry;
  const place = await provideTemplate(cache, machine);
  try {
    await copyCluster(machine, place, folder);
    await fill(entry, folder);
  } catch (error) {
    if (error instanceof BrokenCluster) discardTemplate(cache, machine);
    throw error;
  }
}

async function fill(entry: Entry, folder: string): Promise<void> {
  const { command } = entry;
  const state =
    command === null ? await fillFromFiles(entry, folder) : await import('./command-fill.ts').then((by) => by.fillByCommand(entry, command, folder));
  writeFileSync(join(folder, stateFile), JSON.stringify(state));
  writeFileSync(join(folder, aboutFile), toAbout(entry));
  if (existsSync(join(folder, 'data', 'postmaster.pid')))
    throw new UserError('database', 'the embedded PostgreSQL does not stop after the schema is loaded', {
      hint: 'end what still uses it, and run planlint again',
    });
}

function toAbout({ command, files, seed }: Entry): string {
  const [first, ...rest] = [...(command === null ? [] : [command.text]), ...[...files, ...seed].map(({ path }) => path)];
  return rest.length === 0 ? `${first}` : `${first} and ${rest.length} more`;
}

async function fillFromFiles({ machine, files, seed, settings }: Entry, folder: string): Promise<SchemaState> {
  const { loadSchema } = await import('../load/load.ts');
  const { connection, release } = await machine.system.hold(machine, { folder }, (way) => connectTo(way, settings));
  try {
    return await loadSchema(connection, [...files, ...seed]);
  } finally {
    await connection.end();
    await release(60_000);
  }
}
