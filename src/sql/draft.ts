import type { Edit } from './edits.ts';

/** A text that edits are made to one after another, as pieces of the original and pieces that are new. */
export type Draft = readonly Piece[];

type Piece = { readonly from: number; readonly to: number } | { readonly text: string };

export function toDraft(original: string): Draft {
  return [{ from: 0, to: original.length }];
}

/** Makes edits whose offsets are those of the draft's present text; none may overlap another. */
export function editDraft(draft: Draft, edits: readonly Edit[]): Draft {
  return edits.toSorted((a, b) => a.start - b.start).reduceRight(editOnce, draft);
}

/** The changes that lead from the original text to the draft, in order, those that touch each other as one. */
export function toEdits(draft: Draft, original: string): readonly Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let text = '';
  for (const piece of [...draft, { from: original.length, to: original.length }]) {
    if ('text' in piece) text += piece.text;
    else {
      if (text !== '' || piece.from > at) edits.push({ start: at, end: piece.from, text });
      [at, text] = [piece.to, ''];
    }
  }
  return edits;
}

function editOnce(draft: Draft, { start, end, text }: Edit): Draft {
  const edited: Piece[] = [];
  let at = 0;
  let isPlaced = false;
  const place = (): void => {
    if (!isPlaced && text !== '') edited.push({ text });
    isPlaced = true;
  };
  for (const piece of draft) {
    const length = lengthOf(piece);
    const before = Math.max(0, Math.min(start - at, length));
    const behind = Math.max(0, Math.min(end - at, length));
    if (before > 0) edited.push(cut(piece, 0, before));
    if (at + length >= start) place();
    if (behind < length) edited.push(cut(piece, behind, length));
    at += length;
  }
  place();
  return edited;
}

function lengthOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.to - piece.from;
}

function cut(piece: Piece, from: number, to: number): Piece {
  return 'text' in piece ? { text: piece.text.slice(from, to) } : { from: piece.from + from, to: piece.from + to };
}
