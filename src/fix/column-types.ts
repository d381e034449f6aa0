import { type Catalog, qualify, rootOf } from '../catalog/catalog.ts';
import { resolveRelation } from '../catalog/resolve.ts';
import type { Database } from '../database/database.ts';
import type { Setting } from './proposal.ts';
import type { Relation } from './scopes.ts';

const query = `
  SELECT n.nspname AS schema, c.relname AS name, json_object_agg(a.attname, format_type(a.atttypid, NULL)) AS types
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
  GROUP BY 1, 2`;

const enumQuery = `SELECT format_type(oid, NULL) AS type FROM pg_type WHERE typtype = 'e'`;

/** Reads the types of all columns, and gives a way to ask for that of a column as a statement names it. */
export async function readColumnTypes(database: Database, catalog: Catalog): Promise<Pick<Setting, 'typeOf' | 'isEnum'>> {
  const [rows, enums] = await Promise.all([query, enumQuery].map((one) => database.recall(one, () => database.query(one))));
  const types = new Map(
    (rows ?? []).map((row) => [qualify({ schema: String(row['schema']), name: String(row['name']) }), row['types'] as Record<string, string>]),
  );
  const find = ({ schema, name }: Relation): string | undefined => {
    const relation = resolveRelation(catalog, schema, name);
    if (relation !== null && 'partition' in relation) return qualify(rootOf(relation.partition));
    const schemas = schema === null ? catalog.searchPath : [schema];
    return schemas.map((one) => qualify({ schema: one, name })).find((qualified) => types.has(qualified));
  };
  const enumTypes = new Set((enums ?? []).map((row) => String(row['type'])));
  return {
    typeOf: (relation, column) => (relation.query !== null || relation.name === '' ? null : (types.get(find(relation) ?? '')?.[column] ?? null)),
    isEnum: (type) => enumTypes.has(type),
  };
}
