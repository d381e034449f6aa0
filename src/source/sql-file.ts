import { showPath } from '../shown-path.ts';
import { toPosition } from '../sql/span.ts';
import { splitSql } from '../sql/split.ts';
import { parseAnnotations } from './annotations.ts';
import type { SqlDialect } from './embedded/dialects.ts';
import { type QueryPiece, toQueryPieces } from './embedded/query-pieces.ts';
import { toFaultError } from './fault.ts';
import { readScopes } from './scopes.ts';
import type { Statement } from './statement.ts';

/** The statements of an SQL file, or of standard input. Text that has no statements' boundaries is a UserError. */
export function parseSqlFile(path: string, text: string, dialect: SqlDialect | null = null): readonly Statement[] {
  const source = text.replace(/^\ufeff/, '');
  const split = splitSql(source);
  const { fault } = split;
  if (fault !== null) throw toFaultError(showPath(path), source, fault);
  const placeOf = (offset: number) => ({ path, ...toPosition(source, offset) });
  const coveringAt = readScopes(source, split.pieces, placeOf);
  let line = 1;
  let lineStart = 0;
  return toQueryPieces(source, split, dialect).map((piece) => {
    const fromThere = toPosition(source.slice(lineStart, piece.start), piece.start - lineStart);
    line += fromThere.line - 1;
    lineStart = piece.start - (fromThere.column - 1);
    const { directives, name, ...annotations } = parseAnnotations(piece, placeOf, namesOf(piece));
    return {
      path,
      line,
      column: fromThere.column,
      name: piece.header ?? name,
      ...annotations,
      directives: [...directives, ...coveringAt(piece.start)],
      sql: piece.sql,
      captured: false,
      plan: null,
      calls: 1,
      ...(piece.embedded === undefined ? {} : { embedded: piece.embedded }),
    };
  });
}

function namesOf({ embedded }: QueryPiece): readonly (string | null)[] {
  return embedded?.placeholders.map(({ name }) => name) ?? [];
}
