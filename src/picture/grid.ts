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
  const started = startedLeaves(rows, columns, fate);
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
 * in their rows or in their columns, or on one side of them. Where just one of these is of that number it is that one, else it is not known.
 */
function startedLeaves(rows: readonly Row[], columns: readonly Column[], { planned, removed }: Fate): ReadonlySet<Partition> {
  if (removed === 0) return new Set();
  const cells = rows.flatMap(({ leaves }) => {
    const line = columns.map(({ id }) => leaves.get(id));
    const isRead = line.map((leaf) => leaf !== undefined && planned.has(leaf));
    const [first, last] = [isRead.indexOf(true), isRead.lastIndexOf(true)];
    return line.flatMap((leaf, column) => (leaf === undefined || isRead[column] ? [] : [{ leaf, column, first, last }]));
  });
  const read = new Set(columns.flatMap(({ id }, column) => (rows.some(({ leaves }) => planned.has(leaves.get(id) as Partition)) ? [column] : [])));
  const guesses = [
    cells,
    cells.filter(({ first }) => first !== -1),
    cells.filter(({ column }) => read.has(column)),
    cells.filter(({ column, first }) => column < first),
    cells.filter(({ column, first, last }) => first !== -1 && column > last),
  ].filter((guess) => guess.length === removed);
  const [found = [], other = found] = guesses.map((guess) => guess.map(({ leaf }) => leaf));
  return new Set(found.every((leaf) => other.includes(leaf)) ? found : []);
}
