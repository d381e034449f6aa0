import { columnParts, type Fields, type Node, walk } from '../sql/parse.ts';
import type { Arrival } from '../verdict.ts';
import type { Attribution, LeafScan } from './attribution.ts';
import type { PlanNode } from './plan.ts';

/** Where else to look for what a scan is handed: the whole plan, and which of its scans belong to which reference. */
export interface Surroundings {
  readonly plan: PlanNode;
  readonly attributions: readonly Attribution[];
}

/**
 * Where the value comes from that a scan's run-time condition compares a key with. PostgreSQL prints a column of the outer row with its relation,
 * in a nested loop as in a correlated sub-plan; what a sub-select has found beforehand has no column.
 */
export function findArrival(condition: Node, scan: LeafScan, { plan, attributions }: Surroundings): Arrival {
  const column = outerColumn(condition);
  if (column === null) return { kind: 'init-plan' };
  const [alias = '', ...rest] = column;
  const of = [nameInText(alias, attributions), ...rest].join('.');
  const inner = findSubPlan(plan, scan.node, null);
  return { kind: inner === null || hasAlias(inner, alias) ? 'outer-row' : 'outer-query', of };
}

/** The scan's own columns come without their relation. */
function outerColumn(condition: Node): readonly string[] | null {
  let found: readonly string[] | null = null;
  walk([condition], (kind, fields) => {
    const parts = kind === 'ColumnRef' ? columnParts(fields as Fields<'ColumnRef'>) : [];
    if (parts.length > 1) found ??= parts;
    return found === null;
  });
  return found;
}

/** A partitioned table's rows go by the alias of its first leaf in the plan: `e_1`. */
function nameInText(alias: string, attributions: readonly Attribution[]): string {
  const scanned = attributions.find(({ instances }) => instances.some((instance) => instance.some((scan) => scan.alias === alias)));
  return scanned?.alias ?? alias;
}

/** The innermost sub-plan that a node stands in. */
function findSubPlan(from: PlanNode, node: PlanNode, inner: PlanNode | null): PlanNode | null {
  const below = from.isSubPlan ? from : inner;
  if (from === node) return below;
  for (const child of from.children) {
    const found = findSubPlan(child, node, below);
    if (found !== null) return found;
  }
  return null;
}

function hasAlias(node: PlanNode, alias: string): boolean {
  return node.alias === alias || node.children.some((child) => hasAlias(child, alias));
}
