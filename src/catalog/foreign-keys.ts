import type { Row } from '../database/database.ts';
import { type ForeignKey, type ForeignKeyAction, qualify } from './catalog.ts';

/**
 * Foreign keys as they were declared, those that are not enforced left out: they have no triggers. A trigger's look-up compares a column as it is, unless
 * the operator of the key takes another type; the last column of a temporal key is compared by no equality.
 */
export const foreignKeysQuery = `
  SELECT f.conname AS name, n.nspname AS schema, c.relname AS table, m.nspname AS "otherSchema", r.relname AS other, k.*,
    f.confdeltype::text AS "onDelete", f.confupdtype::text AS "onUpdate",
    (SELECT json_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = f.conrelid AND to_jsonb(f) -> 'confdelsetcols' @> to_jsonb(a.attnum)) AS cleared
  FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_class r ON r.oid = f.confrelid JOIN pg_namespace m ON m.oid = r.relnamespace
  CROSS JOIN LATERAL (
    SELECT json_agg(a.attname ORDER BY k.position) AS columns, json_agg(b.attname ORDER BY k.position) AS others,
      json_agg(a.attname ORDER BY k.position) FILTER (
        WHERE NOT (to_jsonb(f) ->> 'conperiod' IS NOT DISTINCT FROM 'true' AND k.position = cardinality(f.conkey))
        AND NOT EXISTS (SELECT FROM pg_cast x WHERE x.castsource = COALESCE(NULLIF(t.typbasetype, 0), t.oid) AND x.casttarget = o.oprright AND x.castsource <> x.casttarget AND x.castmethod <> 'b')) AS bare
    FROM unnest(f.conkey, f.confkey, f.conpfeqop) WITH ORDINALITY AS k (own, other, operator, position)
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.own JOIN pg_type t ON t.oid = a.atttypid
    JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.other JOIN pg_operator o ON o.oid = k.operator) k
  WHERE f.contype = 'f' AND f.conparentid = 0 AND to_jsonb(f) ->> 'conenforced' IS DISTINCT FROM 'false'
  ORDER BY n.nspname, c.relname, f.conname`;

const actions: Readonly<Record<string, ForeignKeyAction>> = { a: 'no action', r: 'restrict', c: 'cascade', n: 'set null', d: 'set default' };

export function toForeignKey(row: Row): ForeignKey {
  const columns = row['columns'] as readonly string[];
  return {
    name: String(row['name']),
    table: qualify({ schema: String(row['schema']), name: String(row['table']) }),
    columns,
    bare: (row['bare'] as readonly string[] | null) ?? [],
    cleared: (row['cleared'] as readonly string[] | null) ?? columns,
    referenced: qualify({ schema: String(row['otherSchema']), name: String(row['other']) }),
    referencedColumns: row['others'] as readonly string[],
    onDelete: actions[String(row['onDelete'])] ?? 'no action',
    onUpdate: actions[String(row['onUpdate'])] ?? 'no action',
  };
}
