import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from './database.ts';

interface Schema {
  readonly database: Database;
  readonly catalog: Catalog;
}

/** The same server and catalogue for statements that run under a search path of their own. */
export async function withSearchPath({ database, catalog }: Schema, path: string): Promise<Schema> {
  const command = { text: `SELECT set_config('search_path', $1, true)`, values: [path] };
  const trial = await database.attempt([command, { text: 'SELECT unnest(current_schemas(true)) AS schema' }]);
  const searchPath = 'rows' in trial ? (trial.rows[1] ?? []).map((row) => String(row['schema'])) : catalog.searchPath;
  return {
    database: {
      ...database,
      async attempt(commands, access) {
        const answer = await database.attempt([command, ...commands], access);
        return 'rows' in answer ? { rows: answer.rows.slice(1) } : answer;
      },
    },
    catalog: { ...catalog, searchPath },
  };
}
