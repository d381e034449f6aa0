import { chmodSync, lstatSync } from 'node:fs';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { makeFolders } from '../make-folders.ts';
import { type Account, canReach } from './account.ts';

/** Makes the cache's folder, open to the account that runs the server. Throws a `UserError` where that cannot be done. */
export function makeNamedFolder(folder: string, account: Account | null): string {
  const hint = 'let PLANLINT_CACHE name a folder that can be written';
  try {
    makeFolder(folder, account);
  } catch (cause) {
    throw new UserError('database', `the cache ${folder} cannot be made: ${reasonOf(cause)}`, { hint, cause });
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
  const made = makeFolders(folder, account === null ? 0o700 : 0o755);
  // The umask may have closed what was just made.
  if (account !== null) for (const path of made) chmodSync(path, 0o755);
}

function isOwn(folder: string, uid: number): boolean {
  const found = lstatSync(folder);
  // Windows knows no owners by number; there a user's folders are the user's.
  if (uid < 0) return found.isDirectory();
  return found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0;
}
