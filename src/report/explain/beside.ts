import { pad, widest } from './fit.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what fills no column.
const colour = /\u001b\[\d+m/g;
const gap = 6;

/** Two blocks of lines next to each other, the first one at the left, or one below the other where they do not fit. */
export function putBeside(left: readonly string[], right: readonly string[], width: number): readonly string[] {
  const plain = left.map((line) => line.replace(colour, ''));
  const column = widest(plain) + gap;
  if (column + widest(right.map((line) => line.replace(colour, ''))) > width) return [...left, '', ...right];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [first = '', bare = ''] = [left[index], plain[index]];
    return `${first}${pad(bare, column).slice(bare.length)}${right[index] ?? ''}`.trimEnd();
  });
}
