import { UserError } from '../errors.ts';
import { type Catalog, type Partition, rootOf } from './catalog.ts';

/**
 * The catalogue with the partition trees of some schemas only; all others are tables like any other. In a pattern `*` stands for any characters, `?` for one.
 * Throws a `UserError` for a pattern that no schema with a partitioned table matches.
 */
export function onlySchemas(catalog: Catalog, patterns: readonly string[]): Catalog {
  if (patterns.length === 0) return catalog;
  const schemas = new Set(rootsOf(catalog).map(({ schema }) => schema));
  const chosen = new Set(patterns.flatMap((pattern) => match(pattern, schemas)));
  const partitions = new Map([...catalog.partitions].filter(([, partition]) => chosen.has(rootOf(partition).schema)));
  return { ...catalog, partitions };
}

/** The partitioned tables that are no partition of another. */
export function rootsOf({ partitions }: Pick<Catalog, 'partitions'>): readonly Partition[] {
  return [...partitions.values()].filter(({ parent }) => parent === null);
}

/** Whether a schema is one of those that a pattern stands for. */
export function isSchemaOf(pattern: string, schema: string): boolean {
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, (char) => (char === '*' ? '.*' : char === '?' ? '.' : `\\${char}`));
  return new RegExp(`^${source}$`, 's').test(schema);
}

function match(pattern: string, schemas: ReadonlySet<string>): readonly string[] {
  const found = [...schemas].filter((schema) => isSchemaOf(pattern, schema));
  if (found.length > 0) return found;
  const hint = schemas.size === 0 ? 'no schema has one: is it the right database?' : `these have some: ${[...schemas].toSorted().join(', ')}`;
  throw new UserError('usage', `--only-schema ${pattern}: no schema of that name has a partitioned table`, { hint });
}
