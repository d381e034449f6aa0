import type { Connection } from '../database/server.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import type { Adapter } from './adaptation.ts';
import { objectTypeOf } from './schema-statement.ts';

const own = new Set(['pg_default', 'pg_global']);

/** Makes a tablespace inside the data directory for every name that follows the word: a clause can then stay where it is. */
export async function makeTablespaces(connection: Connection, files: readonly SchemaFile[]): Promise<void> {
  const names = new Set<string>();
  for (const { text } of files) {
    for (const [, quoted, bare = ''] of text.matchAll(/\b(?:default_)?tablespace\s+(?:=\s*|to\s+)?(?:["']((?:[^"'\n])+)["']|([a-z_][\w$]*))/gi))
      names.add(quoted ?? bare.toLowerCase());
  }
  const texts = [...names].filter((name) => !own.has(name)).map((name) => `CREATE TABLESPACE "${name}" LOCATION ''`);
  if (texts.length === 0) return;
  // One that cannot be made is missed by the statement that needs it.
  await connection.run(['SET allow_in_place_tablespaces = on', ...texts, 'RESET allow_in_place_tablespaces'].map((text) => ({ text, simple: true })));
}

const outside = new Set(['CreateTableSpaceStmt', 'DropTableSpaceStmt', 'AlterTableSpaceOptionsStmt']);

/** Where another server keeps its files is nothing to this one. */
export function adaptTablespaces(): Adapter {
  return (statement) => (outside.has(statement.kind) || objectTypeOf(statement) === 'OBJECT_TABLESPACE' ? { sql: null } : null);
}
