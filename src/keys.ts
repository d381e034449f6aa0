import { type Catalog, hasChoice, type Partition, type PartitionKey, rootOf } from './catalog/catalog.ts';
import type { Binding, KeyBinding, Reference } from './verdict.ts';

/** From the binding that leaves most leaves to the one that leaves fewest. */
const weakestFirst: readonly Binding[] = ['missing', 'wrapped', 'exclusion', 'half-range', 'run-time', 'range', 'list', 'equality', 'bound'];

/** The relation that a reference names: a root, a group or a leaf. */
export function namedPartition(reference: Reference, catalog: Catalog): Partition | undefined {
  return catalog.partitions.get(reference.named ?? reference.table);
}

/** The level of a tree that a key column belongs to; the uppermost where it belongs to several. */
export function levelOfKey(named: Partition, column: string): PartitionKey | undefined {
  if (named.key?.parts.some((part) => part.name === column) === true) return named.key;
  for (const child of named.children) {
    const key = levelOfKey(child, column);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The weakest bound of a reference's keys on the group level, or on the levels below it; one-level tables have no group level. */
export function weakestKey(reference: Reference, level: 'group' | 'leaf', catalog: Catalog): KeyBinding | undefined {
  const named = namedPartition(reference, catalog);
  const root = named === undefined ? undefined : rootOf(named);
  const isGrouped = root?.children.some((child) => child.key !== null) === true;
  const groupColumns = isGrouped ? (root?.key?.parts ?? []).map((part) => part.name) : [];
  const keys = [...reference.keys].sort((a, b) => weakestFirst.indexOf(a.binding) - weakestFirst.indexOf(b.binding));
  // One column can be the key of several levels.
  return keys.find((key) => groupColumns.includes(key.column) === (level === 'group')) ?? keys[0];
}

/** Whether the leaf count disproves that a key is wrapped: it had something to leave out, and did. */
export function isPruned(reference: Reference, key: KeyBinding, catalog: Catalog): boolean {
  const named = namedPartition(reference, catalog);
  return reference.leaves.planned === 1 && named !== undefined && hasChoice(named, key.column);
}
