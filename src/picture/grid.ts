import { leavesOf, type Partition } from '../catalog/catalog.ts';
import type { CellState, Grid, GridRow } from '../report/explanation.ts';
import { type Column, columnsOf, type Row, rowsOf } from './lines.ts';

/** What a plan makes of the leaves below a relation. */
export interface Fate {
  readonly planned: ReadonlySet<Partition>;
  /** How many executor start took away. */
  readonly removed: number;
  /** What is planned waits for values that come while the query runs. */
  readonly isRunTime: boolean;
}

/** The picture of the leaves below the relation that a statement names. */
export function drawGrid(named: Partition, fate: Fate): Grid {
  const rows = rowsOf(named);
  const columns = columnsOf(rows);
  const started = startedLeaves(rows, fate, leavesOf(named).length);
  const stateOf = (leaf: Partition): CellState => {
    if (fate.planned.has(leaf)) return fate.isRunTime ? 'run-time' : 'read';
    return started.has(leaf) ? 'start' : 'pruned';
  };
  return { columns: columns.map(({ label }) => label), rows: fold(rows.map((row) => toRow(row, columns, stateOf))), leaves: leavesOf(named).length };
}

function toRow({ label, leaves }: Row, columns: readonly Column[], stateOf: (leaf: Partition) => CellState): GridRow {
  const cells = columns.map(({ id }) => {
    const leaf = leaves.get(id);
    return leaf === undefined ? null : stateOf(leaf);
  });
  return { first: label, last: label, count: 1, cells };
}

function fold(rows: readonly GridRow[]): readonly GridRow[] {
  const folded: GridRow[] = [];
  for (const row of rows) {
    const above = folded.at(-1);
    const isSame = above?.cells.every((cell, index) => cell === row.cells[index]) === true;
    if (above !== undefined && isSame) folded[folded.length - 1] = { ...above, last: row.last, count: above.count + 1 };
    else folded.push(row);
  }
  return folded;
}

/**
 * Which leaves executor start took away. The plan tells only how many: they are all that are not read, or those beside the ones that are read,
 * in their rows or in their columns. Where none of these is of that number it is not known which.
 */
function startedLeaves(rows: readonly Row[], { planned, removed }: Fate, total: number): ReadonlySet<Partition> {
  if (removed === 0) return new Set();
  const unread = rows.flatMap(({ leaves }) => [...leaves].filter(([, leaf]) => !planned.has(leaf)));
  if (removed === total - planned.size) return new Set(unread.map(([, leaf]) => leaf));
  const readRows = new Set(
    rows.filter(({ leaves }) => [...leaves.values()].some((leaf) => planned.has(leaf))).flatMap(({ leaves }) => [...leaves.values()]),
  );
  const readColumns = new Set(rows.flatMap(({ leaves }) => [...leaves].flatMap(([id, leaf]) => (planned.has(leaf) ? [id] : []))));
  const guesses = [unread.filter(([, leaf]) => readRows.has(leaf)), unread.filter(([id]) => readColumns.has(id))];
  return new Set(guesses.find((guess) => guess.length === removed)?.map(([, leaf]) => leaf));
}
