import { toOwnSpan } from '../findings/place.ts';
import type { Embedded } from '../source/embedded/embedded.ts';
import { applyEdits, type Edit } from '../sql/edits.ts';
import { tokensOf } from '../sql/tokens.ts';
import type { Examined } from '../subject.ts';
import type { Mended } from './mend.ts';

/** A fix of what was planned as one of the statement's own text, with the placeholders of its file; `null` where those cannot say it. */
export function toOwnFix(mended: Mended, { statement, text }: Pick<Examined, 'statement' | 'text'>): Mended | null {
  const { embedded } = statement;
  if (embedded === undefined) return mended;
  if (!keepsOrder(mended.sql, embedded) || mended.edits.some((edit) => cutsPlaceholder(edit, embedded.edits) || copiesPiece(edit, embedded.edits)))
    return null;
  const edits: Edit[] = [];
  for (const edit of mended.edits) {
    const own = toOwnText(edit.text, embedded, { needs: mended.needs, count: text.parameters });
    if (own === null) return null;
    edits.push({ ...toOwnSpan(statement, edit), text: own });
  }
  return { ...mended, edits, sql: applyEdits(statement.sql, edits) };
}

/** Values that go by their place stay in it, each of them once. */
function keepsOrder(sql: string, { placeholders }: Embedded): boolean {
  if (placeholders.every(({ name }) => name !== null)) return true;
  let next = 1;
  for (const { kind, start, end } of tokensOf(sql)) {
    const number = kind === 'parameter' ? Number(sql.slice(start + 1, end)) : Infinity;
    if (number > placeholders.length) continue;
    if (number !== next) return false;
    next += 1;
  }
  return next > placeholders.length;
}

/** Whether an edit of what is planned begins or ends inside what stands there for a piece of the file. */
function cutsPlaceholder({ start, end }: Edit, pieces: readonly Edit[]): boolean {
  let shift = 0;
  return pieces.some((piece) => {
    const from = piece.start + shift;
    const to = from + piece.text.length;
    shift += piece.text.length - (piece.end - piece.start);
    return (from < start && start < to) || (from < end && end < to);
  });
}

/** Whether an edit has over again what stands there for more than a value, such as one arm of a condition: the file does not have that text. */
function copiesPiece({ start, end }: Edit, pieces: readonly Edit[]): boolean {
  let shift = 0;
  return pieces.some((piece) => {
    const from = piece.start + shift;
    const to = from + piece.text.length;
    shift += piece.text.length - (piece.end - piece.start);
    return start <= from && to <= end && /\S/.test(piece.text) && piece.end - piece.start > 2 && !/^\$\d+$/.test(piece.text);
  });
}

interface Added {
  /** The columns that new parameters are for. */
  readonly needs: readonly string[];
  /** How many parameters there were. */
  readonly count: number;
}

/** New text with placeholders in the place of its `$n`. */
function toOwnText(text: string, { edits, placeholders, newPlaceholder, reserved }: Embedded, { needs, count }: Added): string | null {
  let own = '';
  for (const { kind, start, end } of tokensOf(text)) {
    const piece = text.slice(start, end);
    if (kind !== 'parameter') {
      if ([...piece].some((character) => reserved.includes(character))) return null;
      own += piece;
      continue;
    }
    const number = Number(piece.slice(1));
    const isNew = number > count;
    const written = isNew
      ? newPlaceholder?.replace('name', freeName(needs, number - count - 1, placeholders)).replace('$n', piece)
      : edits.some((edit) => edit.text === piece) || placeholders[number - 1]?.text === piece
        ? placeholders[number - 1]?.text
        : undefined;
    if (written === undefined) return null;
    own += written;
  }
  return own;
}

/** A name of its own for a column's new value. */
function freeName(needs: readonly string[], index: number, placeholders: Embedded['placeholders']): string {
  const column = (needs[index] ?? '').replace(/\W/g, '_');
  const taken = new Set(placeholders.map(({ name }) => name));
  const names = [column, ...Array.from({ length: needs.length + placeholders.length }, (_, at) => `${column}_${at + 2}`)].filter(
    (name) => !taken.has(name),
  );
  return names[needs.slice(0, index).filter((need) => need === needs[index]).length] ?? column;
}
