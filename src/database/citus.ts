import { qualify } from '../catalog/catalog.ts';
import { type SchemaState, wholeSchema } from '../schema-state.ts';
import type { Database } from './database.ts';

const reason = 'is distributed by Citus, whose plans do not show what is read';

/** Where a server has Citus, what it distributes is not judged. */
export async function readState(database: Database): Promise<SchemaState> {
  const [row] = await database.query("SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has_citus");
  if (row?.['has_citus'] !== true) return wholeSchema;
  const distributed = await database.query(
    'SELECT n.nspname AS schema, c.relname AS name FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid JOIN pg_namespace n ON n.oid = c.relnamespace',
  );
  const names = distributed.map((one) => qualify({ schema: String(one['schema']), name: String(one['name']) }));
  return { ...wholeSchema, unjudged: Object.fromEntries(names.map((name) => [name, reason])) };
}
