import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { noteSize } from './cache-size.ts';
import { chooseSurplus } from './surplus.ts';

/** The folder that keeps loaded schemas between runs, and the run that uses it. */
export interface Cache {
  readonly folder: string;
  readonly pid: number;
  isAlive(pid: number): boolean;
  /** True while a run uses the data directory in that folder. */
  isHeld(folder: string): boolean;
}

/** Folders that this process builds right now. */
const underWay = new Set<string>();

/** The path of an item of the cache, which is made first if it is not there. Of two runs that make it at once, the slower takes the other's. Throws a `UserError` where the cache cannot be written. */
export async function provide(cache: Cache, name: string, make: (folder: string) => void | Promise<void>): Promise<string> {
  const place = join(cache.folder, name);
  if (existsSync(place)) {
    touch(place);
    return place;
  }
  const folder = newFolder(cache);
  underWay.add(folder);
  try {
    change(cache, () => {
      removeLeftOvers(cache);
      mkdirSync(folder);
      chmodSync(folder, 0o755);
    });
    await make(folder);
    noteSize(folder);
    moveInto(place, folder);
  } finally {
    remove(folder);
    underWay.delete(folder);
  }
  for (const { name: old } of chooseSurplus(cache)) tryTo(() => discard(cache, old));
  return place;
}

/** Takes an item out of the cache. Throws a `UserError` where the cache cannot be written. */
export function discard(cache: Cache, name: string): void {
  const folder = newFolder(cache);
  if (!existsSync(join(cache.folder, name))) return;
  change(cache, () => {
    try {
      renameSync(join(cache.folder, name), folder);
    } catch (error) {
      // Another run was faster.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    remove(folder);
  });
}

function change(cache: Cache, action: () => void): void {
  try {
    action();
  } catch (cause) {
    const hint = 'let PLANLINT_CACHE name a folder that can be written';
    throw new UserError('database', `the cache ${cache.folder} cannot be written: ${reasonOf(cause)}`, { hint, cause });
  }
}

function newFolder(cache: Cache): string {
  return join(cache.folder, `building-${cache.pid}-${randomBytes(6).toString('hex')}`);
}

function moveInto(place: string, folder: string): void {
  try {
    renameSync(folder, place);
  } catch (error) {
    // Another run was faster.
    if (!existsSync(place)) throw error;
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
    if (/^building-\d/.test(name) && !isBeingBuilt(cache, name)) tryTo(() => remove(join(cache.folder, name)));
  }
}

/** True for the folder of a run that is still at work. */
export function isBeingBuilt(cache: Cache, name: string): boolean {
  const pid = Number(/^building-(\d+)-/.exec(name)?.[1]);
  return pid === cache.pid ? underWay.has(join(cache.folder, name)) : pid > 0 && cache.isAlive(pid);
}

/** Another run may tidy up at the same time. */
function tryTo(action: () => void): void {
  try {
    action();
  } catch {}
}
