import { qualify } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import type { Statement } from '../source/statement.ts';
import { as } from '../sql/parse.ts';
import { quoteName } from '../sql/quote.ts';
import { tableSpan } from '../sql/spans.ts';
import { bare } from '../wording.ts';
import type { Definition } from './definitions.ts';
import { readDirectives } from './directives.ts';
import { findHeld, mayBe } from './held.ts';
import { findMaker } from './kept.ts';
import { fragmentToStatement, pieceToStatement, positionIn } from './to-statement.ts';

/** Views, with those of their columns that a partition key's value could be compared with. */
const viewsQuery = `
  SELECT n.nspname AS schema, c.relname AS name, c.relkind = 'm' AS stored, (
    SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND a.atttypid IN (
      SELECT k.atttypid FROM pg_partitioned_table p JOIN pg_attribute k ON k.attrelid = p.partrelid AND k.attnum > 0 AND k.attnum = ANY (p.partattrs::int2[]))) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('v', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** Each view as the query that reads the least through it: every column that a key could be compared with equals something. A materialized view is its own query. */
export async function readViews(definitions: readonly Definition[], database: Database): Promise<readonly Statement[]> {
  const latest = findHeld(definitions).toReversed();
  return (await database.query(viewsQuery)).flatMap((row) => {
    const [schema, name] = [String(row['schema']), String(row['name'])];
    const title = `view ${bare(qualify({ schema, name }))}`;
    const definition = latest.find(({ kind, named }) => kind === 'view' && mayBe(named, { schema, name }))?.definition;
    if (definition === undefined)
      return findMaker(definitions, name, title).flatMap((one) => {
        const directivesOf = readDirectives(one.body, one.fragments);
        return one.fragments.map((fragment) => fragmentToStatement(one, { fragment, bound: null, directives: directivesOf(fragment) }));
      });
    if (row['stored'] === true) return [{ ...pieceToStatement(definition), name: title }];
    return [{ ...toStatement(definition, { schema, name, columns: (row['columns'] ?? []) as readonly string[] }), name: title }];
  });
}

interface View {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

function toStatement(definition: Definition, { schema, name, columns }: View): Statement {
  const { file, piece, tree } = definition;
  const { start } = tableSpan(piece.sql, as(tree, 'ViewStmt')?.view?.location ?? 0);
  const end = Math.min(tableSpan(piece.sql, start).end, piece.sql.length);
  const conditions = columns.map((column, index) => `${quoteName(column)} = $${index + 1}`);
  const edit = (condition: string) => [
    { start: 0, end: start, text: 'SELECT * FROM ' },
    { start, end, text: `${quoteName(schema)}.${quoteName(name)}` },
    { start: end, end: piece.sql.length, text: condition },
  ];
  return {
    path: file.path,
    ...positionIn(file, piece.start),
    name: null,
    sql: piece.sql,
    captured: false,
    plan: null,
    parameters: null,
    directives: pieceToStatement(definition).directives,
    calls: 1,
    standing: {
      edits: [edit(''), ...(conditions.length === 0 ? [] : [edit(` WHERE ${conditions.join(' AND ')}`)])],
      searchPath: null,
      unread: null,
      isView: true,
    },
  };
}
