import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../errors.ts';
import { type Account, canReach } from './account.ts';

/** The folder that keeps loaded schemas between runs, and the run that uses it. */
export interface Cache {
  readonly folder: string;
  readonly pid: number;
  isAlive(pid: number): boolean;
}

/** Loaded schemas that are kept. */
const kept = 8;

/** After this time a server's lock file is a left-over, in milliseconds. */
const day = 86_400_000;

/** Folders that this process builds right now. */
const underWay = new Set<string>();

/** Makes the cache's folder, open to the account that runs the server. Throws a `UserError` where that cannot be done. */
export function makeNamedFolder(folder: string, account: Account | null): string {
  const hint = 'let PLANLINT_CACHE name a folder that can be written';
  try {
    makeFolder(folder, account);
  } catch (cause) {
    throw new UserError('database', `the cache ${folder} cannot be made: ${(cause as Error).message}`, { hint, cause });
  }
  if (account === null || canReach(account, folder)) return folder;
  throw new UserError('database', `the cache ${folder} is closed to the account nobody, which runs PostgreSQL for root`, {
    hint: 'let PLANLINT_CACHE name a folder that every account may enter, such as /var/cache/planlint',
  });
}

/** Makes the first of the folders that can be made and that nobody else can write. Throws a `UserError` if there is none. */
export function makeFirstFolder(candidates: readonly string[], account: Account | null, uid: number): string {
  for (const folder of candidates) {
    try {
      makeFolder(folder, account);
    } catch {
      continue;
    }
    if (isOwn(folder, uid) && (account === null || canReach(account, folder))) return folder;
  }
  throw new UserError('database', `no folder for the cache: tried ${candidates.join(', ')}`, {
    hint: 'let PLANLINT_CACHE name a folder that can be written',
  });
}

function makeFolder(folder: string, account: Account | null): void {
  const first = mkdirSync(folder, { recursive: true, mode: account === null ? 0o700 : 0o755 });
  if (first === undefined || account === null) return;
  // The umask may have closed what was just made.
  for (let made = folder; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o755);
}

function isOwn(folder: string, uid: number): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0;
}

/** The path of an item of the cache, which is made first if it is not there. Of two runs that make it at once, the slower takes the other's. */
export async function provide(cache: Cache, name: string, make: (folder: string) => void | Promise<void>): Promise<string> {
  const place = join(cache.folder, name);
  if (existsSync(place)) {
    touch(place);
    return place;
  }
  removeLeftOvers(cache);
  const folder = newFolder(cache);
  underWay.add(folder);
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    await make(folder);
    moveInto(place, folder);
  } finally {
    remove(folder);
    underWay.delete(folder);
  }
  removeOldest(cache, place);
  return place;
}

/** Takes an item out of the cache. */
export function discard(cache: Cache, name: string): void {
  const folder = newFolder(cache);
  try {
    renameSync(join(cache.folder, name), folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  remove(folder);
}

function newFolder(cache: Cache): string {
  return join(cache.folder, `building-${cache.pid}-${randomBytes(6).toString('hex')}`);
}

function moveInto(place: string, folder: string): void {
  try {
    renameSync(folder, place);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function touch(place: string): void {
  try {
    const now = new Date();
    utimesSync(place, now, now);
  } catch {
    // It was removed a moment ago, or belongs to someone else: whoever starts it will see.
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function removeLeftOvers(cache: Cache): void {
  for (const name of readdirSync(cache.folder)) {
    const pid = Number(/^building-(\d+)-/.exec(name)?.[1]);
    const folder = join(cache.folder, name);
    const isAbandoned = pid === cache.pid ? !underWay.has(folder) : pid > 0 && !cache.isAlive(pid);
    if (isAbandoned) tryTo(() => remove(folder));
  }
}

/** Drops the loaded schemas that were not used for the longest time. */
function removeOldest(cache: Cache, except: string): void {
  const items = readdirSync(cache.folder)
    .filter((name) => /^schema-/.test(name) && join(cache.folder, name) !== except)
    .map((name) => ({ name, used: statSync(join(cache.folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.used - a.used);
  for (const { name } of items.slice(kept - 1)) if (!isInUse(join(cache.folder, name))) tryTo(() => discard(cache, name));
}

function isInUse(place: string): boolean {
  const lock = statSync(join(place, 'data', 'postmaster.pid'), { throwIfNoEntry: false });
  return lock !== undefined && Date.now() - lock.mtimeMs < day;
}

/** Another run may tidy up at the same time. */
function tryTo(action: () => void): void {
  try {
    action();
  } catch {}
}
