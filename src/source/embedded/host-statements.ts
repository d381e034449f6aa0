import { applyEdits, spanToOriginal, toOriginal } from '../../sql/edits.ts';
import { createLocator } from '../../sql/line-starts.ts';
import { parseStatement } from '../../sql/parse.ts';
import { findPlaceholders, type PlaceholderStyle } from '../../sql/placeholders.ts';
import type { Position } from '../../sql/span.ts';
import type { Piece } from '../../sql/split.ts';
import { parseAnnotations } from '../annotations.ts';
import { type Remark, scopesOf, toRemarks } from '../scopes.ts';
import type { Statement } from '../statement.ts';
import { findDialect, type SqlDialect } from './dialects.ts';
import { embed } from './embed.ts';
import { toPlannable } from './embedded.ts';
import { commentsByText, listHostComments } from './host-comments.ts';
import type { HostText } from './host-text.ts';
import { isMapper, listMapperTexts } from './mapper-texts.ts';
import { listProgramTexts } from './program-texts.ts';
import { inOrder, remarksIn, toTextPieces } from './text-pieces.ts';

/** What a program's language has its SQL written in, unless that is said. */
const usual: Readonly<Record<string, string>> = { py: 'psycopg', cs: 'dapper', java: 'jdbc', kt: 'jdbc', xml: 'mybatis' };

/** The statements in the texts of a program, or of a mapper; PostgreSQL's parser has to be loaded. */
export function parseHostFile(path: string, text: string, dialect: SqlDialect | null): readonly Statement[] {
  const extension = extensionOf(path);
  const isXml = extension === 'xml';
  const file = text.replace(/^\ufeff/, '');
  const texts = !isXml ? listProgramTexts(file, extension) : isMapper(file) ? listMapperTexts(file) : [];
  const locate = createLocator(file);
  const place = { path, file, locate, isMapper: isXml, dialect: dialect ?? findDialect(usual[extension] ?? '') };
  const found = texts.map((one) => ({ one, ...readText(one, place) })).filter(({ statements }) => statements.length > 0);
  const comments = listHostComments(file, extension);
  const inside = found.flatMap(({ remarks }) => remarks);
  if (comments.length + inside.length === 0) return found.flatMap(({ statements }) => statements.map(({ statement }) => statement));
  const above = commentsByText(
    comments,
    found.map(({ one }) => one.start),
    file,
  );
  const placeOf = (offset: number) => ({ path, ...locate(offset) });
  const taken = new Set([...above.values()].flat().map(({ start }) => start));
  const coveringAt = scopesOf(inOrder([...toRemarks(comments, taken, placeOf), ...inside]), placeOf);
  return found.flatMap(({ one, statements }) =>
    statements.map(({ statement, start }): Statement => {
      const names = statement.embedded?.placeholders.map(({ name }) => name) ?? [];
      const host = parseAnnotations({ start: one.end, comments: above.get(one.start) ?? [] }, placeOf, names);
      const directives = [...statement.directives, ...host.directives, ...coveringAt(start)];
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

/** A statement, and where it begins in its file. */
interface Placed {
  readonly statement: Statement;
  readonly start: number;
}

/** The statements of a text, and what its comments say to planlint. */
function readText(
  one: HostText,
  { path, file, locate, isMapper, dialect }: Place,
): { readonly statements: readonly Placed[]; readonly remarks: readonly Remark[] } {
  const own = file.slice(one.start, one.end);
  const edits = one.edits.map(({ start, end, text }) => ({ start: start - one.start, end: end - one.start, text }));
  const sql = applyEdits(own, edits);
  const toFile = (offset: number): number => one.start + toOriginal(edits, offset);
  const placeOf = (offset: number) => ({ path, ...locate(offset) });
  const pieces = toTextPieces(sql);
  const statements = pieces.flatMap((piece): readonly Placed[] => {
    if (!isMapper && !reads.test(piece.sql) && !(one.dynamic !== null && begins.test(`${piece.sql} `))) return [];
    const span = spanToOriginal(edits, piece);
    const inside = edits.filter(({ start, end }) => start >= span.start && end <= span.end);
    const host = inside.map(({ start, end, text }) => ({ start: start - span.start, end: end - span.start, text }));
    const text = own.slice(span.start, span.end);
    const style = toStyle(dialect, piece);
    const embedded = embed(text, style, null, { edits: host, reserved: one.reserved, dynamic: one.dynamic });
    const isRead = embedded.dynamic !== null || parseStatement(toPlannable({ sql: text, embedded })).tree !== null;
    if (!isRead && !isMapper && !unmistakable.test(piece.sql)) return [];
    const names = embedded.placeholders.map(({ name }) => name);
    const { name, ...annotations } = parseAnnotations(piece, (offset) => placeOf(toFile(offset)), names);
    const start = one.start + span.start;
    const statement: Statement = {
      path,
      ...locate(start),
      ...annotations,
      name: name ?? one.name,
      sql: text,
      captured: false,
      plan: null,
      calls: 1,
      embedded: isRead ? embedded : { ...embedded, dynamic: "PostgreSQL's parser does not read it" },
    };
    return [{ statement, start }];
  });
  return { statements, remarks: statements.length === 0 ? [] : remarksIn(sql, pieces, toFile, placeOf) };
}

/** Psycopg's placeholders where there are any; SQLAlchemy's in a program of Python without. */
function toStyle(dialect: SqlDialect, { sql, comments }: Piece): PlaceholderStyle {
  const style = dialect.style?.(comments.map(({ text }) => text)) ?? none;
  if (dialect.id !== 'psycopg' || findPlaceholders(sql, style).length > 0) return style;
  return findDialect('sqlalchemy').style?.([]) ?? none;
}

const none: PlaceholderStyle = { read: () => null };

function extensionOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
