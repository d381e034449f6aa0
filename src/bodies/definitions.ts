import type { SchemaFile } from '../schema/schema-file.ts';
import type { Directive } from '../source/directive.ts';
import { readScopes } from '../source/scopes.ts';
import { as, type Fields, type Node, parseStatement } from '../sql/parse.ts';
import { toPosition } from '../sql/span.ts';
import { type Piece, splitSql } from '../sql/split.ts';

/** A statement of the schema's files that is a query, or holds some. */
export interface Definition {
  readonly file: SchemaFile;
  readonly piece: Piece;
  readonly tree: Node;
  /** What the file has set `search_path` to by then; `null` where it has not. */
  readonly searchPath: string | null;
  /** What its file says of a range that it is in, or of all. */
  readonly covering: readonly Directive[];
}

const blank = String.raw`(?:\s|--[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)+`;
const spaced = (pattern: string): RegExp => new RegExp(`^(?:${pattern.replaceAll(' ', blank)})`, 'i');
const defines = spaced(
  String.raw`create (?:or replace )?(?:(?:temp|temporary|recursive|materialized) )?(?:function|procedure|view|rule|policy|schema)\b|do\b`,
);
/** What drops a function, gives a thing another name or place, or a policy other conditions. */
const alters = spaced(
  String.raw`drop (?:function|procedure|routine)\b|alter (?:policy|(?:function|procedure|routine|(?:materialized )?view|table|rule)\b[^;]*\b(?:rename|schema))\b`,
);
/** Queries, blocks, and what says where they look for names. */
const runs = spaced(
  String.raw`\(|(?:do|select|with|insert|update|delete|merge|values|table|copy|explain|prepare|declare|set|reset)\b|create (?:(?:temp|temporary|unlogged) )?table\b[^;]*?\bas\b`,
);

/** Lists the definitions of the files, and with `queries` what runs when the schema is made, in order. */
export function listDefinitions(files: readonly SchemaFile[], queries: boolean): readonly Definition[] {
  let searchPath: string | null = null;
  return files.flatMap((file) => {
    if (file.continues !== true) searchPath = null;
    const { pieces } = splitSql(file.text);
    const coveringAt = readScopes(file.text, pieces, (offset) => ({ path: file.path, ...toPosition(file.text, offset) }));
    return pieces.flatMap((piece) => {
      const isRead = defines.test(piece.sql) || alters.test(piece.sql) || (queries && runs.test(piece.sql));
      const { tree } = isRead ? parseStatement(piece.sql) : { tree: null };
      if (tree === null) return [];
      searchPath = findSearchPath(tree, searchPath);
      return [{ file, piece, tree, searchPath, covering: coveringAt(piece.start) }];
    });
  });
}

/** The search path that a statement leaves. */
function findSearchPath(tree: Node, before: string | null): string | null {
  const set = as(tree, 'VariableSetStmt');
  if (set !== undefined) {
    if (set.kind === 'VAR_RESET_ALL') return null;
    if (set.name !== 'search_path' || set.is_local === true) return before;
    return set.kind === 'VAR_SET_VALUE'
      ? textsOf(set.args)
          .map((schema) => `"${schema.replaceAll('"', '""')}"`)
          .join(', ')
      : null;
  }
  const call = as(as(as(tree, 'SelectStmt')?.targetList?.[0], 'ResTarget')?.val, 'FuncCall');
  const [name, value] = textsOf(call?.args);
  return call !== undefined && lastOf(call) === 'set_config' && name === 'search_path' && value !== undefined ? value : before;
}

function textsOf(nodes: readonly Node[] | undefined): readonly string[] {
  return (nodes ?? []).flatMap((node) => as(node, 'A_Const')?.sval?.sval ?? (as(node, 'A_Const')?.sval === undefined ? [] : ['']));
}

function lastOf({ funcname = [] }: Fields<'FuncCall'>): string {
  return as(funcname.at(-1), 'String')?.sval ?? '';
}
