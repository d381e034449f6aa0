import { as, type Fields, type Node, walk } from './parse.ts';
import type { Span } from './span.ts';
import { tableSpan } from './spans.ts';

/** A table that a DELETE, or a MERGE with a DELETE, takes rows from. */
export interface Deletion {
  /** The target as the statement names it. */
  readonly schema: string | null;
  readonly table: string;
  readonly span: Span;
}

/** Every table that rows are deleted from, those inside CTEs included. */
export function findDeletions(tree: Node, sql: string): readonly Deletion[] {
  const found: Deletion[] = [];
  walk([tree], (kind, fields) => {
    const relation = kind === 'DeleteStmt' || (kind === 'MergeStmt' && deletes(fields as Fields<'MergeStmt'>)) ? targetOf(fields) : undefined;
    if (relation !== undefined)
      found.push({ schema: relation.schemaname ?? null, table: relation.relname ?? '', span: tableSpan(sql, relation.location ?? 0) });
    return true;
  });
  return found;
}

function targetOf(fields: unknown): Fields<'RangeVar'> | undefined {
  return (fields as Fields<'DeleteStmt'>).relation;
}

function deletes({ mergeWhenClauses = [] }: Fields<'MergeStmt'>): boolean {
  return mergeWhenClauses.some((clause) => as(clause, 'MergeWhenClause')?.commandType === 'CMD_DELETE');
}
