import { count, thousands } from '../count.ts';
import type { CellState, Grid, GridRow } from '../explanation.ts';
import type { Layout } from '../finding-lines.ts';
import { printableLine } from '../printable.ts';
import { type DrawnColumn, gap, layColumns } from './columns.ts';
import { fit, pad, widest } from './fit.ts';
import { splitUnlike } from './unlike-groups.ts';

/** Told apart without colour. */
export const glyphs: Readonly<Record<CellState, string>> = { read: '█', 'run-time': '▒', start: '◦', pruned: '·' };

export type PaintCell = (state: CellState, glyph: string) => string;

const mostRows = 40;
const mostBands = 6;
const mostBlocks = 8;
const longestLabel = 32;
const indent = 2;

/** The grid, within the width, in blocks where its groups have no ranges in common. What does not fit is counted. */
export function formatGrid(grid: Grid, paint: PaintCell, layout: Layout): readonly string[] {
  const blocks = splitUnlike(grid);
  const chosen =
    blocks.length > mostBlocks ? [...blocks.filter(isAnyRead), ...blocks.filter((block) => !isAnyRead(block))].slice(0, mostBlocks) : blocks;
  const shown = blocks.filter((block) => chosen.includes(block));
  const lead = widest(shown.flatMap(({ rows }) => rows.slice(0, mostRows).map(labelRow)));
  return [
    ...shown.flatMap((block, index) => [...(index === 0 ? [] : ['']), ...formatBlock(block, lead, paint, layout)]),
    ...restOfRows(blocks.filter((block) => !shown.includes(block)).flatMap(({ rows }) => rows)),
  ];
}

function formatBlock(grid: Grid, lead: number, paint: PaintCell, { width, palette }: Layout): readonly string[] {
  const shown = grid.rows.length > mostRows ? grid.rows.slice(0, mostRows - 1) : grid.rows;
  const labels = shown.map(labelRow);
  const repeats = shown.map((row) => (row.count > 1 ? `  × ${thousands(row.count)}` : ''));
  const bands = layColumns(grid, width - indent - lead - widest(repeats));
  const lines = bands.slice(0, mostBands).flatMap((band, index) => [
    ...(index === 0 ? [] : ['']),
    palette.dim(`${' '.repeat(indent + lead)}${band.map(({ label }) => ' '.repeat(gap) + label).join('')}`),
    ...shown.map((row, place) => {
      const cells = band.map((column) => ' '.repeat(gap) + drawCell(row, column, paint)).join('');
      return `${' '.repeat(indent)}${pad(labels[place] ?? '', lead)}${cells}${palette.dim(repeats[place] ?? '')}`.trimEnd();
    }),
  ]);
  return [...lines, ...restOfRows(grid.rows.slice(shown.length)), ...restOfColumns(grid, bands.slice(mostBands).flat())];
}

export function labelRow({ first, last, count: rows }: GridRow): string {
  const [from, to] = [fit(printableLine(first), longestLabel), fit(printableLine(last), longestLabel)];
  return rows === 1 ? from : `${from} … ${to}`;
}

/** The glyph in the middle of its column. */
function drawCell({ cells }: GridRow, { index, width }: DrawnColumn, paint: PaintCell): string {
  const state = cells[index] ?? null;
  const before = Math.floor((width - 1) / 2);
  const glyph = state === null ? ' ' : paint(state, glyphs[state]);
  return ' '.repeat(before) + glyph + ' '.repeat(Math.max(0, width - 1 - before));
}

function restOfRows(rows: readonly GridRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const groups = rows.reduce((sum, row) => sum + row.count, 0);
  const read = rows.reduce((sum, row) => sum + (row.cells.some(isRead) ? row.count : 0), 0);
  return [`${' '.repeat(indent)}… ${count(groups, 'more group')}, ${read === 0 ? 'none' : thousands(read)} read`];
}

function restOfColumns({ rows }: Grid, columns: readonly DrawnColumn[]): readonly string[] {
  if (columns.length === 0) return [];
  const all = columns.reduce((sum, column) => sum + column.count, 0);
  const read = columns.filter(({ index }) => rows.some(({ cells }) => isRead(cells[index]))).reduce((sum, column) => sum + column.count, 0);
  return [`${' '.repeat(indent)}… ${count(all, 'more column')}, ${read === 0 ? 'none' : thousands(read)} read`];
}

function isAnyRead({ rows }: Grid): boolean {
  return rows.some(({ cells }) => cells.some(isRead));
}

function isRead(state: CellState | null | undefined): boolean {
  return state === 'read' || state === 'run-time';
}
