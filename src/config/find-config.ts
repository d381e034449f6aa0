import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../errors.ts';

const configNames = ['planlint.config.json', 'planlint.config.js', 'planlint.config.mjs', 'planlint.config.ts', 'planlint.config.mts'] as const;

/** The config of a folder, or of the nearest one above it that has one; none is looked for beyond the repository. Two in one folder are a `UserError`. */
export function findConfig(folder: string): string | null {
  const [first, second] = configNames.filter((name) => existsSync(join(folder, name)));
  if (first !== undefined && second !== undefined)
    throw new UserError('config', `${first} and ${second} stand in one folder`, { hint: 'leave one of them, or name the one to use with --config' });
  if (first !== undefined) return join(folder, first);
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, '.git')) ? null : findConfig(above);
}
