import type { Comment, Piece, Split } from '../../sql/split.ts';
import { tokensOf } from '../../sql/tokens.ts';
import { dialects, findDialect, type SqlDialect } from './dialects.ts';
import { embed } from './embed.ts';
import type { Embedded } from './embedded.ts';
import { guessStyle } from './guess-style.ts';

/** A statement of an SQL file, with what its library makes of it. */
export interface QueryPiece extends Piece {
  /** As its library's header names it; `undefined` where there is none. */
  readonly header?: string;
  readonly embedded?: Embedded;
}

/** What may be a placeholder, a header or a dialect's name. Most files of SQL have none of these. */
const telling = /(?<!:):(?!:)[\w#]|@[\w]|[?]|%[sbt(]|[#$]\{|\bsqlc\s*\.|-dialect|--[ \t]*:?name/i;

/** Reads a file's statements as the library that it is written for does: the one that is named, that the file names, or that it looks like. */
export function toQueryPieces(
  source: string,
  { pieces, commands }: Pick<Split, 'pieces' | 'commands'>,
  dialect: SqlDialect | null,
): readonly QueryPiece[] {
  if (dialect === null && !telling.test(source)) return pieces;
  const chosen = dialect ?? namedIn(pieces) ?? (isForPsql(source, commands) ? findDialect('postgresql') : dialectOfHeaders(pieces));
  if (chosen !== null && chosen.style === null) return pieces;
  const cut = chosen === null || chosen.header === null ? pieces : pieces.flatMap((piece) => cutAtHeaders(source, piece, chosen.header as RegExp));
  return cut.map((piece) => toQueryPiece(piece, chosen));
}

function toQueryPiece(piece: Piece, dialect: SqlDialect | null): QueryPiece {
  if (dialect?.style == null) {
    const style = guessStyle(piece.sql);
    return style === null ? piece : { ...piece, embedded: embed(piece.sql, style, null) };
  }
  const comments = piece.comments.map(({ text }) => text);
  const headers = comments.flatMap((text) => dialect.header?.exec(text)?.[1] ?? []);
  const embedded = embed(piece.sql, dialect.style(comments), dialect.newPlaceholder);
  const dynamic = embedded.dynamic ?? (dialect.id === 'hugsql' ? dynamicHugsql(comments) : null);
  const header = headers.at(-1);
  return { ...piece, ...(header === undefined ? {} : { header }), embedded: { ...embedded, dynamic } };
}

/** Clojure in comments decides what is sent; a snippet is a piece of other queries. */
function dynamicHugsql(comments: readonly string[]): string | null {
  if (comments.some((text) => /^~/.test(text))) return 'a Clojure expression decides what is sent';
  return comments.some((text) => /^[ \t]*:snip-?[ \t]/.test(text)) ? 'a snippet is a piece of other queries' : null;
}

/** `planlint-dialect: jdbc` */
function namedIn(pieces: readonly Piece[]): SqlDialect | null {
  for (const { comments } of pieces) {
    for (const { text } of comments) {
      const [, id] = /^[ \t*]*planlint-dialect[ \t]*:[ \t]*(\S+)/m.exec(text) ?? [];
      if (id !== undefined) return findDialect(id, 'planlint-dialect');
    }
  }
  return null;
}

/** psql has variables of its own, and puts their text in. */
function isForPsql(source: string, commands: Split['commands']): boolean {
  if (commands.some(({ text }) => !/^\\:/.test(text))) return true;
  for (const { kind, start } of tokensOf(source))
    if ((kind === 'string' || kind === 'quoted') && source[start - 1] === ':' && source[start - 2] !== ':') return true;
  return false;
}

/** The dialect whose header most comments are; of sqlc's and aiosql's that of sqlc, whose header says more. */
function dialectOfHeaders(pieces: readonly Piece[]): SqlDialect | null {
  const texts = pieces.flatMap(({ comments }) => comments.map(({ text }) => text));
  let [best, most] = [null as SqlDialect | null, 0];
  for (const dialect of dialects) {
    const { header } = dialect;
    const found = header === null ? 0 : texts.filter((text) => header.test(text)).length;
    if (found > most) [best, most] = [dialect, found];
  }
  return texts.some((text) => dialects.find(({ id }) => id === 'sqlc')?.header?.test(text)) ? findDialect('sqlc') : best;
}

/** The queries of a piece in which a header, and no semicolon, ends the one in front of it. */
function cutAtHeaders(source: string, piece: Piece, header: RegExp): readonly Piece[] {
  const inside = piece.comments.filter(({ start, end }) => start > piece.start && end < piece.end);
  const borders = inside.filter(({ text }) => header.test(text)).map((comment) => firstAbove(comment, inside, source));
  if (borders.length === 0) return [piece];
  const ends = [...borders, Infinity];
  return ends.flatMap((end, index) => {
    const comments = piece.comments.filter(({ start }) => start < end && start >= (index === 0 ? 0 : (borders[index - 1] ?? 0)));
    const from = index === 0 ? piece.start : (borders[index - 1] ?? piece.start);
    const tokens = [...tokensOf(source.slice(0, Math.min(end, piece.end)), from)].filter(({ kind }) => kind !== 'space' && kind !== 'comment');
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [{ sql: source.slice(first.start, last.end), start: first.start, end: last.end, comments, copyData: null }];
  });
}

/** Where the comments for planlint directly above a header begin. */
function firstAbove(header: Comment, comments: readonly Comment[], source: string): number {
  const above = comments.findLast(({ end }) => end <= header.start && source.slice(end, header.start).trim() === '');
  return above !== undefined && /^[ \t*]*planlint/.test(above.text) ? firstAbove(above, comments, source) : header.start;
}
