import { UserError } from '../errors.ts';

const oldest = 14;

/** The error for a server whose catalogue and plans planlint does not read; those newer than it knows are tried. */
export function toVersionError(version: string): UserError | null {
  if (Number.parseInt(version, 10) >= oldest) return null;
  return new UserError('database', `the server is PostgreSQL ${version}`, { hint: `planlint plans on ${oldest} and newer` });
}
