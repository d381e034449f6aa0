import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from './database.ts';

interface Schema {
  readonly database: Database;
  readonly catalog: Catalog;
}

/** The same server and catalogue for statements that are planned under settings of their own; what the server says where it refuses one. */
export async function withSettings(
  { database, catalog }: Schema,
  settings: Readonly<Record<string, string>>,
): Promise<Schema | { readonly refused: string }> {
  // The role comes last: it may not have the right to the others.
  const { role, ...others } = settings;
  const ordered = [...Object.entries(others), ...(role === undefined ? [] : [['role', role] as const])];
  const commands = ordered.map(([name, value]) => ({ text: 'SELECT set_config($1, $2, true)', values: [name, value] }));
  const trial = await database.attempt([...commands, { text: 'SELECT unnest(current_schemas(true)) AS schema' }]);
  if ('refusal' in trial) return { refused: trial.refusal.message };
  const searchPath = (trial.rows.at(-1) ?? []).map((row) => String(row['schema']));
  return {
    database: {
      ...database,
      async attempt(given, access) {
        const answer = await database.attempt([...commands, ...given], access);
        return 'rows' in answer ? { rows: answer.rows.slice(commands.length) } : answer;
      },
    },
    catalog: { ...catalog, searchPath },
  };
}
