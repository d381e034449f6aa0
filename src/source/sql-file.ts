import { showPath } from '../shown-path.ts';
import { toPosition } from '../sql/span.ts';
import { splitSql } from '../sql/split.ts';
import { parseAnnotations } from './annotations.ts';
import { toFaultError } from './fault.ts';
import type { Statement } from './statement.ts';
import { refuseStray } from './stray.ts';

/** The statements of an SQL file, or of standard input. Text that has no statements' boundaries is a UserError. */
export function parseSqlFile(path: string, text: string): readonly Statement[] {
  const source = text.replace(/^\ufeff/, '');
  const { pieces, fault } = splitSql(source);
  if (fault !== null) throw toFaultError(showPath(path), source, fault);
  const placeOf = (offset: number): string => `${showPath(path)}:${toPosition(source, offset).line}`;
  refuseStray(source, pieces, placeOf);
  let line = 1;
  let lineStart = 0;
  return pieces.map((piece) => {
    const fromThere = toPosition(source.slice(lineStart, piece.start), piece.start - lineStart);
    line += fromThere.line - 1;
    lineStart = piece.start - (fromThere.column - 1);
    return { path, line, column: fromThere.column, ...parseAnnotations(piece, placeOf), sql: piece.sql, captured: false, plan: null, calls: 1 };
  });
}
