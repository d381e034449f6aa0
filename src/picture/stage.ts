import type { Partition } from '../catalog/catalog.ts';
import type { CellState, Grid, Stage } from '../report/explanation.ts';
import type { KeyBinding } from '../verdict.ts';

/** When a key takes leaves away, as far as the grid shows it. */
export function stageOf({ column, binding }: KeyBinding, named: Partition, grid: Grid): Stage {
  if (binding === 'bound') return 'named';
  if (binding === 'missing' || binding === 'wrapped') return 'nothing';
  if (binding === 'run-time') return 'run-time';
  const lost = lostBy(column, named, grid);
  return lost.includes('start') ? 'start' : lost.includes('pruned') ? 'plan' : 'nothing';
}

/** What became of the leaves that a key can have taken away: whole rows where it divides into rows, cells beside those that are read where it divides into leaves. */
function lostBy(column: string, named: Partition, { rows }: Grid): readonly (CellState | null)[] {
  const isRead = (cells: readonly (CellState | null)[]): boolean => cells.includes('read') || cells.includes('run-time');
  const read = rows.filter(({ cells }) => isRead(cells));
  const isOfLeaves = levels(named).some(({ children, key }) => hasPart(key, column) && children.every((child) => child.key === null));
  const isOfGroups = levels(named).some(({ children, key }) => hasPart(key, column) && children.some((child) => child.key !== null));
  const ofLeaves = isOfLeaves ? (read.length > 0 ? read : rows) : [];
  const ofGroups = isOfGroups ? rows.filter(({ cells }) => !isRead(cells)) : [];
  return [...ofLeaves, ...ofGroups].flatMap(({ cells }) => cells);
}

function hasPart(key: Partition['key'], column: string): boolean {
  return key?.parts.some(({ name }) => name === column) === true;
}

/** A relation and all below it that are partitioned. */
function levels(named: Partition): readonly Partition[] {
  return named.key === null ? [] : [named, ...named.children.flatMap(levels)];
}
