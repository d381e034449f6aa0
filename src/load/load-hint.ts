import type { ServerError } from '../database/server.ts';
import type { SchemaFile } from '../schema/schema-file.ts';

/** SQLSTATEs that say that something does not exist (yet): table, column or type, function, schema, database. */
const absent = new Set(['42P01', '42704', '42883', '3F000', '3D000']);

const order = 'files load in the order given, those of a folder in the order of its tool';

/** What a whole server has beside its databases, so that a dump of one database names it without making it. */
const shared: readonly (readonly [message: RegExp, hint: string])[] = [
  [/^role "/, 'dump the schema with pg_dump --no-owner --no-privileges, or load a file with its CREATE ROLE first'],
  [/^database "/, 'leave the statement out: all files load into one database, which has a name of its own'],
];

/** What can be done about a statement that no schema loads without, and that needs an extension. */
export function hintAtExtension(name: string): string {
  return `it needs the extension ${name}, which this PostgreSQL does not have; --pg-bin DIR names a local server that has it, --url a server to plan on`;
}

/** What is no SQL, and what puts SQL in its place. */
const strangers: readonly (readonly [message: RegExp, hint: string])[] = [
  [/^syntax error at or near ":"$/, 'a :name there is a variable of psql: give it a value in the file, \\set name value'],
  [/^syntax error at or near "[${]"$/, 'a ${name} there is a placeholder: let the tool that puts a value in make the tables, with --schema-command'],
];

/** What can be done about a statement of the schema that the server refuses, or `null`. */
export function findHint(error: ServerError, later: readonly SchemaFile[]): string | null {
  const [, extension] = /^extension "(.*)" is not available$/.exec(error.message) ?? [];
  if (extension !== undefined) return hintAtExtension(extension);
  const stranger = strangers.find(([message]) => message.test(error.message));
  if (stranger !== undefined) return stranger[1];
  if (!absent.has(error.sqlstate)) return error.hint ?? error.detail;
  const maker = findMaker(error.message, later);
  if (maker !== null) return `${maker.path} creates it later; ${order}`;
  const known = shared.find(([message]) => message.test(error.message));
  return known?.[1] ?? `${order}; is a file missing, or in the wrong place?`;
}

function findMaker(message: string, later: readonly SchemaFile[]): SchemaFile | null {
  const [, full = ''] = /"([^"]+)"/.exec(message) ?? /^function ([^(]+)\(/.exec(message) ?? [];
  const name = full.slice(full.lastIndexOf('.') + 1);
  if (name === '') return null;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const kind = /^role "/.test(message) ? '(?:role|user|group)\\s+' : '[^;(]*?';
  const creation = new RegExp(`\\bcreate\\s+${kind}(?<![\\w$])"?${escaped}"?(?![\\w$])`, 'i');
  return later.find((file) => creation.test(file.text)) ?? null;
}
