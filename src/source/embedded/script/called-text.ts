import { applyEdits } from '../../../sql/edits.ts';
import { parseStatement } from '../../../sql/parse.ts';
import { embed } from '../embed.ts';
import type { EmbeddedText } from '../to-statements.ts';
import type { TextCall } from './text-call.ts';

/** Placeholders of some library, which PostgreSQL does not read. */
const foreign = /\?|(?<![:\w]):[A-Za-z_]|\$[<({[/A-Za-z_]|\$\d+[:^~#]/;

/** A string that a method is called with, its placeholders numbered; none where it is no query after all. */
export function toCalled<T extends Omit<EmbeddedText, 'comments'>>(
  text: T,
  { certainty, style }: Pick<TextCall, 'certainty' | 'style'>,
  file: string,
): readonly T[] {
  const { start, end, reserved, dynamic } = text;
  const own = text.edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const written = file.slice(start, end);
  const read = style === null ? { ...text, edits: own } : embed(written, style, null, { edits: own, reserved, dynamic });
  const sql = applyEdits(written, read.edits);
  const isForeign = read.dynamic === null && foreign.test(sql) && !isSql(sql);
  if (certainty !== 'sure' && !isSql(sql)) {
    const isPerhaps = certainty === 'if-read' ? read.dynamic !== null : isForeign || (read.dynamic !== null && isSql(withNames(sql)));
    if (!isPerhaps) return [];
  }
  const edits = read.edits.map((edit) => ({ ...edit, start: edit.start + start, end: edit.end + start }));
  return [{ ...text, ...read, edits, newPlaceholder: null, dynamic: isForeign ? "its placeholders are not PostgreSQL's" : read.dynamic }];
}

function isSql(sql: string): boolean {
  return parseStatement(sql).tree !== null;
}

/** With a name in the place of everything that is known only when it runs, such as a table's. */
function withNames(sql: string): string {
  return sql.replace(/\$\d+/g, 'x');
}
