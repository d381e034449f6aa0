import type { SchemaStatement } from '../load/schema-statement.ts';
import { toName } from '../sql/names.ts';
import type { Fields } from '../sql/parse.ts';
import { as } from '../sql/parse.ts';
import { addType, type ExtensionMemory } from './memory.ts';
import { findUnknown } from './need.ts';
import { toStandIn } from './stand-ins.ts';

/** They name no type of their own. */
const serial = /^(?:big|small)?serial[248]?$/;

/** Types of the extensions that come with PostgreSQL. */
const shipped = new Set(
  'citext hstore ltree lquery ltxtquery cube seg earth lo query_int isbn isbn13 issn issn13 ismn ismn13 ean13 upc tablefunc_crosstab_2'.split(' '),
);

const creation =
  /\bcreate\s+(?:type|domain|(?:unlogged\s+|foreign\s+)*table|(?:or\s+replace\s+)?(?:materialized\s+)?view)\s+(?:if\s+not\s+exists\s+)?(?:"?\w+"?\.)?"?(\w+)/gi;

/** Names of the types that files make, tables and views among them. */
export function findMadeTypes(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(creation)].map(([, name = '']) => name)));
}

const makers = new Set([
  'CreateStmt',
  'AlterTableStmt',
  'CreateFunctionStmt',
  'CreateDomainStmt',
  'CompositeTypeStmt',
  'CreateCastStmt',
  'DefineStmt',
]);

/**
 * Where an extension is missing that nothing is known of, a type that nobody else makes is taken for one of its own: the statements that make a stand-in for it,
 * should the server have none of that name by then.
 */
export function standInForForeign({ kind, tree }: SchemaStatement, memory: ExtensionMemory, isMade: (type: string) => boolean): readonly string[] {
  const extension = findUnknown(memory.missing);
  if (extension === null || !makers.has(kind)) return [];
  const known = new Set(memory.missing.flatMap(({ types }) => types));
  return typesIn(tree).flatMap(({ schema, name }) => {
    if (schema === 'pg_catalog' || serial.test(name) || shipped.has(name) || isMade(name)) return [];
    if (!known.has(name)) addType(memory, extension, name);
    return [toStandIn({ schema, name }, extension)];
  });
}

function typesIn(tree: unknown): readonly { readonly schema: string | null; readonly name: string }[] {
  const found = new Map<string, { readonly schema: string | null; readonly name: string }>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { names, typemod, pct_type } = value as Fields<'TypeName'>;
    if (Array.isArray(names) && typemod !== undefined && pct_type !== true && as(names[0], 'String') !== undefined) {
      const type = toName(names);
      found.set(`${type.schema}.${type.name}`, type);
    }
    for (const field of Object.values(value)) visit(field);
  };
  visit(tree);
  return [...found.values()];
}
