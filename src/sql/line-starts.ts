import type { Position } from './span.ts';

/** The offsets that a text's lines begin at. A byte order mark is no part of the first line's columns. */
export function lineStartsOf(text: string): readonly number[] {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Positions in a text that is asked for many: the beginnings of its lines are looked for once. */
export function createLocator(text: string): (offset: number) => Position {
  const starts = lineStartsOf(text);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
