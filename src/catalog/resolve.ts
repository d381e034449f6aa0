import { parseStatement } from '../sql/parse.ts';
import { findReferences } from '../sql/references.ts';
import { type Catalog, type Partition, qualify, type View } from './catalog.ts';

/** A relation that partitions can be read through. */
export type Relation = { readonly partition: Partition } | { readonly view: View };

/** Looks a relation up as PostgreSQL does: in its schema, else along the search path. `null` for plain tables and for what is not there. */
export function resolveRelation(catalog: Catalog, schema: string | null, name: string): Relation | null {
  for (const place of schema === null ? catalog.searchPath : [schema]) {
    const qualified = qualify({ schema: place, name });
    const partition = catalog.partitions.get(qualified);
    if (partition !== undefined) return { partition };
    const view = catalog.views.get(qualified);
    if (view !== undefined) return { view };
    if (catalog.tables.has(qualified)) return null;
  }
  return null;
}

/** The table whose rows a change of the named relation changes, `schema.name`: itself, or the one that a view shows; `null` for what is not there. */
export function resolveTarget(catalog: Catalog, schema: string | null, name: string): string | null {
  for (const place of schema === null ? catalog.searchPath : [schema]) {
    const qualified = qualify({ schema: place, name });
    if (catalog.partitions.has(qualified) || catalog.tables.has(qualified)) return qualified;
    const view = catalog.views.get(qualified);
    if (view !== undefined) return tableBehind(view, catalog);
  }
  return null;
}

/** A view that can be written to has one relation in its FROM; others that it names are inside its conditions. */
function tableBehind({ definition }: View, catalog: Catalog): string | null {
  const { tree } = parseStatement(definition);
  const shown = tree === null ? undefined : findReferences(tree).find(({ role, level }) => role === 'read' && level.depth === 0);
  return shown === undefined ? null : resolveTarget(catalog, shown.schema, shown.name);
}

/** A function as a statement calls it. */
export interface Call {
  readonly schema: string | null;
  readonly name: string;
  readonly arity: number;
}

/** The inlined function that a call means, by its qualified name: the overload with as many arguments, or the first where defaults make up for some. */
export function resolveInlined(catalog: Catalog, call: Call): { readonly name: string; readonly body: string } | null {
  for (const place of call.schema === null ? catalog.searchPath : [call.schema]) {
    const name = qualify({ schema: place, name: call.name });
    const overloads = catalog.inlined.get(name) ?? [];
    const overload = overloads.find(({ arity }) => arity === call.arity) ?? overloads[0];
    if (overload !== undefined) return { name, body: overload.body };
  }
  return null;
}
