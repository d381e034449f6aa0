import { type Node, walk } from './parse.ts';

const changes: ReadonlySet<string> = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** Whether a statement changes rows, in a WITH query too. */
export function changesRows(tree: Node): boolean {
  let found = false;
  walk([tree], (kind) => {
    found ||= changes.has(kind);
    return !found;
  });
  return found;
}
