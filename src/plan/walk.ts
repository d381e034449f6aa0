import { type PlanNode, visitPlan } from './plan.ts';

const joinTypes: ReadonlySet<string> = new Set(['Nested Loop', 'Hash Join', 'Merge Join']);

/** Every node of a plan, the root first, each before its children. */
export function nodesOf(plan: PlanNode): readonly PlanNode[] {
  const nodes: PlanNode[] = [];
  visitPlan(plan, (node) => nodes.push(node));
  return nodes;
}

/** A node that reads a relation: a leaf, or a table that is not partitioned. */
export type ScanNode = PlanNode & { readonly relation: NonNullable<PlanNode['relation']> };

/** The nodes of a plan that read a relation; those of a partitioned table one for each leaf that is left. */
export function scansOf(plan: PlanNode): readonly ScanNode[] {
  return nodesOf(plan).filter((node): node is ScanNode => node.relation !== null);
}

/** The joins of a plan: nested loops, hash joins and merge joins. The outer side is the first child, the inner one the second. */
export function joinsOf(plan: PlanNode): readonly PlanNode[] {
  return nodesOf(plan).filter(({ type }) => joinTypes.has(type));
}
