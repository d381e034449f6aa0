import type { Span } from './span.ts';

/** A piece of a text, and what takes its place. */
export interface Edit extends Span {
  readonly text: string;
}

/** The text with its pieces replaced, of which none overlaps another. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Where a piece of the text with the edits stands in the text itself; what took a piece's place stands for all of that. */
export function spanToOriginal(edits: readonly Edit[], { start, end }: Span): Span {
  const from = toOriginal(edits, start);
  return { start: from, end: end <= start ? from : Math.max(from, behindOriginal(edits, end - 1)) };
}

/** Where the character at an offset into the text with the edits ends in the text itself. */
function behindOriginal(edits: readonly Edit[], offset: number): number {
  let shift = 0;
  for (const { start, end, text } of edits) {
    const begin = start + shift;
    if (offset < begin) break;
    if (offset < begin + text.length) return end;
    shift += text.length - (end - start);
  }
  return offset - shift + 1;
}

/** Where an offset into the text with the edits, which are in order, stands in the text itself; in what took a piece's place it is where that begins. */
export function toOriginal(edits: readonly Edit[], offset: number): number {
  let shift = 0;
  for (const { start, end, text } of edits) {
    const begin = start + shift;
    if (offset < begin) break;
    if (offset < begin + text.length) return start;
    shift += text.length - (end - start);
  }
  return offset - shift;
}
