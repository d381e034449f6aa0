import { displayWidth } from '../cells.ts';
import type { Grid } from '../explanation.ts';
import { printableLine } from '../printable.ts';
import { fit } from './fit.ts';

/** A column as it is drawn: one of the grid's, or several next to each other that are equal in every row. */
export interface DrawnColumn {
  readonly label: string;
  readonly width: number;
  /** The first of the grid's columns that it stands for, and how many. */
  readonly index: number;
  readonly count: number;
}

const longestLabel = 24;
export const gap = 2;

/** The columns of a grid in bands that fit into `width`. Equal columns are drawn as one where they do not all fit. */
export function layColumns(grid: Grid, width: number): readonly (readonly DrawnColumn[])[] {
  const all = grid.columns.map((label, index) => toColumn(index, 1, [label]));
  return fits(all, width) ? [all] : toBands(mergeEqual(grid), width);
}

function toColumn(index: number, count: number, labels: readonly string[]): DrawnColumn {
  const label = labels.map((text) => fit(printableLine(text), longestLabel)).join(' … ');
  return { label, width: displayWidth(label), index, count };
}

function fits(columns: readonly DrawnColumn[], width: number): boolean {
  return columns.reduce((sum, column) => sum + gap + column.width, 0) <= width;
}

function mergeEqual({ columns, rows }: Grid): readonly DrawnColumn[] {
  const isLikeLast = (index: number): boolean => index > 0 && rows.every(({ cells }) => cells[index] === cells[index - 1]);
  const starts = columns.flatMap((_, index) => (isLikeLast(index) ? [] : [index]));
  return starts.map((start, place) => {
    const end = starts[place + 1] ?? columns.length;
    const labels = end - start === 1 ? [columns[start] ?? ''] : [columns[start] ?? '', columns[end - 1] ?? ''];
    return toColumn(start, end - start, labels);
  });
}

function toBands(columns: readonly DrawnColumn[], width: number): readonly (readonly DrawnColumn[])[] {
  const bands: DrawnColumn[][] = [];
  for (const column of columns) {
    const band = bands.at(-1);
    if (band !== undefined && fits([...band, column], width)) band.push(column);
    else bands.push([column]);
  }
  return bands;
}
