import type { Connection } from '../database/server.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import { findLanguages } from './languages.ts';

/** What the server has before the schema is loaded. */
export interface ServerFacts {
  readonly major: number;
  readonly roles: readonly string[];
  readonly languages: readonly string[];
  readonly settings: readonly string[];
  readonly accessMethods: readonly string[];
  /** Types of `pg_catalog`. */
  readonly types: readonly string[];
  readonly collations: readonly string[];
  /** Foreign data wrappers. */
  readonly wrappers: readonly string[];
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
    'collations', (SELECT json_agg(collname) FROM pg_collation),
    'wrappers', (SELECT coalesce(json_agg(fdwname), '[]') FROM pg_foreign_data_wrapper),
    'extensions', (SELECT json_agg(name) FROM pg_available_extensions)) AS facts`;

export async function readServerFacts(connection: Connection, files: readonly SchemaFile[]): Promise<ServerFacts> {
  const [reply] = await connection.run([{ text: query }]);
  if (reply === undefined || 'error' in reply) throw new Error(`no facts of the server: ${reply?.error.message}`);
  const facts = reply.rows[0]?.['facts'] as Omit<ServerFacts, 'major'>;
  const languages = await findLanguages(connection, files, facts.languages);
  return { ...facts, languages, major: Number.parseInt(connection.version, 10) };
}
