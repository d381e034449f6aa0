import type { Grid, GridRow } from '../explanation.ts';

interface Block {
  /** Places of the rows, and of the columns that they share. */
  readonly rows: readonly number[];
  readonly columns: ReadonlySet<number>;
}

/** A grid for each set of groups that have ranges in common, in order. Groups with a single range of their own stay with those before. */
export function splitUnlike(grid: Grid): readonly Grid[] {
  let blocks: readonly Block[] = [];
  for (const [index, row] of grid.rows.entries()) blocks = add(blocks, { rows: [index], columns: rangesOf(row, grid) });
  const joined: Block[] = [];
  for (const block of blocks.toSorted((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0))) {
    const before = joined.at(-1);
    if (before !== undefined && (block.columns.size < 2 || before.columns.size < 2)) joined[joined.length - 1] = join([before, block]);
    else joined.push(block);
  }
  return joined.length < 2 ? [grid] : joined.map(({ rows }) => cutOut(grid, new Set(rows)));
}

/** Every level has the same remainder, so that it makes no two groups alike. */
function rangesOf({ cells }: GridRow, { columns }: Grid): ReadonlySet<number> {
  return new Set(cells.flatMap((cell, index) => (cell === null || columns[index] === 'DEFAULT' ? [] : [index])));
}

function add(blocks: readonly Block[], block: Block): readonly Block[] {
  const isLike = ({ columns }: Block): boolean => [...block.columns].some((column) => columns.has(column));
  return [...blocks.filter((other) => !isLike(other)), join([...blocks.filter(isLike), block])];
}

function join(blocks: readonly Block[]): Block {
  return { rows: blocks.flatMap(({ rows }) => rows).toSorted((a, b) => a - b), columns: new Set(blocks.flatMap(({ columns }) => [...columns])) };
}

function cutOut({ columns, rows, leaves }: Grid, places: ReadonlySet<number>): Grid {
  const own = rows.filter((_, index) => places.has(index));
  const used = columns.flatMap((_, index) => (own.some(({ cells }) => (cells[index] ?? null) !== null) ? [index] : []));
  return {
    columns: used.map((index) => columns[index] ?? ''),
    rows: own.map((row) => ({ ...row, cells: used.map((index) => row.cells[index] ?? null) })),
    leaves,
  };
}
