import type { Bound, KeyPart, Partition } from '../catalog/catalog.ts';
import { leavesOf } from '../catalog/catalog.ts';
import { axisOf } from './axis.ts';

/**
 * A leaf to draw sample values from, chosen among the leaves that `allowed` holds: at each level the child that stands `share` (0 to 1)
 * of the way from the first to the last. Default partitions, and groups without a leaf, are taken only where there is nothing else.
 */
export function chooseLeaf(root: Partition, share: number, allowed: ReadonlySet<Partition> | null): Partition {
  if (root.key === null) return root;
  const open = root.children.filter((child) => leavesOf(child).some((leaf) => allowed === null || allowed.has(leaf)));
  const bounded = open.filter((child) => child.bound?.kind !== 'default');
  const children = inOrder(bounded.length > 0 ? bounded : open.length > 0 ? open : root.children, root.key.parts);
  const child = children[Math.min(children.length - 1, Math.floor(share * children.length))];
  return child === undefined ? root : chooseLeaf(child, share, allowed);
}

/** Partitions by their bounds, as far as these have an order. */
function inOrder(partitions: readonly Partition[], parts: readonly KeyPart[]): readonly Partition[] {
  const axis = axisOf(parts[0]?.type ?? '');
  if (axis === null) return partitions;
  const step = (partition: Partition): bigint | null => axis.toStep(firstValue(partition.bound) ?? '');
  const lowest = -(1n << 200n);
  return [...partitions].sort((a, b) => {
    const [left, right] = [step(a) ?? lowest, step(b) ?? lowest];
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

function firstValue(bound: Bound | null): string | null {
  if (bound?.kind === 'list') return bound.values.find((value) => value !== null) ?? null;
  const from = bound?.kind === 'range' ? bound.from[0] : undefined;
  return from?.kind === 'value' ? from.text : null;
}

/** The leaves of a root by the kind of sub-tree they stand in, where its children are not partitioned all alike. */
export function unlikeSubtrees(root: Partition): readonly ReadonlySet<Partition>[] {
  const bySubtree = new Map<string, Set<Partition>>();
  for (const child of root.children) {
    const leaves = bySubtree.get(describe(child)) ?? new Set();
    for (const leaf of leavesOf(child)) leaves.add(leaf);
    bySubtree.set(describe(child), leaves);
  }
  return bySubtree.size > 1 ? [...bySubtree.values()] : [];
}

/** The keys on the way down; sub-trees are alike where they are equal. */
function describe(partition: Partition): string {
  const below = [...new Set(partition.children.map(describe))];
  return partition.key === null ? '' : JSON.stringify([partition.key.strategy, partition.key.parts.map((part) => part.name), below]);
}
