import { type Node, parseStatement } from '../sql/parse.ts';
import type { Piece } from '../sql/split.ts';

/** A statement of the schema, and what PostgreSQL's parser makes of it. */
export interface SchemaStatement {
  readonly sql: string;
  /** The name of the tree's root: `CreateStmt`, `GrantStmt`. */
  readonly kind: string;
  readonly tree: Node;
}

/** Rows are no part of the schema, and a file may hold millions of them. */
const data = /^(?:insert|copy|update|delete|merge|with|values)\b/i;

/** Calls that make something (`create_parent`, `set_config`) are short. */
const longestCall = 20_000;

/** Parses what may make or change a part of the schema; `null` for rows, and for what only the server can make sense of. */
export function toSchemaStatement({ sql }: Piece): SchemaStatement | null {
  if (data.test(sql) || (sql.length > longestCall && /^select\b/i.test(sql))) return null;
  const { tree } = parseStatement(sql);
  const kind = Object.keys(tree ?? {})[0];
  return tree === null || kind === undefined ? null : { sql, kind, tree };
}
