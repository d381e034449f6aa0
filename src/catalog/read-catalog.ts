import type { Database, Row } from '../database/database.ts';
import { parseBound } from './bound.ts';
import {
  type Catalog,
  dividedIntoChunks,
  type InlinedFunction,
  type KeyPart,
  type Partition,
  type PartitionKey,
  qualify,
  splitByInheritance,
  type View,
} from './catalog.ts';
import { foreignKeysQuery, toForeignKey } from './foreign-keys.ts';

/** Reads the catalogue of the connected database, system schemas left out. */
export async function readCatalog(database: Database): Promise<Catalog> {
  const queries = [membersQuery, keyPartsQuery, relationsQuery, volatileQuery, inlinedQuery, searchPathQuery, foreignKeysQuery];
  const [members = [], keyParts = [], relations = [], volatile = [], inlined = [], searchPath = [], foreignKeys = []] = await database.recall(
    queries.join(';'),
    () => Promise.all(queries.map((query) => database.query(query))),
  );
  const inherited = relations.filter((row) => row['inherited'] === true);
  const hypertables = relations.some((row) => qualified(row) === 'timescaledb_information.hypertables') ? await database.query(hypertablesQuery) : [];
  return {
    partitions: toPartitions(members, keyParts),
    views: new Map(relations.filter((row) => row['definition'] !== null).map((row) => [qualified(row), toView(row)])),
    tables: new Set(relations.filter((row) => row['kind'] !== 'I' && row['definition'] === null).map(qualified)),
    secured: new Set(relations.filter((row) => row['secured'] === true).map(qualified)),
    predicates: new Map(relations.filter((row) => row['predicate'] !== null).map((row) => [qualified(row), String(row['predicate'])])),
    volatileFunctions: new Set(volatile.map((row) => String(row['name']))),
    inlined: groupByName(inlined),
    foreignKeys: foreignKeys.map(toForeignKey),
    unjudged: new Map([
      ...inherited.map((row) => [qualified(row), splitByInheritance] as const),
      ...hypertables.map((row) => [qualified(row), dividedIntoChunks] as const),
      ...Object.entries(database.state.unjudged),
    ]),
    searchPath: searchPath.map((row) => String(row['schema'])),
  };
}

const isUser = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND n.nspname NOT LIKE 'pg\\_temp%' AND n.nspname NOT LIKE 'pg\\_toast%'`;

/** Parents come before their children. Bounds are in ISO's form of dates, whatever the session's is: the join sets it before the first row is made. */
const membersQuery = `
  WITH RECURSIVE member AS (
    SELECT p.partrelid AS oid, NULL::oid AS parent, 0 AS depth FROM pg_partitioned_table p WHERE NOT EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = p.partrelid)
    UNION ALL
    SELECT i.inhrelid, i.inhparent, m.depth + 1 FROM member m JOIN pg_inherits i ON i.inhparent = m.oid WHERE NOT i.inhdetachpending)
  SELECT m.oid::text, m.parent::text, n.nspname AS schema, c.relname AS name, c.relkind = 'f' AS remote, pg_get_expr(c.relpartbound, c.oid) AS bound, p.partstrat::text AS strategy,
    CASE WHEN m.parent IS NULL THEN (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) END AS columns
  FROM (SELECT set_config('datestyle', 'ISO', true) OFFSET 0) form CROSS JOIN member m
  JOIN pg_class c ON c.oid = m.oid JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_partitioned_table p ON p.partrelid = m.oid
  WHERE ${isUser}
  ORDER BY m.depth, m.oid`;

/** Domains are rare, and some stand on others: their bases are found once, not for each part. */
const keyPartsQuery = `
  WITH RECURSIVE domain AS (
    SELECT oid, typbasetype AS base FROM pg_type WHERE typtype = 'd'
    UNION ALL
    SELECT d.oid, t.typbasetype FROM domain d JOIN pg_type t ON t.oid = d.base AND t.typtype = 'd')
  SELECT p.partrelid::text AS oid, a.attname AS column, CASE WHEN a.attnum IS NULL THEN pg_get_partkeydef(p.partrelid) END AS definition,
    format_type(base.oid, NULL) AS type, CASE WHEN o.typtype <> 'p' AND o.oid <> a.atttypid THEN o.typname WHEN d.oid IS NOT NULL THEN base.typname END AS relabelled
  FROM pg_partitioned_table p CROSS JOIN LATERAL ROWS FROM (unnest(p.partattrs), unnest(p.partclass)) WITH ORDINALITY AS k (attnum, class, position)
  JOIN pg_opclass c ON c.oid = k.class JOIN pg_type o ON o.oid = c.opcintype
  LEFT JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = k.attnum AND k.attnum > 0
  LEFT JOIN domain d ON d.oid = a.atttypid AND NOT EXISTS (SELECT FROM pg_type t WHERE t.oid = d.base AND t.typtype = 'd')
  LEFT JOIN pg_type base ON base.oid = COALESCE(d.base, a.atttypid)
  ORDER BY p.partrelid, k.position`;

const relationsQuery = `
  SELECT n.nspname AS schema, c.relname AS name, c.relkind::text AS kind, c.relrowsecurity AS secured,
    c.relhassubclass AND c.relkind IN ('r', 'f') AND EXISTS (SELECT FROM pg_inherits h WHERE h.inhparent = c.oid) AS inherited,
    CASE WHEN c.relkind = 'v' THEN pg_get_viewdef(c.oid) END AS definition, pg_get_expr(i.indpred, i.indrelid) AS predicate
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_index i ON i.indexrelid = c.oid AND i.indpred IS NOT NULL
  WHERE ${isUser} AND (c.relkind IN ('r', 'p', 'v', 'm', 'f') OR i.indexrelid IS NOT NULL)`;

const hypertablesQuery = 'SELECT hypertable_schema AS schema, hypertable_name AS name FROM timescaledb_information.hypertables';

const volatileQuery = `
  SELECT DISTINCT CASE WHEN pg_function_is_visible(f.oid) THEN f.proname ELSE n.nspname || '.' || f.proname END AS name
  FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace WHERE f.provolatile = 'v'`;

const inlinedQuery = `
  SELECT n.nspname AS schema, f.proname AS name, f.pronargs::int AS arity, COALESCE(pg_get_function_sqlbody(f.oid), f.prosrc) AS body
  FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace JOIN pg_language l ON l.oid = f.prolang
  WHERE ${isUser} AND l.lanname = 'sql' AND f.proretset AND f.provolatile <> 'v' AND NOT f.prosecdef AND NOT f.proisstrict AND f.proconfig IS NULL`;

const searchPathQuery = `SELECT unnest(current_schemas(true)) AS schema`;

function groupByName(functions: readonly Row[]): ReadonlyMap<string, readonly InlinedFunction[]> {
  const found = new Map<string, InlinedFunction[]>();
  for (const row of functions) {
    const overload = { arity: Number(row['arity']), body: toQuery(String(row['body'])) };
    found.set(qualified(row), [...(found.get(qualified(row)) ?? []), overload]);
  }
  return found;
}

/** A body in the standard's syntax comes with its BEGIN ATOMIC and END. */
function toQuery(body: string): string {
  return body.replace(/^\s*BEGIN ATOMIC\s/i, '').replace(/;\s*END\s*$/i, '');
}

function qualified(row: Row): string {
  return qualify({ schema: String(row['schema']), name: String(row['name']) });
}

function toView(row: Row): View {
  return { schema: String(row['schema']), name: String(row['name']), definition: String(row['definition']) };
}

interface OpenPartition extends Partition {
  readonly children: Partition[];
}

function toPartitions(members: readonly Row[], keyParts: readonly Row[]): ReadonlyMap<string, Partition> {
  const partsByOid = new Map<string, Row[]>();
  for (const row of keyParts) partsByOid.set(String(row['oid']), [...(partsByOid.get(String(row['oid'])) ?? []), row]);
  const byOid = new Map<string, OpenPartition>();
  for (const row of members) {
    const parent = byOid.get(String(row['parent'])) ?? null;
    const partition: OpenPartition = {
      schema: String(row['schema']),
      name: String(row['name']),
      columns: (row['columns'] as readonly string[] | null) ?? [],
      parent,
      bound: row['bound'] === null ? null : parseBound(String(row['bound'])),
      key: row['strategy'] === null ? null : toKey(String(row['strategy']), partsByOid.get(String(row['oid'])) ?? []),
      isForeign: row['remote'] === true,
      children: [],
    };
    parent?.children.push(partition);
    byOid.set(String(row['oid']), partition);
  }
  return new Map([...byOid.values()].map((partition) => [qualify(partition), partition]));
}

const strategies = { l: 'list', r: 'range', h: 'hash' } as const;

function toKey(strategy: string, rows: readonly Row[]): PartitionKey {
  return { strategy: strategies[strategy as keyof typeof strategies], parts: rows.map(toPart) };
}

function toPart(row: Row, index: number): KeyPart {
  const name = row['column'] === null ? splitParts(String(row['definition']))[index] : String(row['column']);
  return {
    name: name ?? '',
    isExpression: row['column'] === null,
    type: String(row['type'] ?? ''),
    relabelled: row['relabelled'] as string | null,
  };
}

/** The parts of `RANGE (lower(name), (a + b), c)`, as `pg_get_partkeydef` prints it. */
export function splitParts(definition: string): readonly string[] {
  const inner = definition.slice(definition.indexOf('(') + 1, definition.lastIndexOf(')'));
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const token of inner.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]/g)) {
    if (token[0] === '(') depth += 1;
    else if (token[0] === ')') depth -= 1;
    else if (token[0] === ',' && depth === 0) {
      parts.push(inner.slice(start, token.index).trim());
      start = token.index + 1;
    }
  }
  return [...parts, inner.slice(start).trim()];
}
