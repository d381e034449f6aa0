import { UserError } from '../errors.ts';
import type { Cache } from './cache.ts';
import { isNameless } from './data-directory.ts';
import type { Machine } from './machine.ts';

const elsewhere = 'PLANLINT_CACHE moves its files to another disk, --pg-bin DIR names the programs of a local server';

/** The error for an empty cluster that cannot be made. */
export function toSetUpError({ isMusl }: Machine, cause: Error): UserError {
  let hint = elsewhere;
  if (isNameless(cause))
    hint = 'PostgreSQL needs a user that the system knows: add a line for this user id to /etc/passwd, or plan on a server with --url';
  else if (isMusl())
    hint = 'the npm package needs glibc, which this system (musl) lacks: install its PostgreSQL and name the programs with --pg-bin DIR';
  return new UserError('database', `the embedded PostgreSQL cannot be set up: ${cause.message}`, { hint, cause });
}

/** The error for a server that does not start, whatever was tried. */
export function toStartError(cause: Error): UserError {
  return new UserError('database', `the embedded PostgreSQL does not start: ${cause.message}`, { hint: elsewhere, cause });
}

/** The error for a disk without room, or `null` where that is not what happened. */
export function toFullError({ folder }: Cache, cause: unknown): UserError | null {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT' && !/No space left on device|Disk quota exceeded/.test(message)) return null;
  const hint = 'planlint cache clean makes room, PLANLINT_CACHE moves the cache to another disk';
  return new UserError('database', `no space is left for the cache ${folder}`, { hint, cause });
}
