import { resolve } from 'node:path';
import { type Binaries, type Host, preparePackaged } from './binaries.ts';
import type { Cache } from './cache.ts';
import { findOwnPackage, findPackageOf, toMissingError } from './packages.ts';

/** Which PostgreSQL the user wants. */
export interface Choice {
  readonly cwd: string;
  /** A folder of programs, from `cwd`. */
  readonly binaries: string | null;
  readonly major: number | null;
}

/**
 * The programs in the folder that the user named; or those of the major version asked for, of an npm package before a local server's, since a
 * package is there on purpose and is the same on every machine; or planlint's own. Throws a `UserError` where there are none that run.
 */
export async function chooseBinaries({ cwd, binaries, major }: Choice, host: Host, cache: Cache): Promise<Binaries> {
  if (binaries !== null) {
    const { findInstalled } = await import('./installed.ts');
    return findInstalled(resolve(cwd, binaries), host);
  }
  if (major === null) return preparePackaged(findOwnPackage(host.platform), host, cache);
  const packaged = findPackageOf(major, host.platform, cwd);
  if (packaged !== null) return preparePackaged(packaged, host, cache);
  const { findLocal } = await import('./installed.ts');
  const { found, broken } = findLocal(major, host);
  if (found === null) throw toMissingError(major, host.platform, broken);
  return found;
}
