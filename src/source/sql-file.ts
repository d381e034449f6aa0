import { showPath } from '../shown-path.ts';
import { toPosition } from '../sql/span.ts';
import { splitSql } from '../sql/split.ts';
import { parseAnnotations } from './annotations.ts';
import { toFaultError } from './fault.ts';
import { readScopes } from './scopes.ts';
import type { Statement } from './statement.ts';

/** The statements of an SQL file, or of standard input. Text that has no statements' boundaries is a UserError. */
export function parseSqlFile(path: string, text: string): readonly Statement[] {
  const source = text.replace(/^\ufeff/, '');
  const { pieces, fault } = splitSql(source);
  if (fault !== null) throw toFaultError(showPath(path), source, fault);
  const placeOf = (offset: number) => ({ path, ...toPosition(source, offset) });
  const coveringAt = readScopes(source, pieces, placeOf);
  let line = 1;
  let lineStart = 0;
  return pieces.map((piece) => {
    const fromThere = toPosition(source.slice(lineStart, piece.start), piece.start - lineStart);
    line += fromThere.line - 1;
    lineStart = piece.start - (fromThere.column - 1);
    const { directives, ...annotations } = parseAnnotations(piece, placeOf);
    return {
      path,
      line,
      column: fromThere.column,
      ...annotations,
      directives: [...directives, ...coveringAt(piece.start)],
      sql: piece.sql,
      captured: false,
      plan: null,
      calls: 1,
    };
  });
}
