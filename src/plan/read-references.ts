import { type Catalog, countByGroup, leavesOf, type Partition } from '../catalog/catalog.ts';
import { type Reference, type Verdict, verdictOf } from '../verdict.ts';
import { type Attribution, attribute } from './attribution.ts';
import { type BoundKey, bindKeys } from './bindings.ts';
import type { Candidate } from './candidates.ts';
import { type PlanNode, visitPlan } from './plan.ts';
import type { ScanReader } from './scan-reader.ts';

/** What is needed to read any plan of one statement. */
export interface Reading {
  readonly catalog: Catalog;
  readonly candidates: readonly Candidate[];
  readonly reader: ScanReader;
  /** Pruning was on when the plan was made. */
  readonly wasPruned: boolean;
}

/** One table reference as a plan reads it, before it is known where the text says so. */
export interface PlannedReference {
  readonly attribution: Attribution;
  readonly verdict: Verdict;
  readonly keys: readonly BoundKey[];
  readonly leaves: Reference['leaves'];
  readonly pruned: Reference['pruned'];
}

/** The partitioned tables that a plan reads or writes. References that the planner removed are left out. */
export function readReferences(plan: PlanNode, reading: Reading): readonly PlannedReference[] {
  const { catalog, candidates, reader } = reading;
  const canBeEmpty = hasEmptyNode(plan);
  return attribute(plan, candidates, catalog, reader.signatureOf)
    .filter(({ instances, candidate }) => instances.length > 0 || canBeEmpty || candidate?.reference.role === 'insert')
    .map((attribution) => readReference(attribution, reading));
}

function hasEmptyNode(plan: PlanNode): boolean {
  let found = false;
  visitPlan(plan, (node) => {
    found ||= node.isEmpty;
  });
  return found;
}

function readReference(attribution: Attribution, { reader, wasPruned }: Reading): PlannedReference {
  const { root, candidate, instances } = attribution;
  const named = candidate?.named ?? root;
  const leaves = new Set<Partition>(instances.flatMap((instance) => instance.map((scan) => scan.leaf)));
  const byGroup = countByGroup(leaves);
  const removed = removedAtStart(attribution);
  const keys = bindKeys(named, instances, { reader, wasPruned, columns: renamedColumns(candidate) });
  const isTarget = candidate?.reference.role === 'insert';
  return {
    attribution,
    verdict: isTarget ? 'ok' : verdictOf({ bindings: keys.map((key) => key.binding), byGroup, prunedAtStart: removed > 0 }),
    keys,
    leaves: { planned: leaves.size, total: leavesOf(root).length, byGroup },
    pruned: { plan: Math.max(0, leavesOf(named).length - leaves.size - removed), start: removed },
  };
}

function removedAtStart({ instances }: Attribution): number {
  const appends = new Set(instances.flatMap((instance) => instance.flatMap((scan) => scan.append ?? [])));
  return [...appends].reduce((sum, append) => sum + append.removed, 0);
}

/** `ledger_entry AS e (id, grp, at)`: the names that stand for the columns of the root, which is all that can be renamed. */
export function renamedColumns(candidate: Candidate | null): ReadonlyMap<string, string> {
  const names = candidate?.reference.columns ?? [];
  const columns = candidate?.named.columns ?? [];
  return new Map(names.flatMap((name, index) => (columns[index] === undefined ? [] : [[columns[index], name] as const])));
}

/** Two readings of one statement's references: by the reference in the text, or by root and alias where the text has none. */
export function isSameReference(one: PlannedReference, other: PlannedReference): boolean {
  const [a, b] = [one.attribution, other.attribution];
  return a.candidate === b.candidate && a.root === b.root && a.alias === b.alias;
}
