import type { Connection } from '../../database/server.ts';
import { as, lastName } from '../../sql/parse.ts';
import { writeName } from '../../sql/quote.ts';
import type { Adapter, Remark } from '../adaptation.ts';
import type { SchemaStatement } from '../schema-statement.ts';
import type { ServerFacts } from '../server-facts.ts';
import { coreSchema, toCore } from './core.ts';
import { divide } from './divide.ts';
import { toWrappers, type Version } from './wrappers.ts';

const call = /(?:("(?:[^"]|"")+"|[\w$]+)\s*\.\s*)?\b(create_(?:sub_)?(?:parent|partition(?:_time|_id)?))\s*\(/gi;

/** What only version 4 knows, in a call or beside it. */
const old =
  /'(?:native|partman|yearly|quarterly|monthly|weekly|daily|hourly|half-hour|quarter-hour)'|\bp_(?:inherit_fk|upsert|publications|trigger_return_null|native_check)\b/i;

/** Where the server has no pg_partman, functions that make the partitions it would, in front of the first statement that calls them. */
export function adaptPartman({ extensions }: ServerFacts, today: string): Adapter {
  const done = new Set<string>();
  const own = new Set<string>();
  let extension: Extension | null = null;
  return (statement) => {
    if (extensions.includes('pg_partman')) return null;
    own.add(lastName(as(statement.tree, 'CreateFunctionStmt')?.funcname));
    extension = readExtension(statement) ?? extension;
    const homes = findHomes(statement.sql, extension?.home ?? null, own).filter((home) => !done.has(home));
    if (homes.length === 0) return null;
    const core = done.size === 0 ? [toBlock(toCore(today)), toBlock(divide)] : [];
    for (const home of homes) done.add(home);
    const version = extension?.version ?? (old.test(statement.sql) ? 4 : 5);
    return { prepare: [...core, ...homes.map((home) => toBlock(toWrappers(home, version)))] };
  };
}

/** One statement for many, so that all travel together. */
function toBlock(sql: string): string {
  return `DO $planlint$ BEGIN EXECUTE $made$${sql}$made$; END $planlint$`;
}

interface Extension {
  readonly home: string;
  readonly version: Version | null;
}

/** What `CREATE EXTENSION pg_partman` says, if it is one. */
function readExtension({ tree }: SchemaStatement): Extension | null {
  const { extname, options = [] } = as(tree, 'CreateExtensionStmt') ?? {};
  if (extname !== 'pg_partman') return null;
  const read = (name: string) => as(options.map((option) => as(option, 'DefElem')).find((option) => option?.defname === name)?.arg, 'String')?.sval;
  const version = read('new_version');
  return { home: writeName(read('schema') ?? 'public'), version: version === undefined ? null : version.startsWith('4') ? 4 : 5 };
}

/** The schemas, in quotes, in which a statement looks for functions of pg_partman's. Some have names that others give to functions of their own. */
function findHomes(sql: string, home: string | null, own: ReadonlySet<string>): readonly string[] {
  const homes = [...sql.matchAll(call)].flatMap(([, schema, name = '']) => {
    if (schema === undefined) return own.has(name.toLowerCase()) || (home === null && !/_parent$/i.test(name)) ? [] : [home ?? 'public'];
    if (home === null && !/partman/i.test(schema) && !/_parent$/i.test(name)) return [];
    return [writeName(schema.startsWith('"') ? schema.slice(1, -1).replaceAll('""', '"') : schema.toLowerCase())];
  });
  return [...new Set(homes)];
}

const query = `
  SELECT parent, count(*) FILTER (WHERE NOT is_default)::int AS partitions, bool_or(is_default) AS has_default
  FROM ${coreSchema}.made m WHERE to_regclass(${coreSchema}.quote_path(child)) IS NOT NULL
    AND NOT EXISTS (SELECT FROM ${coreSchema}.made above WHERE above.child = m.parent)
  GROUP BY parent ORDER BY parent`;

/** What was made in pg_partman's place. */
export async function findPartmanSets(connection: Connection): Promise<readonly Remark[]> {
  const [present] = await connection.run([{ text: `SELECT to_regnamespace('${coreSchema}') IS NOT NULL AS present` }]);
  if (present === undefined || 'error' in present || present.rows[0]?.['present'] !== true) return [];
  const [sets] = await connection.run([{ text: query }]);
  if (sets === undefined || 'error' in sets) throw new Error(`no account of pg_partman's tables: ${sets?.error.message}`);
  return sets.rows.map(({ parent, partitions, has_default }) => ({
    noun: 'table',
    name: String(parent),
    message: `the partitions that pg_partman would have today are made without it: ${partitions}${has_default === true ? ' and a default one' : ''}`,
  }));
}
