import type { CellState, Explanation } from '../explanation.ts';
import { glyphs } from './grid-lines.ts';

export const meanings: Readonly<Record<CellState, string>> = {
  read: 'read',
  'run-time': 'decided while running',
  start: 'removed at start',
  pruned: 'removed when planned',
};

/** What the glyphs mean that are there, on one line. */
export function formatLegend({ statements }: Explanation): readonly string[] {
  const grids = statements.flatMap(({ references }) =>
    references.filter(({ role }) => role === 'read').flatMap(({ grid, genericGrid }) => [grid, ...(genericGrid === null ? [] : [genericGrid])]),
  );
  const used = new Set(grids.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)));
  const states = (Object.keys(glyphs) as CellState[]).filter((state) => used.has(state));
  return states.length === 0 ? [] : [states.map((state) => `${glyphs[state]} ${meanings[state]}`).join('   ')];
}
