import type { Bound, Partition, PartitionKey } from '../catalog/catalog.ts';
import { labelBound } from './bound-label.ts';
import { compareBounds } from './bound-order.ts';

/** What the leaves below a partitioned relation have in common: a row of the grid. */
export interface Row {
  readonly label: string;
  /** By the column's identity. */
  readonly leaves: ReadonlyMap<string, Partition>;
}

export interface Column {
  readonly id: string;
  readonly label: string;
}

/** The rows below a named relation: what is divided into leaves, and beside that each leaf that stands where others are divided. */
export function rowsOf(named: Partition): readonly Row[] {
  if (named.key === null) return [{ label: '', leaves: new Map([[identify(named.bound), named]]) }];
  if (named.children.every((child) => child.key === null)) return [{ label: '', leaves: leavesBelow(named) }];
  return collect(named, []);
}

function collect(level: Partition, path: readonly string[]): readonly Row[] {
  const children = level.children.toSorted((a, b) => compareBounds(boundOf(a), boundOf(b)));
  const labels = labelChildren(level, children);
  return children.flatMap((child, index) => {
    const way = [...path, labels[index] ?? ''];
    if (child.key === null) return [{ label: way.join(' / '), leaves: new Map([[undivided, child]]) }];
    const isLowest = child.children.every((grandchild) => grandchild.key === null);
    return isLowest ? [{ label: way.join(' / '), leaves: leavesBelow(child) }] : collect(child, way);
  });
}

function leavesBelow(level: Partition): ReadonlyMap<string, Partition> {
  return new Map(level.children.map((leaf) => [identify(leaf.bound), leaf]));
}

/** The part of their names that is their own, where those begin with the name of what they are part of; else what they hold. */
function labelChildren(level: Partition, children: readonly Partition[]): readonly string[] {
  const rests = children.map(({ name }) => (name.startsWith(level.name) ? name.slice(level.name.length).replace(/^[_\-. ]+/, '') : ''));
  if (rests.every((rest) => rest !== '')) return rests;
  return children.map((child) => labelBound(boundOf(child), level.key as PartitionKey));
}

const undivided = '';

function boundOf({ bound }: Partition): Bound {
  return bound ?? { kind: 'default' };
}

function identify(bound: Bound | null): string {
  return JSON.stringify(bound);
}

/** The columns of all rows, each once, in the order of their bounds. */
export function columnsOf(rows: readonly Row[]): readonly Column[] {
  const leaves = new Map<string, Partition>();
  for (const row of rows) for (const [id, leaf] of row.leaves) if (!leaves.has(id)) leaves.set(id, leaf);
  const sorted = [...leaves].toSorted(([a, one], [b, other]) =>
    a === undivided || b === undivided ? a.length - b.length : compareBounds(boundOf(one), boundOf(other)),
  );
  const moduli = new Set(sorted.flatMap(([, { bound }]) => (bound?.kind === 'hash' ? [bound.modulus] : [])));
  const labels = sorted.map(([id, leaf]) => {
    if (id === undivided) return 'whole';
    return moduli.size > 1 && leaf.bound?.kind === 'hash' ? nameOf(leaf, labelLeaf(leaf)) : labelLeaf(leaf);
  });
  return sorted.map(([id, leaf], index) => {
    const label = labels[index] ?? '';
    const isOnly = labels.indexOf(label) === labels.lastIndexOf(label);
    return { id, label: isOnly || leaf.bound?.kind === 'hash' ? label : nameOf(leaf, label) };
  });
}

function labelLeaf(leaf: Partition): string {
  return leaf.parent?.key === null || leaf.parent === null ? leaf.name : labelBound(boundOf(leaf), leaf.parent.key);
}

/** Bounds of one label are told apart: remainders by their modulus, anything else by a leaf's name. */
function nameOf({ bound, name }: Partition, label: string): string {
  return bound?.kind === 'hash' ? `${label}/${bound.modulus}` : name;
}
