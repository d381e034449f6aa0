import type { Catalog } from '../catalog/catalog.ts';
import type { SessionSettings } from '../source/session-setting.ts';
import type { Database } from './database.ts';

export interface Schema {
  readonly database: Database;
  readonly catalog: Catalog;
}

/** The schema under settings, or what the server says where it refuses them. */
export type Under = (settings: SessionSettings | undefined) => Promise<Schema | { readonly refused: string }>;

/** Opens a schema once for each set of settings; without any it is the schema itself. */
export function underSettings(schema: Schema): Under {
  const known = new Map<string, ReturnType<Under>>();
  return async (settings) => {
    if (settings === undefined) return schema;
    const key = JSON.stringify(settings);
    const opened = known.get(key) ?? withSettings(schema, settings);
    known.set(key, opened);
    return opened;
  };
}

/** What is said of a statement whose settings are refused. */
export const refusedReason = (refused: string): string => `what its session had set is refused here: ${refused}`;

/** The same server and catalogue for statements that are planned under settings of their own; what the server says where it refuses one. */
async function withSettings(
  { database, catalog }: Schema,
  settings: Readonly<Record<string, string>>,
): Promise<Schema | { readonly refused: string }> {
  // The user and the role come last: they may not have the right to the others.
  const { role, session_authorization: user, ...others } = settings;
  const users = Object.entries({ session_authorization: user, role }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const ordered = [...Object.entries(others), ...users];
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
