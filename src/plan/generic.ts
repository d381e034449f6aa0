import { leavesOf } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import { changesRows } from '../sql/changes-rows.ts';
import type { Node } from '../sql/parse.ts';
import type { GenericReading } from '../verdict.ts';
import type { Candidate } from './candidates.ts';
import { explainGeneric, type Valuation } from './explain.ts';
import { type Outcome, type Planned, type Refused, readOutcome } from './outcome.ts';
import { isSameReference, type PlannedReference, type Reading } from './read-references.ts';

/** Plans a statement generically, once for the same values. */
export type GenericPlanner = (valuation: Valuation) => Promise<Outcome>;

interface Plannable {
  readonly planned: string;
  readonly tree: Node | null;
}

export function genericPlanner(database: Database, { planned, tree }: Plannable, reading: Reading): GenericPlanner {
  const known = new Map<string, Promise<Outcome>>();
  const plan = async (valuation: Valuation): Promise<Outcome> => {
    if (!isSafe(tree, reading.candidates)) return unsafe;
    const explained = await explainGeneric(database, planned, valuation);
    return 'refusal' in explained ? { ...explained, fault: 'sample' } : { ...readOutcome(explained.plan, reading), valuation };
  };
  return (valuation) => {
    const identity = JSON.stringify([valuation.values, valuation.declared]);
    const outcome = known.get(identity) ?? plan(valuation);
    known.set(identity, outcome);
    return outcome;
  };
}

const unsafe: Refused = {
  refusal: {
    sqlstate: '0A000',
    message: 'PostgreSQL can crash when it plans a change to foreign partitions for no value in particular',
    offset: null,
  },
  fault: 'sample',
};

/** PostgreSQL 18 has crashed on generic plans of an UPDATE of a tree with foreign leaves. */
export function isSafe(tree: Node | null, candidates: readonly Candidate[]): boolean {
  const isForeign = candidates.some(({ root }) => leavesOf(root).some((leaf) => leaf.isForeign));
  return !isForeign || (tree !== null && !changesRows(tree));
}

/** The generic plan beside a custom one that reads something; `null` where PostgreSQL makes none, which says nothing of the statement. */
export async function findGeneric({ references, valuation }: Planned, planGeneric: GenericPlanner): Promise<Planned | null> {
  if (!references.some(({ leaves }) => leaves.planned > 0)) return null;
  const outcome = await planGeneric(valuation);
  return 'refusal' in outcome ? null : outcome;
}

/** Adds to each reference of a custom plan what the generic one does with it. */
export function withGeneric(references: readonly PlannedReference[], generic: readonly PlannedReference[]): readonly PlannedReference[] {
  return references.map((reference) => {
    const same = generic.find((other) => isSameReference(reference, other));
    return same === undefined || isTarget(reference) ? reference : { ...reference, generic: toReading(same) };
  });
}

/** Rows are put into leaves that no plan names. */
function isTarget({ attribution }: PlannedReference): boolean {
  return attribution.candidate?.reference.role === 'insert';
}

/** What is removed under one Append can be another reference's, too. */
function toReading({ attribution, leaves, pruned }: PlannedReference): GenericReading {
  const named = attribution.candidate?.named ?? attribution.root;
  const locked = Math.min(leaves.planned + pruned.start, leavesOf(named).length);
  return { planned: leaves.planned, start: locked - leaves.planned, locked, byGroup: leaves.byGroup };
}
