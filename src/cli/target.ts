import type { EmbeddedOptions } from '../database/embedded.ts';
import type { ServerOptions } from '../database/remote.ts';
import type { SchemaCommand } from '../database/schema-command.ts';
import { UserError } from '../errors.ts';
import type { TargetOptions } from './planning-options.ts';
import type { Streams } from './streams.ts';

/** What to plan on: a server of the user's, or one of our own and what to load into it. */
export type Target = EmbeddedOptions | ServerOptions;

/** Flags that say how an embedded server is made, and mean nothing for a server that is there. */
const makesServer = { schema: '--schema', seed: '--seed', schemaCommand: '--schema-command', pgBin: '--pg-bin', pgVersion: '--pg-version' } as const;

/** Reads the target off the command line. Throws a `UserError` where the flags do not go together. */
export function toTarget(options: TargetOptions, { cwd, env }: Pick<Streams, 'cwd' | 'env'>): Target {
  const { schema, seed, set, pgBin = null, pgVersion = null, schemaCommand, url } = options;
  if (url !== undefined) {
    refuseBoth(options);
    return { url, env, settings: set };
  }
  if (schema.length === 0 && schemaCommand === undefined) {
    const hint = 'name the SQL that makes the tables (--schema db/migrations), the command that does (--schema-command), or a server (--url)';
    throw new UserError('usage', 'no schema to plan on', { hint });
  }
  if (pgBin !== null && pgVersion !== null) {
    throw new UserError('usage', '--pg-bin and --pg-version both say which PostgreSQL to run', { hint: 'leave one of them out' });
  }
  const command = toCommand(options);
  return { schema, seed, cwd, settings: set, binaries: pgBin, major: pgVersion, command };
}

function toCommand({ schemaCommand, folder, env, schemaInput }: TargetOptions): SchemaCommand | null {
  if (schemaCommand !== undefined) return { text: schemaCommand, env, inputs: schemaInput, ...(folder === undefined ? {} : { folder }) };
  const stray = Object.keys(env).length > 0 ? '--env' : schemaInput.length > 0 ? '--schema-input' : null;
  if (stray === null) return null;
  throw new UserError('usage', `${stray} is for a schema command, and there is none`, { hint: 'add --schema-command, or leave it out' });
}

function refuseBoth(options: TargetOptions): void {
  for (const [name, flag] of Object.entries(makesServer)) {
    const value = options[name as keyof typeof makesServer];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    throw new UserError('usage', `${flag} makes a server of planlint's own, and --url names one that is there`, { hint: 'leave one of them out' });
  }
}
