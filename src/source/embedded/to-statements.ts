import { applyEdits, spanToOriginal, toOriginal } from '../../sql/edits.ts';
import { createLocator } from '../../sql/line-starts.ts';
import type { Span } from '../../sql/span.ts';
import type { Comment } from '../../sql/split.ts';
import type { Placing } from '../annotation-form.ts';
import { parseAnnotations } from '../annotations.ts';
import { scopesOf, toRemarks } from '../scopes.ts';
import type { Statement } from '../statement.ts';
import type { Embedded } from './embedded.ts';
import { inOrder, remarksIn, toTextPieces } from './text-pieces.ts';

/** A piece of a file that holds SQL in another form; offsets of its edits are those of the file. */
export interface EmbeddedText extends Span, Embedded {
  /** Whom it belongs to, such as the function around it. An annotation in the SQL comes first. */
  readonly name: string | null;
  /** The program's comments above it. */
  readonly comments: readonly Comment[];
}

/** The statements of a file's pieces of SQL, each with its place in the file. */
export function toStatements(path: string, file: string, texts: readonly EmbeddedText[], comments: readonly Comment[]): readonly Statement[] {
  const locate = createLocator(file);
  const placeOf: Placing = (offset) => ({ path, ...locate(offset) });
  const taken = new Set(texts.flatMap((text) => text.comments.map((comment) => comment.start)));
  const read = texts.map((text) => {
    const { start, end, edits } = text;
    const own = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
    const sql = applyEdits(file.slice(start, end), own);
    return { ...text, own, sql, pieces: toTextPieces(sql), toFile: (offset: number) => start + toOriginal(own, offset) };
  });
  const inside = read.flatMap(({ sql, pieces, toFile }) => remarksIn(sql, pieces, toFile, placeOf));
  const coveringAt = scopesOf(inOrder([...toRemarks(comments, taken, placeOf), ...inside]), placeOf);
  return read.flatMap(({ start, end, edits, own, sql, pieces, toFile, name, comments: above, ...embedded }) => {
    const names = embedded.placeholders.map((placeholder) => placeholder.name);
    const host = parseAnnotations({ start: end, comments: above }, placeOf, names);
    return pieces.map((piece): Statement => {
      const written = spanToOriginal(own, piece);
      const annotations = parseAnnotations(piece, (offset) => placeOf(toFile(offset)), names);
      const inside = own.filter((edit) => edit.start >= written.start && edit.end <= written.end);
      return {
        path,
        ...locate(start + written.start),
        ...annotations,
        parameters: annotations.parameters ?? host.parameters,
        directives: [...annotations.directives, ...host.directives, ...coveringAt(start + written.start)],
        name: annotations.name ?? name,
        sql: file.slice(start + written.start, start + written.end),
        captured: false,
        plan: null,
        calls: 1,
        embedded: { ...embedded, edits: inside.map((edit) => ({ ...edit, start: edit.start - written.start, end: edit.end - written.start })) },
      };
    });
  });
}
