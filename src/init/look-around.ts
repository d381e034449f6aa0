import { posix } from 'node:path';
import type { Part } from './choices.ts';
import { findQueries, findSeeds } from './find-queries.ts';
import { type FoundSchema, findSchemas } from './find-schemas.ts';
import { findSurroundings, type Surroundings } from './find-surroundings.ts';
import { isInside, type Repository } from './repository.ts';

/** What a repository has that a config is made of. */
export interface Look {
  readonly schemas: readonly FoundSchema[];
  readonly parts: readonly Part[];
  readonly surroundings: Surroundings;
}

/** Looks for schemas, the queries on each, and what is around them. The first schema is the most likely one; there are several parts where packages of a monorepo have theirs. */
export function lookAround(repository: Repository): Look {
  const schemas = findSchemas(repository);
  const seeds = findSeeds(repository);
  const queries = findQueries(repository, schemas, seeds);
  const homes = ownHomes(schemas, repository);
  const toPart = (name: string | null, schema: FoundSchema): Part => {
    const home = name ?? '.';
    const inside = (paths: readonly string[]): readonly string[] => paths.filter((path) => isInside(path, home));
    return { name, schema, seed: inside(seeds), paths: inside(queries.paths), exclude: inside(queries.exclude) };
  };
  const parts = homes.length > 1 ? homes.map(([home, schema]) => toPart(home, schema)) : schemas.slice(0, 1).map((schema) => toPart(null, schema));
  return { schemas, parts, surroundings: findSurroundings(repository) };
}

/** Packages that have a schema with partitioned tables each. */
function ownHomes(schemas: readonly FoundSchema[], { files }: Repository): readonly (readonly [home: string, schema: FoundSchema])[] {
  const packages = files.filter((path) =>
    /(?:^|\/)(?:package\.json|go\.mod|pyproject\.toml|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|mix\.exs)$/.test(path),
  );
  const folders = packages.map((path) => posix.dirname(path)).filter((folder) => folder !== '.');
  const homes = new Map<string, FoundSchema>();
  for (const schema of schemas.filter(({ isPartitioned }) => isPartitioned)) {
    const home = folders.filter((folder) => isInside(schema.path, folder)).toSorted((a, b) => b.length - a.length)[0];
    if (home !== undefined && !homes.has(home)) homes.set(home, schema);
  }
  return [...homes].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
