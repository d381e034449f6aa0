import type { Statement } from '../source/statement.ts';
import { applyEdits, type Edit } from '../sql/edits.ts';
import { lineStartsOf } from '../sql/line-starts.ts';

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

/** Whether a file's statements are after the edits those that they were before, but for the mended ones. */
export function holdsTheSame(before: readonly Statement[], after: readonly Statement[], mended: readonly MendedStatement[]): boolean {
  const expected = before.map((statement) => {
    const change = mended.find((one) => one.statement.line === statement.line && one.statement.column === statement.column);
    return change === undefined ? statement.sql : applyEdits(statement.sql, change.edits);
  });
  return after.length === expected.length && after.every(({ sql, embedded }, index) => sql === expected[index] && isReadAs(embedded, before[index]));
}

/** What a program makes of a text stays what it was: a number of values, and whether all of it is known. */
function isReadAs(embedded: Statement['embedded'], before: Statement | undefined): boolean {
  return embedded?.dynamic === before?.embedded?.dynamic;
}
