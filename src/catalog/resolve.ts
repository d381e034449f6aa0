import { type Catalog, type Partition, qualify, type View } from './catalog.ts';

/** What a name in a statement stands for; `null` where the schema has no such relation. */
export type Relation = { readonly partition: Partition } | { readonly view: View } | { readonly table: string };

/** Looks a relation up as PostgreSQL does: in its schema, else along the search path. */
export function resolveRelation(catalog: Catalog, schema: string | null, name: string): Relation | null {
  for (const place of schema === null ? catalog.searchPath : [schema]) {
    const qualified = qualify({ schema: place, name });
    const partition = catalog.partitions.get(qualified);
    if (partition !== undefined) return { partition };
    const view = catalog.views.get(qualified);
    if (view !== undefined) return { view };
    if (catalog.tables.has(qualified)) return { table: qualified };
  }
  return null;
}

/** The bodies of a function's overloads that PostgreSQL inlines, with the function's qualified name; `null` for every other function. */
export function resolveInlined(
  catalog: Catalog,
  schema: string | null,
  name: string,
): { readonly name: string; readonly bodies: readonly string[] } | null {
  for (const place of schema === null ? catalog.searchPath : [schema]) {
    const qualified = qualify({ schema: place, name });
    const bodies = catalog.inlined.get(qualified);
    if (bodies !== undefined) return { name: qualified, bodies };
  }
  return null;
}
