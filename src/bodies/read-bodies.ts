import type { Database } from '../database/database.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import type { Statement } from '../source/statement.ts';
import { as, loadParser, type Node, walk } from '../sql/parse.ts';
import { bind, type Readable, readFragment, relationsOf } from './bind.ts';
import { type Columns, readColumns } from './columns.ts';
import { listDefinitions } from './definitions.ts';
import { readDirectives } from './directives.ts';
import { findInBlock, type NamedBody } from './find-bodies.ts';
import { findKept } from './kept.ts';
import { fragmentToStatement, pieceToStatement } from './to-statement.ts';
import { readViews } from './views.ts';

/** What of the schema's own files is to be checked. */
export interface Wanted {
  /** Functions, procedures, views, rules and policies. */
  readonly functions: boolean;
  /** Queries and DO blocks that run when the schema is made. */
  readonly migrations: boolean;
}

/** Finds the statements that stand in the schema's files, as they are to be judged on the schema that they have made. */
export async function readBodies(files: readonly SchemaFile[], database: Database, wanted: Wanted): Promise<readonly Statement[]> {
  await loadParser();
  const definitions = listDefinitions(files, wanted.migrations);
  const found: NamedBody[] = [];
  const statements: Statement[] = [];
  if (wanted.functions) {
    found.push(...(await findKept(definitions, database)));
    statements.push(...(await readViews(definitions, database)));
  }
  if (wanted.migrations) {
    for (const definition of definitions) {
      if (isQuery(definition.tree) && !addsRows(definition.tree)) statements.push(pieceToStatement(definition));
      if (as(definition.tree, 'DoStmt') !== undefined) found.push({ ...findInBlock(definition), name: null, searchPath: definition.searchPath });
    }
  }
  const read = found.map((one) => ({
    one,
    fragments: one.fragments.map((fragment) => ({ fragment, readable: readFragment(one.body.text, fragment) })),
  }));
  const columns = await knowColumns(
    read.flatMap(({ fragments }) => fragments.flatMap(({ readable }) => readable ?? [])),
    database,
  );
  for (const { one, fragments } of read) {
    const directivesOf = readDirectives(one.body, one.fragments);
    for (const { fragment, readable } of fragments) {
      const bound = readable === null ? null : bind(readable, columns, one.conflict);
      statements.push(fragmentToStatement(one, { fragment, bound, directives: directivesOf(fragment) }));
    }
  }
  return inOrder(statements, files);
}

const queries: ReadonlySet<string> = new Set(
  ['Select', 'Insert', 'Update', 'Delete', 'Merge', 'Explain', 'Prepare', 'DeclareCursor'].map((kind) => `${kind}Stmt`),
);

/** A statement that PostgreSQL plans. A materialized view is one of the views. */
function isQuery(tree: Node): boolean {
  return (
    queries.has(Object.keys(tree)[0] ?? '') || as(tree, 'CreateTableAsStmt')?.objtype === 'OBJECT_TABLE' || as(tree, 'CopyStmt')?.query !== undefined
  );
}

/** `INSERT … VALUES` of constants, of which a seed may have a million: there is nothing that it could read. */
function addsRows(tree: Node): boolean {
  const { selectStmt, onConflictClause, withClause } = as(tree, 'InsertStmt') ?? {};
  if (onConflictClause !== undefined || withClause !== undefined || as(selectStmt, 'SelectStmt')?.valuesLists === undefined) return false;
  let hasQuery = false;
  walk([selectStmt], (kind) => {
    hasQuery ||= kind === 'SubLink' || kind === 'FuncCall';
    return !hasQuery;
  });
  return !hasQuery;
}

async function knowColumns(readables: readonly Readable[], database: Database): Promise<Columns> {
  const searchPath = (await database.query('SELECT unnest(current_schemas(true)) AS schema')).map((row) => String(row['schema']));
  return readColumns(database, new Set(readables.flatMap(relationsOf)), searchPath);
}

/** As the files have them. */
function inOrder(statements: readonly Statement[], files: readonly SchemaFile[]): readonly Statement[] {
  const ranks = new Map(files.map(({ path }, index) => [path, index]));
  const rank = ({ path }: Statement): number => ranks.get(path) ?? 0;
  return statements.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column);
}
