import type { Cell } from './cells.ts';

/** Indexes of cells, the end excluded. */
export type Range = readonly [from: number, to: number];

/** What stays of a line that is too long; an ellipsis stands for everything between two ranges, before the first and after the last. */
export function clip(cells: readonly Cell[], marked: readonly Range[], width: number): readonly Range[] {
  const whole: Range = [0, cells.length];
  if (widthOf(cells, whole) <= width) return [whole];
  if (marked.length === 0) return [[0, fitting(cells, 0, width - 1)]];
  for (let context = width; context >= 0; context -= 1) {
    const kept = merge(marked.map(([from, to]) => [Math.max(0, from - context), Math.min(cells.length, to + context)]));
    if (needed(cells, kept) <= width) return kept;
  }
  return heads(cells, marked, width);
}

/** The beginnings of marked ranges that do not fit together; the last ones go where even that is too much. */
function heads(cells: readonly Cell[], marked: readonly Range[], width: number): readonly Range[] {
  const smallest = 8;
  const count = Math.max(1, Math.min(marked.length, Math.floor((width - 1) / (smallest + 1))));
  let left = width - count - 1;
  const kept: Range[] = [];
  for (const [index, [from, to]] of marked.slice(0, count).entries()) {
    const share = Math.max(1, Math.floor(left / (count - index)));
    const range: Range = [from, Math.min(to, fitting(cells, from, share))];
    left -= widthOf(cells, range);
    kept.push(range);
  }
  return merge(kept);
}

/** Ranges in order, those that touch or overlap joined. */
export function merge(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)];
    else merged.push([from, to]);
  }
  return merged;
}

function needed(cells: readonly Cell[], kept: readonly Range[]): number {
  const ends = (kept[0]?.[0] === 0 ? 0 : 1) + (kept.at(-1)?.[1] === cells.length ? 0 : 1);
  return kept.reduce((sum, range) => sum + widthOf(cells, range), kept.length - 1 + ends);
}

function widthOf(cells: readonly Cell[], [from, to]: Range): number {
  let width = 0;
  for (let index = from; index < to; index += 1) width += cells[index]?.width ?? 0;
  return width;
}

function fitting(cells: readonly Cell[], from: number, width: number): number {
  let index = from;
  for (let left = width; index < cells.length; index += 1) {
    left -= cells[index]?.width ?? 0;
    if (left < 0) break;
  }
  return index;
}
