import { accessSync, chmodSync, constants, cpSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type Account, canReach } from './account.ts';
import { type Cache, discard, provide } from './cache.ts';
import { type Package, toMajor } from './packages.ts';

/** PostgreSQL's programs. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Tells one build from another: part of the keys of the cache. */
  readonly build: string;
  readonly major: number;
}

/** Where the programs will run. */
export interface Host {
  /** Node's `platform-arch`. */
  readonly platform: string;
  /** Whom they run as; `null` for the account of this process. */
  readonly account: Account | null;
  /** Folders where programs are looked for, as the variable PATH has them. */
  readonly path: string;
}

/** The programs of a folder, and a build's name for them. */
export function toBinaries(folder: string, platform: string, build: string, major: number): Binaries {
  const suffix = platform.startsWith('win32') ? '.exe' : '';
  return { postgres: join(folder, `postgres${suffix}`), initdb: join(folder, `initdb${suffix}`), build, major };
}

/** The programs of an npm package, from a copy in the cache where they cannot run in place. */
export async function preparePackaged({ native, version }: Package, { platform, account }: Host, cache: Cache): Promise<Binaries> {
  const build = `${version}-${platform}`;
  const prepare = (folder: string) => toBinaries(join(folder, 'bin'), platform, build, toMajor(version));
  const inPlace = prepare(native);
  if (mend(native, inPlace) && isReachable(account, native, inPlace)) return inPlace;
  const name = `binaries-${build}`;
  const isWhole = ['lib', 'share', 'bin/postgres', 'bin/initdb'].every((part) => existsSync(join(cache.folder, name, part)));
  if (!isWhole) discard(cache, name);
  return prepare(
    await provide(cache, name, (folder) => {
      cpSync(native, folder, { recursive: true, verbatimSymlinks: true });
      mend(folder, prepare(folder));
    }),
  );
}

function isReachable(account: Account | null, native: string, { postgres }: Binaries): boolean {
  return account === null || (canReach(account, postgres) && canReach(account, join(native, 'lib')));
}

/** Makes what the package's install script makes: links between libraries, and the right to run. False where that cannot be had in this folder. */
function mend(native: string, { postgres, initdb }: Binaries): boolean {
  try {
    for (const { source, target } of readLinks(native)) {
      const path = join(native, relative('native', target));
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) link(basename(source), path);
    }
    for (const program of [postgres, initdb]) allow(program);
    return true;
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function readLinks(native: string): readonly { readonly source: string; readonly target: string }[] {
  const path = join(native, 'pg-symlinks.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

function link(source: string, path: string): void {
  try {
    symlinkSync(source, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Throws also where the disk lets nothing run, whatever the file's mode. */
function allow(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
    accessSync(program, constants.X_OK);
  }
}
