import { displayWidth, toCells } from '../cells.ts';

/** A text of at most `width` columns; an ellipsis stands for its end where that is cut off. */
export function fit(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let left = width - 1;
  for (const cell of toCells(text, 0, 0)) {
    left -= cell.width;
    if (left < 0) break;
    kept += cell.text;
  }
  return `${kept.trimEnd()}…`;
}

/** A text with blanks behind it up to `width` columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** The widest of some texts, in columns. */
export function widest(texts: Iterable<string>): number {
  let most = 0;
  for (const text of texts) most = Math.max(most, displayWidth(text));
  return most;
}
