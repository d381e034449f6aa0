import type { Connection } from '../database/server.ts';
import { quoteName, quoteText } from '../sql/quote.ts';
import { knownExtensions } from './known.ts';
import { wrapperOf } from './need.ts';

const mark = 'stands in for a type of the extension ';

/** The statement that makes what a missing extension would: its schemas, its types in `schema` or where the search path says, and its foreign-data wrapper. */
export function toStandIns(extension: string, schema: string | null): string | null {
  const { schemas = [], types = [], home = schema } = knownExtensions[extension] ?? {};
  const wrapper = wrapperOf(extension);
  const places = home === null ? schemas : [...schemas, home];
  const steps = [
    ...places.map((place) => `CREATE SCHEMA IF NOT EXISTS ${quoteName(place)};`),
    ...types.map((type) => toTypeSteps({ schema: home, name: type }, extension)),
    ...(wrapper === null ? [] : [`CREATE FOREIGN DATA WRAPPER ${quoteName(wrapper)};`]),
  ];
  return steps.length === 0 ? null : toBlock(steps);
}

/** The statement that makes one type, unless there is one of its name. */
export function toStandIn(type: { readonly schema: string | null; readonly name: string }, extension: string): string {
  return toBlock([toTypeSteps(type, extension)]);
}

function toBlock(steps: readonly string[]): string {
  return `DO $planlint$ BEGIN ${steps.join(' ')} END $planlint$`;
}

/** Values are text that nothing looks into; of a modifier, `(1536)` or `(Point,4326)`, nothing is kept. */
function toTypeSteps({ schema, name }: { readonly schema: string | null; readonly name: string }, extension: string): string {
  const local = (suffix: string): string => `${schema === null ? '' : `${quoteName(schema)}.`}${quoteName(name + suffix)}`;
  const type = local('');
  const make = (suffix: string, signature: string, internal: string): string =>
    `CREATE FUNCTION ${local(suffix)}${signature} LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS '${internal}';`;
  return `IF to_regtype(${quoteText(type)}) IS NULL THEN
    CREATE TYPE ${type};
    ${make('_in', `(cstring) RETURNS ${type}`, 'textin')}
    ${make('_out', `(${type}) RETURNS cstring`, 'textout')}
    ${make('_typmod_in', '(cstring[]) RETURNS integer', 'array_ndims')}
    ${make('_typmod_out', '(integer) RETURNS cstring', 'varchartypmodout')}
    CREATE TYPE ${type} (INPUT = ${local('_in')}, OUTPUT = ${local('_out')}, TYPMOD_IN = ${local('_typmod_in')}, TYPMOD_OUT = ${local('_typmod_out')}, STORAGE = extended);
    COMMENT ON TYPE ${type} IS ${quoteText(mark + extension)};
  END IF;`;
}

/** A type that stands in for an extension's. */
export interface StandIn {
  readonly extension: string;
  readonly name: string;
  /** A table has a column of it. */
  readonly isUsed: boolean;
}

/** Domains over them count too: no operator works on those either. */
const query = `
  WITH RECURSIVE stand_in AS (
    SELECT t.oid, t.typarray, t.typname::text AS name, substr(obj_description(t.oid, 'pg_type'), ${mark.length + 1}) AS extension
    FROM pg_type t WHERE starts_with(obj_description(t.oid, 'pg_type'), '${mark}')
    UNION ALL
    SELECT t.oid, t.typarray, t.typname::text, s.extension FROM stand_in s JOIN pg_type t ON t.typtype = 'd' AND t.typbasetype IN (s.oid, s.typarray))
  SELECT name, extension, EXISTS (
      SELECT FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE a.atttypid IN (s.oid, s.typarray) AND c.relkind IN ('r', 'p', 'f', 'v', 'm')) AS used
  FROM stand_in s ORDER BY name`;

/** The types that stand in for those of extensions, now that the schema is loaded. */
export async function findStandIns(connection: Connection): Promise<readonly StandIn[]> {
  const [reply] = await connection.run([{ text: query }]);
  if (reply === undefined || 'error' in reply) throw new Error(`no types: ${reply?.error.message}`);
  return reply.rows.map((row) => ({ extension: String(row['extension']), name: String(row['name']), isUsed: row['used'] === true }));
}
