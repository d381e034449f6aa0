import { readBodies } from '../bodies/read-bodies.ts';
import type { Database } from '../database/database.ts';
import { UserError } from '../errors.ts';
import { readSchema } from '../schema/read-schema.ts';
import type { Sources } from '../source/inputs.ts';
import type { ProjectOptions } from './check-options.ts';

/** Adds to the sources what stands in the files of the schema, and of the seed. Throws a `UserError` where there is no statement at all. */
export async function readStanding(
  { files, statements, paths = [], ...rest }: Sources,
  database: Database,
  { schema, seed, cwd, lintFunctions, lintMigrations, errorOnUnmatchedPattern }: ProjectOptions & { readonly cwd: string },
): Promise<Sources> {
  const read = readSchema([...schema, ...(lintMigrations ? seed : [])], cwd);
  const found = await readBodies(read, database, { functions: lintFunctions, migrations: lintMigrations });
  if (found.length === 0 && statements.length === 0 && errorOnUnmatchedPattern) {
    const hint = 'name files that hold statements; --no-error-on-unmatched-pattern lets there be none';
    throw new UserError('source', 'no statement in the files of the schema', { hint });
  }
  const own = [...new Set(read.map(({ path }) => path))];
  return { ...rest, files: files + own.length, paths: [...paths, ...own], statements: [...statements, ...found] };
}
