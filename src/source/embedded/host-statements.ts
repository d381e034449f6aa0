import { applyEdits, spanToOriginal, toOriginal } from '../../sql/edits.ts';
import { parseStatement } from '../../sql/parse.ts';
import { findPlaceholders, type PlaceholderStyle } from '../../sql/placeholders.ts';
import type { Position } from '../../sql/span.ts';
import { type Piece, splitSql } from '../../sql/split.ts';
import { parseAnnotations } from '../annotations.ts';
import { scopesOf } from '../scopes.ts';
import type { Statement } from '../statement.ts';
import { findDialect, type SqlDialect } from './dialects.ts';
import { embed } from './embed.ts';
import { toPlannable } from './embedded.ts';
import { commentsByText, listHostComments } from './host-comments.ts';
import type { HostText } from './host-text.ts';
import { isMapper, listMapperTexts } from './mapper-texts.ts';
import { listProgramTexts } from './program-texts.ts';

/** What a program's language has its SQL written in, unless that is said. */
const usual: Readonly<Record<string, string>> = { py: 'psycopg', cs: 'dapper', java: 'jdbc', kt: 'jdbc', xml: 'mybatis' };

/** Whether SQL is looked for in the texts of such a file. */
export function isHost(path: string): boolean {
  return extensionOf(path) in usual;
}

/** The statements in the texts of a program, or of a mapper; PostgreSQL's parser has to be loaded. */
export function parseHostFile(path: string, text: string, dialect: SqlDialect | null): readonly Statement[] {
  const extension = extensionOf(path);
  const isXml = extension === 'xml';
  const file = text.replace(/^\ufeff/, '');
  const texts = !isXml ? listProgramTexts(file, extension) : isMapper(file) ? listMapperTexts(file) : [];
  const locate = locator(file);
  const found = texts.map((one) => ({
    one,
    statements: toStatements(one, { path, file, locate, isMapper: isXml, dialect: dialect ?? findDialect(usual[extension] ?? '') }),
  }));
  const comments = listHostComments(file, extension);
  if (comments.length === 0) return found.flatMap(({ statements }) => statements);
  const starts = found.flatMap(({ one, statements }) => (statements.length === 0 ? [] : [one.start]));
  const above = commentsByText(comments, starts, file);
  const placeOf = (offset: number) => ({ path, ...locate(offset) });
  const coveringAt = scopesOf(comments, new Set([...above.values()].flat().map(({ start }) => start)), placeOf);
  return found.flatMap(({ one, statements }) =>
    statements.map((statement): Statement => {
      const names = statement.embedded?.placeholders.map(({ name }) => name) ?? [];
      const host = parseAnnotations({ start: one.end, comments: above.get(one.start) ?? [] }, placeOf, names);
      const directives = [...statement.directives, ...host.directives, ...coveringAt(one.start)];
      return { ...statement, parameters: statement.parameters ?? host.parameters, directives };
    }),
  );
}

interface Place {
  readonly path: string;
  readonly file: string;
  readonly locate: (offset: number) => Position;
  readonly isMapper: boolean;
  readonly dialect: SqlDialect;
}

const reads =
  /^(?:select\b[\s\S]*\bfrom\b|insert\s+into\b|update\s[\s\S]*\bset\b|delete\s+from\b|merge\s+into\b|with\s+(?:recursive\s+)?[\w"]+[\s\S]*\bas\b[\s\S]*\()/i;
const unmistakable = /^(?:SELECT\b[\s\S]*\bFROM\b|INSERT\s+INTO\b|UPDATE\s[\s\S]*\bSET\b|DELETE\s+FROM\b|MERGE\s+INTO\b|WITH\s[\s\S]*\bAS\b)/;
const begins = /^(?:SELECT|INSERT\s+INTO|UPDATE|DELETE\s+FROM|WITH)\s/;

function toStatements(one: HostText, { path, file, locate, isMapper, dialect }: Place): readonly Statement[] {
  const own = file.slice(one.start, one.end);
  const edits = one.edits.map(({ start, end, text }) => ({ start: start - one.start, end: end - one.start, text }));
  const sql = applyEdits(own, edits);
  return toPieces(sql).flatMap((piece): readonly Statement[] => {
    if (!isMapper && !reads.test(piece.sql) && !(one.dynamic !== null && begins.test(`${piece.sql} `))) return [];
    const span = spanToOriginal(edits, piece);
    const inside = edits.filter(({ start, end }) => start >= span.start && end <= span.end);
    const host = inside.map(({ start, end, text }) => ({ start: start - span.start, end: end - span.start, text }));
    const text = own.slice(span.start, span.end);
    const style = toStyle(dialect, piece);
    const embedded = embed(text, style, null, { edits: host, reserved: one.reserved, dynamic: one.dynamic });
    const isRead = embedded.dynamic !== null || parseStatement(toPlannable({ sql: text, embedded })).tree !== null;
    if (!isRead && !isMapper && !unmistakable.test(piece.sql)) return [];
    const placeOf = (offset: number) => ({ path, ...locate(one.start + toOriginal(edits, offset)) });
    const names = embedded.placeholders.map(({ name }) => name);
    const { name, ...annotations } = parseAnnotations(piece, placeOf, names);
    return [
      {
        path,
        ...locate(one.start + span.start),
        ...annotations,
        name: name ?? one.name,
        sql: text,
        captured: false,
        plan: null,
        calls: 1,
        embedded: isRead ? embedded : { ...embedded, dynamic: "PostgreSQL's parser does not read it" },
      },
    ];
  });
}

/** Psycopg's placeholders where there are any; SQLAlchemy's in a program of Python without. */
function toStyle(dialect: SqlDialect, { sql, comments }: Piece): PlaceholderStyle {
  const style = dialect.style?.(comments.map(({ text }) => text)) ?? none;
  if (dialect.id !== 'psycopg' || findPlaceholders(sql, style).length > 0) return style;
  return findDialect('sqlalchemy').style?.([]) ?? none;
}

const none: PlaceholderStyle = { read: () => null };

/** Text without statements' boundaries stays whole. */
function toPieces(sql: string): readonly Piece[] {
  const { pieces, fault } = splitSql(sql);
  if (fault === null) return pieces;
  const start = sql.length - sql.trimStart().length;
  const end = Math.max(start, sql.trimEnd().length);
  return [{ sql: sql.slice(start, end), start, end, comments: [], copyData: null }];
}

function extensionOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Positions in a text, of which the beginnings of lines are looked for once. */
function locator(text: string): (offset: number) => Position {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
