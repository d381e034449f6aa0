/** A statement with its values, as a test hands it over. */
export type Query =
  /** Its text; `planlint-params` in a comment gives values. */
  | string
  /** As node-postgres has it. */
  | { readonly text: string; readonly values?: readonly unknown[] }
  | { readonly sql: string; readonly params?: readonly unknown[]; readonly values?: readonly unknown[]; readonly parameters?: readonly unknown[] }
  /** Knex, Drizzle. */
  | { toSQL(): unknown }
  /** Kysely. */
  | { compile(): unknown }
  /** TypeORM. */
  | { getQueryAndParameters(): unknown };

/** What is planned of a query. */
export interface PlainQuery {
  readonly sql: string;
  /** As JSON, in which dates and numbers have PostgreSQL's form; `null` where none are given. */
  readonly values: string | null;
}

/** Reads a query, which a builder may still have to compile. Throws where it is none. */
export function toPlainQuery(query: unknown): PlainQuery {
  if (typeof query === 'string') return { sql: query, values: null };
  if (Array.isArray(query) && typeof query[0] === 'string') return { sql: query[0], values: toJson(query[1]) };
  const compiled = compile(query);
  if (compiled !== undefined) return toPlainQuery(compiled);
  const { sql, text, values, params, parameters, bindings } = Object(query) as Readonly<Record<string, unknown>>;
  const found = typeof sql === 'string' ? sql : text;
  if (typeof found !== 'string')
    throw new TypeError('this is no query: give its text, { text, values } or { sql, params }, or a query of Knex, Kysely, Drizzle or TypeORM');
  return { sql: found, values: toJson(values ?? params ?? parameters ?? bindings) };
}

/** What a builder makes of itself; Knex has placeholders of the server's only in its native form. */
function compile(query: unknown): unknown {
  for (const name of ['toNative', 'getQueryAndParameters', 'compile', 'toSQL'])
    if (typeof Reflect.get(Object(query), name) === 'function') return (query as Readonly<Record<string, () => unknown>>)[name]?.();
  return undefined;
}

function toJson(values: unknown): string | null {
  if (!Array.isArray(values)) return null;
  return JSON.stringify(values, function toPlain(this: Readonly<Record<string, unknown>>, key, value) {
    const own = this[key];
    if (ArrayBuffer.isView(own)) return `\\x${Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString('hex')}`;
    return typeof value === 'bigint' ? String(value) : value;
  });
}
