import { UserError } from '../errors.ts';
import { hintAtRestore } from './decode.ts';
import type { Folder } from './files.ts';

/** Migrations that are programs, and a command that runs them. */
const runners: readonly (readonly [name: RegExp, command: string])[] = [
  [/(?<!\.d|\.test|\.spec)\.[cm]?[jt]s$/i, 'npx knex migrate:latest'],
  [/(?<!_test)\.go$/i, 'goose up'],
  [/(?<!__init__)\.py$/i, 'alembic upgrade head'],
  [/\.rb$/i, 'bin/rails db:migrate'],
  [/(?<!snapshot)\.cs$/i, 'dotnet ef database update'],
  [/\.php$/i, 'php artisan migrate'],
  [/\.(?:java|kt)$/i, 'flyway migrate'],
  [/\.exs?$/i, 'mix ecto.migrate'],
  [/\.prisma$/i, 'npx prisma migrate deploy'],
];

/** The command that runs such a file, or `null` where it is none. */
export function findRunner(name: string): string | null {
  return runners.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Throws a `UserError` where a migration between those in SQL is a program: what it makes would be missing. */
export function refuseCode({ path, files }: Folder): void {
  const name = files.find((file) => /^(?:\d|V\d.*__)/.test(file) && findRunner(file) !== null);
  if (name === undefined) return;
  throw new UserError('usage', `${path}: ${name} is a migration in code, which only its own tool runs`, { hint: toHint(name) });
}

/** The error for a folder without any SQL that is to load. */
export function toEmptyError({ path, files, folders }: Folder): UserError {
  if (files.includes('toc.dat')) return new UserError('usage', `${path}: is a dump in pg_dump's directory format`, { hint: hintAtRestore(path) });
  const name = files.find((file) => findRunner(file) !== null);
  if (name !== undefined) {
    return new UserError('usage', `${path}: there is no SQL file in this folder, but migrations in code, such as ${name}`, { hint: toHint(name) });
  }
  const below = folders.length === 0 ? '' : ` (${folders.slice(0, 3).join(', ')}${folders.length > 3 ? ', …' : ''})`;
  return new UserError('usage', `${path}: there is no SQL file in this folder`, {
    hint: `name a folder of *.sql files, or the files themselves; folders inside it${below} are not looked into`,
  });
}

/** The error for a file that is a program. */
export function toCodeError(path: string): UserError {
  return new UserError('usage', `${path}: is no SQL`, { hint: toHint(path) });
}

function toHint(name: string): string {
  return `let the tool make the tables: --schema-command "${findRunner(name)}", or whatever runs it here`;
}
