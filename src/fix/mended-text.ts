import { parseSqlFile } from '../source/sql-file.ts';
import type { Statement } from '../source/statement.ts';
import { applyEdits, type Edit } from '../sql/edits.ts';

/** A statement of a file and what is to be changed in it; offsets are those of its own text. */
export interface MendedStatement {
  readonly statement: Statement;
  readonly edits: readonly Edit[];
}

/** The edits of a whole file's text; `null` where a statement does not stand there as it was read. */
export function toFileEdits(text: string, mended: readonly MendedStatement[]): readonly Edit[] | null {
  const lines = lineStartsOf(text);
  const edits: Edit[] = [];
  for (const { statement, edits: own } of mended) {
    const offset = (lines[statement.line - 1] ?? text.length) + statement.column - 1;
    if (text.slice(offset, offset + statement.sql.length) !== statement.sql) return null;
    edits.push(...own.map(({ start, end, text: fresh }) => ({ start: start + offset, end: end + offset, text: fresh })));
  }
  return edits.sort((a, b) => a.start - b.start);
}

/** Whether a file's new text holds the same statements as its old one, but for those that were mended. */
export function holdsTheSame(
  path: string,
  { before, after }: { readonly before: string; readonly after: string },
  mended: readonly MendedStatement[],
): boolean {
  const [old, fresh] = [parseSqlFile(path, before), parseSqlFile(path, after)];
  const expected = old.map(({ sql, line, column }) => {
    const change = mended.find(({ statement }) => statement.line === line && statement.column === column);
    return change === undefined ? sql : applyEdits(sql, change.edits);
  });
  return fresh.length === expected.length && fresh.every(({ sql }, index) => sql === expected[index]);
}

/** A byte order mark is no part of the first line's columns. */
function lineStartsOf(text: string): readonly number[] {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
