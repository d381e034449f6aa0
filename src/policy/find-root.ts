import { type Catalog, type Partition, qualify, rootOf } from '../catalog/catalog.ts';
import { rootsOf } from '../catalog/only-schemas.ts';
import { UserError } from '../errors.ts';
import { suggest } from '../nearest.ts';

/** The partitioned table that settings mean by a name with or without its schema, `schema.name`. Throws a `UserError` where there is none, or more than one. */
export function findRoot(name: string, catalog: Catalog, place: string): string {
  const found = lookUp(name, catalog);
  const root = found === undefined ? undefined : rootOf(found);
  if (found !== undefined && root === found) return qualify(root);
  if (root !== undefined) {
    const hint = `name the table that it is a partition of: ${qualify(root)}`;
    throw new UserError('config', `"${name}" is a partition, and options are for whole tables, in ${place}`, { hint });
  }
  const roots = rootsOf(catalog);
  const same = roots.filter((one) => one.name === name).map(qualify);
  if (same.length === 1 && same[0] !== undefined) return same[0];
  if (same.length > 1) throw new UserError('config', `"${name}" is the name of several tables in ${place}`, { hint: `write ${same.join(' or ')}` });
  const isPlain = catalog.tables.has(name) || catalog.searchPath.some((schema) => catalog.tables.has(qualify({ schema, name })));
  if (isPlain) throw new UserError('config', `table "${name}" is not partitioned, in ${place}`, { hint: 'take it out: no rule counts its leaves' });
  const hint =
    roots.length === 0
      ? 'the schema has no partitioned table'
      : suggest(name, name.includes('.') ? roots.map(qualify) : roots.map((one) => one.name));
  throw new UserError('config', `unknown table "${name}" in ${place}`, { hint });
}

/** Along the search path where the name has no schema, as a query would. */
function lookUp(name: string, { partitions, searchPath }: Catalog): Partition | undefined {
  const along = searchPath.map((schema) => partitions.get(qualify({ schema, name })));
  return partitions.get(name) ?? along.find((one) => one !== undefined);
}
