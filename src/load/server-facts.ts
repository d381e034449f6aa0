import type { Connection } from '../database/server.ts';

/** What the server has before the schema is loaded. */
export interface ServerFacts {
  readonly major: number;
  readonly roles: readonly string[];
  readonly languages: readonly string[];
  readonly settings: readonly string[];
  readonly accessMethods: readonly string[];
  /** Types of `pg_catalog`. */
  readonly types: readonly string[];
  /** Extensions that can be created. */
  readonly extensions: readonly string[];
}

const query = `
  SELECT json_build_object(
    'roles', (SELECT json_agg(rolname) FROM pg_roles),
    'languages', (SELECT json_agg(lanname) FROM pg_language),
    'settings', (SELECT json_agg(lower(name)) FROM pg_settings),
    'accessMethods', (SELECT json_agg(amname) FROM pg_am),
    'types', (SELECT json_agg(typname) FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace),
    'extensions', (SELECT json_agg(name) FROM pg_available_extensions)) AS facts`;

export async function readServerFacts(connection: Connection): Promise<ServerFacts> {
  const [reply] = await connection.run([{ text: query }]);
  if (reply === undefined || 'error' in reply) throw new Error(`no facts of the server: ${reply?.error.message}`);
  const facts = reply.rows[0]?.['facts'] as Omit<ServerFacts, 'major'>;
  return { ...facts, major: Number.parseInt(connection.version, 10) };
}
