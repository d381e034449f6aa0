import { as, type Node, parseStatement } from '../sql/parse.ts';
import type { Piece } from '../sql/split.ts';

/** A statement of the schema, and what PostgreSQL's parser makes of it. */
export interface SchemaStatement {
  readonly sql: string;
  /** The name of the tree's root: `CreateStmt`, `GrantStmt`. */
  readonly kind: string;
  readonly tree: Node;
}

/** The type of the object that the statement comments on, grants, hands over, renames or drops: `OBJECT_DATABASE`. */
export function objectTypeOf({ tree }: SchemaStatement): string | undefined {
  const named = as(tree, 'CommentStmt')?.objtype ?? as(tree, 'SecLabelStmt')?.objtype ?? as(tree, 'GrantStmt')?.objtype;
  return named ?? as(tree, 'AlterOwnerStmt')?.objectType ?? as(tree, 'RenameStmt')?.renameType ?? as(tree, 'DropStmt')?.removeType;
}

/** Rows are no part of the schema, and a file may hold millions of them. */
const data = /^(?:insert|copy|update|delete|merge|with|values)\b/i;

/** Calls that make something (`create_parent`, `set_config`) are short. */
const longestCall = 20_000;

/** Parses what may make or change a part of the schema; `null` for rows, and for what only the server can make sense of. */
export function toSchemaStatement({ sql }: Piece): SchemaStatement | null {
  return data.test(sql) || (sql.length > longestCall && /^select\b/i.test(sql)) ? null : parseAny(sql);
}

/** Parses any statement; `null` where it is none. */
export function parseAny(sql: string): SchemaStatement | null {
  const { tree } = parseStatement(sql);
  const kind = Object.keys(tree ?? {})[0];
  return tree === null || kind === undefined ? null : { sql, kind, tree };
}
