import { type Catalog, countByGroup, type KeyPart, leavesOf, type Partition } from '../catalog/catalog.ts';
import { type Arrival, type Reference, type Verdict, verdictOf } from '../verdict.ts';
import { findArrival } from './arrival.ts';
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

/** A key of a reference, with where its value comes from if that is known at run time only. */
export interface PlannedKey extends BoundKey {
  readonly arrives: Arrival | null;
}

/** One table reference as a plan reads it, before it is known where the text says so. */
export interface PlannedReference {
  readonly attribution: Attribution;
  readonly verdict: Verdict;
  readonly keys: readonly PlannedKey[];
  readonly leaves: Reference['leaves'];
  readonly pruned: Reference['pruned'];
  readonly executed: number | null;
  readonly executedWith: Reference['executedWith'];
  readonly generic: Reference['generic'];
}

/** The partitioned tables that a plan reads or writes. References that the planner removed are left out. */
export function readReferences(plan: PlanNode, reading: Reading): readonly PlannedReference[] {
  const { catalog, candidates, reader } = reading;
  const canBeEmpty = hasEmptyNode(plan);
  const attributions = attribute(plan, candidates, catalog, reader.signatureOf);
  const arrivalIn = (attribution: Attribution, part: KeyPart): Arrival | null => {
    const column = renamedColumns(attribution.candidate).get(part.name) ?? part.name;
    for (const scan of attribution.instances.flat()) {
      const condition = reader.runTimeConditionOf(scan, part, column);
      if (condition !== undefined) return findArrival(condition, scan, { plan, attributions });
    }
    return null;
  };
  return attributions
    .filter(({ instances, candidate }) => instances.length > 0 || canBeEmpty || candidate?.reference.role === 'insert')
    .map((attribution) => readReference(attribution, reading, (part) => arrivalIn(attribution, part)));
}

function hasEmptyNode(plan: PlanNode): boolean {
  let found = false;
  visitPlan(plan, (node) => {
    found ||= node.isEmpty;
  });
  return found;
}

function readReference(attribution: Attribution, { reader, wasPruned }: Reading, arrivalOf: (part: KeyPart) => Arrival | null): PlannedReference {
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
    keys: keys.map((key) => ({ ...key, arrives: key.binding === 'run-time' ? arrivalOf(key.part) : null })),
    leaves: { planned: leaves.size, total: leavesOf(root).length, byGroup },
    pruned: { plan: Math.max(0, leavesOf(named).length - leaves.size - removed), start: removed },
    executed: countExecuted(attribution),
    executedWith: null,
    generic: null,
  };
}

function countExecuted({ instances }: Attribution): number | null {
  const scans = instances.flat();
  return scans.some(({ node }) => node.hasRun === null)
    ? null
    : new Set(scans.filter(({ node }) => node.hasRun === true).map(({ leaf }) => leaf)).size;
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
