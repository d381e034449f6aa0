import type { SchemaFile } from './schema.ts';
import type { ServerError } from './server.ts';

/** SQLSTATEs that say that something does not exist (yet): table, column or type, function, schema. */
const absent = new Set(['42P01', '42704', '42883', '3F000']);

const order = 'files load in the order given, those of a folder in name order';

/** What can be done about a statement of the schema that the server refuses, or `null`. */
export function findHint(error: ServerError, later: readonly SchemaFile[]): string | null {
  if (/^extension ".*" is not available$/.test(error.message) || error.sqlstate === '58P01') {
    return "the embedded server has PostgreSQL's own extensions only; --pg-bin DIR names a local server that has more";
  }
  if (absent.has(error.sqlstate)) {
    const maker = findMaker(error.message, later);
    return maker === null ? `${order}; is a file missing, or in the wrong place?` : `${maker.path} creates it later; ${order}`;
  }
  return error.hint ?? error.detail;
}

function findMaker(message: string, later: readonly SchemaFile[]): SchemaFile | null {
  const [, full = ''] = /"([^"]+)"/.exec(message) ?? /^function ([^(]+)\(/.exec(message) ?? [];
  const name = full.slice(full.lastIndexOf('.') + 1);
  if (name === '') return null;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const creation = new RegExp(`\\bcreate\\s[^;(]*?(?<![\\w$])"?${escaped}"?(?![\\w$])`, 'i');
  return later.find((file) => creation.test(file.text)) ?? null;
}
