import { type Catalog, type Partition, rootOf } from '../catalog/catalog.ts';
import { findLeafScans } from '../plan/attribution.ts';
import type { PlanNode } from '../plan/plan.ts';
import type { PlannedReference } from '../plan/read-references.ts';

/** The leaves that a generic plan leaves of a reference; `null` where its scans cannot be told from those of another. */
export function findGenericLeaves(
  { attribution: { root, alias } }: PlannedReference,
  expected: number,
  { plan, catalog }: { readonly plan: PlanNode; readonly catalog: Catalog },
): ReadonlySet<Partition> | null {
  const scans = findLeafScans(plan, catalog).filter(
    (scan) => rootOf(scan.leaf) === root && scan.alias.replace(/_\d+$/, '') === alias.replace(/_\d+$/, ''),
  );
  const leaves = new Set(scans.map(({ leaf }) => leaf));
  return leaves.size === expected ? leaves : null;
}
