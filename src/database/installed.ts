import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, delimiter, isAbsolute } from 'node:path';
import { UserError } from '../errors.ts';
import { canReach } from './account.ts';
import { type Binaries, type Host, toBinaries } from './binaries.ts';

/** Where the systems' packages put the programs of one major version. */
const places: Readonly<Record<string, readonly string[]>> = {
  linux: ['/usr/lib/postgresql/N/bin', '/usr/pgsql-N/bin', '/usr/libexec/postgresqlN', '/usr/lib/postgresqlN/bin', '/opt/pgsql-N/bin'],
  darwin: [
    '/opt/homebrew/opt/postgresql@N/bin',
    '/usr/local/opt/postgresql@N/bin',
    '/Applications/Postgres.app/Contents/Versions/N/bin',
    '/Library/PostgreSQL/N/bin',
    '/opt/local/lib/postgresqlN/bin',
  ],
  win32: ['C:\\Program Files\\PostgreSQL\\N\\bin'],
};

/** The programs in a folder that the user named. Throws a `UserError` where they are not there or do not run. */
export function findInstalled(folder: string, host: Host): Binaries {
  const { postgres, initdb } = toBinaries(folder, host.platform, '', 0);
  for (const program of [postgres, initdb]) {
    if (existsSync(program)) continue;
    const hint = "name the folder that holds a server's programs, such as /usr/lib/postgresql/18/bin or the output of pg_config --bindir";
    throw new UserError('usage', `${folder}: there is no ${basename(program)} in it`, { hint });
  }
  try {
    return readBinaries(folder, host);
  } catch (cause) {
    const hint = 'name the folder of a PostgreSQL that runs on this machine with --pg-bin DIR';
    throw new UserError('database', `the PostgreSQL in ${folder} does not run: ${toReason(cause)}`, { hint, cause });
  }
}

/** What is on this machine of one major version. */
export interface Local {
  /** The first that runs. */
  readonly found: Binaries | null;
  /** Of each that does not, the folder and why. */
  readonly broken: readonly string[];
}

/** Looks for one major version where systems' packages put it, then in the search path, then where `pg_config` says. */
export function findLocal(major: number, host: Host): Local {
  const broken: string[] = [];
  for (const folder of listFolders(major, host)) {
    const { postgres, initdb } = toBinaries(folder, host.platform, '', 0);
    if (!existsSync(postgres) || !existsSync(initdb)) continue;
    try {
      const found = readBinaries(folder, host);
      if (found.major === major) return { found, broken };
    } catch (error) {
      broken.push(`the one in ${folder} does not run: ${toReason(error)}`);
    }
  }
  return { found: null, broken };
}

function* listFolders(major: number, host: Host): Iterable<string> {
  const [system = ''] = host.platform.split('-');
  for (const place of places[system] ?? []) yield place.replace('N', String(major));
  yield* host.path.split(delimiter).filter(isAbsolute);
  try {
    yield run('pg_config', ['--bindir'], host).trim();
  } catch {
    // It comes with the files for developers, which need not be there.
  }
}

/** Throws where one of the programs does not run, as when a library is missing. */
function readBinaries(folder: string, host: Host): Binaries {
  const { postgres, initdb } = toBinaries(folder, host.platform, '', 0);
  if (host.account !== null && !canReach(host.account, postgres))
    throw new Error('the account nobody, which runs PostgreSQL for root, cannot reach it');
  const version = run(postgres, ['--version'], host).trim();
  run(initdb, ['--version'], host);
  return toBinaries(folder, host.platform, `${version} ${postgres}`, Number(/(\d+)/.exec(version)?.[1]));
}

function run(program: string, args: readonly string[], { path }: Host): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', env: { PATH: path, LC_ALL: 'C' }, timeout: 10_000 });
}

function toReason(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr?.trim() || message).split('\n').at(-1) ?? '';
}
