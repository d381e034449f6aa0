import { type Comment, type Piece, splitSql, toComment } from '../../sql/split.ts';
import { tokensOf } from '../../sql/tokens.ts';
import { listAnnotations, type Placing } from '../annotation-form.ts';
import type { Remark } from '../scopes.ts';

/** The statements of a text that a program holds. One without statements' boundaries stays whole, for PostgreSQL to refuse. */
export function toTextPieces(sql: string): readonly Piece[] {
  const { pieces, fault } = splitSql(sql);
  if (fault === null) return pieces;
  const start = sql.length - sql.trimStart().length;
  const end = Math.max(start, sql.trimEnd().length);
  return [{ sql: sql.slice(start, end), start, end, comments: commentsOf(sql), copyData: null }];
}

/** What the comments of such a text say to planlint, those behind its last statement among them; `toFile` finds where an offset stands in the file. */
export function remarksIn(sql: string, pieces: readonly Piece[], toFile: (offset: number) => number, placeOf: Placing): readonly Remark[] {
  if (!/planlint/i.test(sql)) return [];
  const taken = new Set(pieces.flatMap(({ comments }) => comments.map(({ start }) => start)));
  return commentsOf(sql).flatMap((comment) =>
    listAnnotations(comment, (offset) => placeOf(toFile(offset))).map(({ offset, ...said }) => ({
      ...said,
      offset: toFile(offset),
      isTaken: taken.has(comment.start),
    })),
  );
}

/** Remarks in the order of their file, each once: a text may be read more than once, for each query that it can become. */
export function inOrder(remarks: readonly Remark[]): readonly Remark[] {
  const byPlace = new Map<string, Remark>();
  for (const remark of remarks) {
    const key = JSON.stringify([remark.offset, remark.word, remark.rest]);
    if (byPlace.get(key)?.isTaken !== true) byPlace.set(key, remark);
  }
  return [...byPlace.values()].sort((a, b) => a.offset - b.offset);
}

function commentsOf(sql: string): readonly Comment[] {
  return [...tokensOf(sql)].flatMap((token) => (token.kind === 'comment' && token.fault === null ? [toComment(sql, token)] : []));
}
