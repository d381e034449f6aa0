import { type Catalog, hasChoice, hasGroups, type Partition, type PartitionKey, rootOf } from './catalog/catalog.ts';
import { type KeyBinding, type Reference, strongestFirst } from './verdict.ts';

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

/** The weakest binding among a reference's keys of the group level, or of the levels below it (tables of one level have these only); of all its keys where that level has none. */
export function weakestKey(reference: Reference, level: 'group' | 'leaf', catalog: Catalog): KeyBinding | undefined {
  const named = namedPartition(reference, catalog);
  const root = named === undefined ? undefined : rootOf(named);
  const groupColumns = root !== undefined && hasGroups(root) ? (root.key?.parts ?? []).map((part) => part.name) : [];
  const keys = [...reference.keys].sort((a, b) => strongestFirst.indexOf(b.binding) - strongestFirst.indexOf(a.binding));
  // One column can be the key of several levels.
  return keys.find((key) => groupColumns.includes(key.column) === (level === 'group')) ?? keys[0];
}

/** How many leaves at most are left to look in where these columns are known to equal something, and nothing else is. */
export function countLeavesLeft(partition: Partition, columns: readonly string[]): number {
  if (partition.key === null) return 1;
  const counts = partition.children.map((child) => countLeavesLeft(child, columns));
  const isDecided = partition.key.parts.every(({ name, isExpression }) => !isExpression && columns.includes(name));
  return counts.reduce((most, count) => (isDecided ? Math.max(most, count) : most + count), 0);
}

/** How the level of a key is partitioned. */
export function strategyOf(reference: Reference, column: string, catalog: Catalog): PartitionKey['strategy'] {
  const named = namedPartition(reference, catalog);
  return (named === undefined ? undefined : levelOfKey(named, column))?.strategy ?? 'list';
}

/** Whether the leaf count disproves that a key is wrapped: it had something to leave out, and did. */
export function isPruned(reference: Reference, key: KeyBinding, catalog: Catalog): boolean {
  const named = namedPartition(reference, catalog);
  return reference.leaves.planned === 1 && named !== undefined && hasChoice(named, key.column);
}
