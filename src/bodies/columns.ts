import { qualify } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';

/** What is known of the columns of relations. */
export interface Columns {
  /** Type names by column of the relation that a name means, along the search path where no schema is given; `null` where there is none. */
  of(parts: readonly string[]): ReadonlyMap<string, string> | null;
}

const columnsQuery = `
  SELECT n.nspname AS schema, c.relname AS name, json_object_agg(a.attname, format_type(a.atttypid, NULL)) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'c') AND c.relname IN (SELECT json_array_elements_text($1::json)) GROUP BY n.nspname, c.relname`;

/** Asks once for the columns of every relation of these names, in whichever schema. */
export async function readColumns(database: Database, names: ReadonlySet<string>, searchPath: readonly string[]): Promise<Columns> {
  const rows = names.size === 0 ? [] : await database.query(columnsQuery, [JSON.stringify([...names])]);
  const found = new Map(
    rows.map((row) => [
      qualify({ schema: String(row['schema']), name: String(row['name']) }),
      new Map(Object.entries(row['columns'] as Record<string, string>)),
    ]),
  );
  return {
    of(parts) {
      const [name = '', schema] = [...parts].reverse();
      for (const place of schema === undefined ? searchPath : [schema]) {
        const columns = found.get(qualify({ schema: place, name }));
        if (columns !== undefined) return columns;
      }
      return null;
    },
  };
}
