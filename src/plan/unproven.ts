import { leavesOf } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import type { Binding } from '../verdict.ts';
import type { Candidate } from './candidates.ts';
import { explainUnpruned, explainValueless } from './explain.ts';
import { isPass, type Judged, type Planned } from './outcome.ts';
import { visitPlan } from './plan.ts';
import { isSameReference, type PlannedReference, type Reading, readReferences } from './read-references.ts';

/** What may read more than one leaf as soon as it reads any. */
const open: ReadonlySet<Binding> = new Set(['half-range', 'exclusion', 'missing', 'wrapped']);
const wide: ReadonlySet<Binding> = new Set(['range', 'list']);

/** A plan that passes, and the one in which it is the start that takes leaves away: the generic one where values were chosen. */
export interface Passing {
  readonly outcome: Planned;
  readonly starting: Judged | null;
  readonly planned: string;
}

/**
 * The alias of a reference that reads no leaf with chosen values, or with this session's settings, so that what is read beside it proves nothing of it.
 * An arm that is left out while another reads the same table is as bound as that one.
 */
export async function findUnproven(database: Database, { outcome, starting, planned }: Passing, reading: Reading): Promise<string | null> {
  if (!isPass(outcome) || starting === null || !isOneEmptied(starting)) return null;
  const { valuation } = outcome;
  const isChosen = valuation.values.length > 0;
  const unpruned = await (isChosen ? explainValueless(database, planned, valuation.declared) : explainUnpruned(database, planned, valuation));
  if ('refusal' in unpruned) return null;
  const read = outcome.references.filter(({ leaves }) => leaves.planned > 0);
  const isTold = ({ keys }: PlannedReference): boolean => keys.some(({ binding }) => binding === 'missing' || binding === 'wrapped');
  const told = outcome.references.filter((reference) => reference.leaves.planned > 0 || isTold(reference));
  const isOpen = ({ attribution, keys }: PlannedReference): boolean =>
    keys.some(({ binding }) => open.has(binding) || (wide.has(binding) && !read.some((other) => other.attribution.root === attribution.root)));
  const all = readReferences(unpruned.plan, { ...reading, wasPruned: false });
  return all.find((one) => isOpen(one) && !told.some((other) => isSameReference(one, other)))?.attribution.alias ?? null;
}

/** Whether executor start takes away more than the references that are read have: all of another one's. */
function isOneEmptied({ plan, references }: Judged): boolean {
  let found = false;
  visitPlan(plan, (append) => {
    const counts = references.map(({ attribution: { candidate, root, instances } }) => {
      const leaves = new Set(instances.flat().flatMap((scan) => (scan.append === append ? [scan.leaf] : [])));
      return leaves.size === 0 ? 0 : leavesOf(candidate?.named ?? root).length - leaves.size;
    });
    found ||= append.removed > counts.reduce((sum, count) => sum + count, 0);
  });
  return found;
}

/** The same of a captured plan, which no other can be made beside: why it does not tell how a table is read. */
export function doubtEmptied(outcome: Judged, candidates: readonly Candidate[]): string | null {
  if (!isPass(outcome) || !isOneEmptied(outcome)) return null;
  const read = new Set(outcome.references.flatMap(({ attribution, leaves }) => (leaves.planned > 0 ? [attribution.root] : [])));
  const unread = candidates.find(({ root, reference }) => reference.role === 'read' && !read.has(root));
  return unread === undefined ? null : `its plan reads no leaf of ${unread.alias}, and does not tell what its keys are compared with`;
}
