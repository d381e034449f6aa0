import { groupOf, leavesOf, type Partition, qualify } from '../catalog/catalog.ts';
import { type Reference, verdictOf } from '../verdict.ts';
import { type Attribution, attribute } from './attribution.ts';
import { bindKeys, countLeaves } from './bindings.ts';
import type { Candidate } from './candidates.ts';
import { locateKey, locateReference, type Place } from './locate.ts';
import { type PlanNode, visitPlan } from './plan.ts';
import type { ScanReader } from './scan-reader.ts';

/** What is needed to read any plan of one statement. */
export interface Reading {
  readonly place: Place;
  readonly candidates: readonly Candidate[];
  readonly reader: ScanReader;
  /** Pruning was on when the plan was made. */
  readonly wasPruned: boolean;
}

/** The partitioned tables that a plan reads or writes, in the order of the text. References that the planner removed are left out. */
export function readReferences(plan: PlanNode, reading: Reading): readonly Reference[] {
  const { place, candidates, reader } = reading;
  const canBeEmpty = hasEmptyNode(plan);
  return attribute(plan, candidates, place.catalog, reader.signatureOf)
    .filter(({ instances, candidate }) => instances.length > 0 || canBeEmpty || candidate?.reference.role === 'insert')
    .map((attribution) => toReference(attribution, reading))
    .sort((a, b) => (a.span?.start ?? Number.MAX_SAFE_INTEGER) - (b.span?.start ?? Number.MAX_SAFE_INTEGER));
}

function hasEmptyNode(plan: PlanNode): boolean {
  let found = false;
  visitPlan(plan, (node) => {
    found ||= node.isEmpty;
  });
  return found;
}

function toReference(attribution: Attribution, reading: Reading): Reference {
  const { place } = reading;
  const { root, candidate, alias, instances } = attribution;
  const named = candidate?.named ?? root;
  const leaves = new Set<Partition>(instances.flatMap((instance) => instance.map((scan) => scan.leaf)));
  const byGroup = countLeaves(leaves, groupOf);
  const removed = removedAtStart(attribution);
  const keys = bindKeys(named, instances, { ...reading, columns: renamedColumns(attribution) });
  const isTarget = candidate?.reference.role === 'insert';
  return {
    table: qualify(root),
    named: named === root ? null : qualify(named),
    alias,
    span: locateReference(attribution, place),
    through: candidate?.through?.name ?? null,
    verdict: isTarget ? 'ok' : verdictOf({ bindings: keys.map((key) => key.binding), byGroup, prunedAtStart: removed > 0 }),
    keys: keys.map((key) => locateKey(key, attribution, place)),
    leaves: { planned: leaves.size, total: leavesOf(root).length, byGroup },
    pruned: { plan: Math.max(0, leavesOf(named).length - leaves.size - removed), start: removed },
  };
}

function removedAtStart({ instances }: Attribution): number {
  const appends = new Set(instances.flatMap((instance) => instance.flatMap((scan) => scan.append ?? [])));
  return [...appends].reduce((sum, append) => sum + append.removed, 0);
}

/** `ledger_entry AS e (id, grp, at)`: the names that stand for the columns of the root, which is all that can be renamed. */
function renamedColumns({ candidate }: Attribution): ReadonlyMap<string, string> {
  const names = candidate?.reference.columns ?? [];
  const columns = candidate?.named.columns ?? [];
  return new Map(names.flatMap((name, index) => (columns[index] === undefined ? [] : [[columns[index], name] as const])));
}
