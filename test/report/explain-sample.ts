import type { CellState, Explanation, Grid, PlanBranch, ReferencePicture, StatementPicture } from '../../src/report/explanation.ts';
import { sampleReport, sampleTable } from './sample.ts';

const states: Readonly<Record<string, CellState>> = { R: 'read', '?': 'run-time', s: 'start', '.': 'pruned' };

/** A grid from lines as `g01…g07 ..R..` or `g01 R`, the last word a letter a column. */
export function sampleGrid(columns: readonly string[], lines: readonly string[]): Grid {
  const rows = lines.map((line) => {
    const [, label = '', letters = ''] = /^(.*?) ?(\S+)$/.exec(line) ?? [];
    const [first = '', last = first] = label.split('…');
    const count = last === first ? 1 : Number(/\d+/.exec(last)) - Number(/\d+/.exec(first)) + 1;
    return { first, last, count, cells: [...letters].map((letter) => states[letter] ?? null) };
  });
  return { columns, rows, leaves: rows.reduce((sum, { cells, count }) => sum + count * cells.filter((cell) => cell !== null).length, 0) };
}

export function sampleReference(grid: Grid, given: Partial<ReferencePicture> = {}): ReferencePicture {
  const read = grid.rows.flatMap(({ cells, count }) =>
    Array.from({ length: count }, () => cells.filter((cell) => cell === 'read' || cell === 'run-time')).flat(),
  );
  return {
    ...sampleTable(),
    title: 'ledger_entry e',
    shape: 'LIST account_group × RANGE created_at',
    role: 'read',
    span: null,
    keys: [],
    grid,
    genericGrid: null,
    leaves: { planned: read.length, total: grid.leaves, byGroup: { g: read.length } },
    ...given,
  };
}

export function sampleBranch(given: Partial<PlanBranch> = {}): PlanBranch {
  return { role: null, label: 'Append', times: 1, leaves: null, scans: [], conditions: [], removed: 0, isEmpty: false, children: [], ...given };
}

export function sampleExplanation(given: Partial<StatementPicture>): Explanation {
  const { planlint, server, statements } = sampleReport([{}]);
  const [{ tables: _, ...statement } = { tables: [] }] = statements;
  return { version: 1, planlint, server, statements: [{ ...(statement as StatementPicture), references: [], tree: null, ...given }] };
}
