import type { Partition, PartitionKey } from '../catalog/catalog.ts';
import type { LeafScan } from './attribution.ts';
import type { PlannedReference } from './read-references.ts';

/** What a reference reads of the level that a key belongs to. */
export interface LevelRead {
  readonly key: PartitionKey;
  /** The key's place among those of its level. */
  readonly index: number;
  /** The children that are read, below every parent of the level. */
  readonly children: readonly Partition[];
  /** Of one parent more than one child is read. */
  readonly isSpread: boolean;
  readonly scans: readonly LeafScan[];
}

/** The lowest level that `column` is a key of; `undefined` where nothing of it is read. */
export function readLevel(column: string, { attribution }: PlannedReference): LevelRead | undefined {
  const children = new Set<Partition>();
  const scans = attribution.instances.flat();
  let found: Pick<LevelRead, 'key' | 'index'> | undefined;
  for (const { leaf } of scans) {
    for (let child = leaf; child.parent !== null; child = child.parent) {
      const key = child.parent.key;
      const index = key?.parts.findIndex((part) => part.name === column) ?? -1;
      if (key === null || index === -1) continue;
      found ??= { key, index };
      children.add(child);
      break;
    }
  }
  if (found === undefined) return undefined;
  const parents = new Set([...children].map((child) => child.parent));
  return { ...found, children: [...children], isSpread: children.size > parents.size, scans };
}
