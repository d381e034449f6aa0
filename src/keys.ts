import { type Catalog, hasChoice, hasGroups, type Partition, type PartitionKey, rootOf } from './catalog/catalog.ts';
import type { Subject } from './subject.ts';
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

/** A reference's keys of the group level, or of the levels below it (tables of one level have these only), the weakest binding first. */
export function keysAt(level: 'group' | 'leaf', reference: Reference, catalog: Catalog): readonly KeyBinding[] {
  const named = namedPartition(reference, catalog);
  const root = named === undefined ? undefined : rootOf(named);
  const groupColumns = root !== undefined && hasGroups(root) ? (root.key?.parts ?? []).map((part) => part.name) : [];
  return weakestFirst(reference.keys.filter((key) => groupColumns.includes(key.column) === (level === 'group')));
}

/** The weakest binding of a level; of all keys where that level has none: one column can be the key of several levels. */
export function weakestKey(reference: Reference, level: 'group' | 'leaf', catalog: Catalog): KeyBinding | undefined {
  return keysAt(level, reference, catalog)[0] ?? weakestFirst(reference.keys)[0];
}

/** Whether other values than those that were planned with may read more of a level: an end that is open, or what a statement was seen with many values of. */
export function mayReadMore(keys: readonly KeyBinding[], { judgement, statement }: Subject): boolean {
  const isSampled = judgement.status === 'analysed' && judgement.parameters === 'sampled';
  const isVaried = (statement.valueSets?.sets.length ?? 0) > 1 || (statement.valueSets?.rest ?? 0) > 0;
  return keys.some(({ binding }) => {
    if (binding === 'equality' || binding === 'bound') return false;
    return isVaried || (isSampled && (binding === 'half-range' || binding === 'exclusion'));
  });
}

function weakestFirst(keys: readonly KeyBinding[]): readonly KeyBinding[] {
  return [...keys].sort((a, b) => strongestFirst.indexOf(b.binding) - strongestFirst.indexOf(a.binding));
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
