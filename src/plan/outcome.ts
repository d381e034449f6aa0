import type { Database, Refusal } from '../database/database.ts';
import { untypedParameter } from '../sample/parameter-types.ts';
import { precedence, type Verdict, worstVerdict } from '../verdict.ts';
import { explain, explainUnpruned, type Valuation } from './explain.ts';
import type { PlanNode } from './plan.ts';
import { isSameReference, type PlannedReference, type Reading, readReferences } from './read-references.ts';

/** What one plan of a statement says. */
export interface Judged {
  readonly plan: PlanNode;
  readonly verdict: Verdict;
  readonly references: readonly PlannedReference[];
}

/** The same of a plan that was asked for, and the values it was asked for with. */
export interface Planned extends Judged {
  readonly valuation: Valuation;
}

/** The server's refusal to plan, and what is at fault: the statement, the values sampled for it, or the types that do not follow from it. */
export interface Refused {
  readonly refusal: Refusal;
  readonly fault: 'statement' | 'sample' | 'types';
}

export type Outcome = Planned | Refused;

/** Plans a statement with one set of values and reads the verdict off the plan. */
export async function planOnce(database: Database, planned: string, valuation: Valuation, reading: Reading): Promise<Outcome> {
  const explained = await explain(database, planned, valuation);
  if ('refusal' in explained) {
    const typed = withTextParameter(valuation, explained.refusal);
    return typed === null ? { ...explained, fault: 'statement' } : planOnce(database, planned, typed, reading);
  }
  const judged = { ...readOutcome(explained.plan, reading), valuation };
  const { references } = judged;
  if (!references.some((reference) => reference.verdict === 'no-scan')) return judged;
  const unpruned = await explainUnpruned(database, planned, valuation);
  if ('refusal' in unpruned) return judged;
  return { ...judged, references: withKeysOf(references, readReferences(unpruned.plan, { ...reading, wasPruned: false })) };
}

/** Reads a plan's references, and the statement's verdict off theirs. */
export function readOutcome(plan: PlanNode, reading: Reading): Judged {
  const references = readReferences(plan, reading);
  return { plan, references, verdict: worstVerdict(references.map((reference) => reference.verdict)) };
}

/** Whether a plan scanned anything: one that did not says nothing of the statement. */
export function isVacuous({ verdict }: Judged): boolean {
  return verdict === 'no-scan';
}

/** Whether nothing of what was read is too much. */
export function isPass({ verdict }: Pick<Judged, 'verdict'>): boolean {
  return verdict === 'ok' || verdict === 'start-only';
}

/** The worse of two outcomes; a vacuous one never counts. */
export function worse(one: Planned, other: Planned): Planned {
  return !isVacuous(other) && precedence.indexOf(other.verdict) < precedence.indexOf(one.verdict) ? other : one;
}

/** References that no leaf is scanned for have no conditions in the plan; the unpruned plan has them. */
function withKeysOf(references: readonly PlannedReference[], unpruned: readonly PlannedReference[]): readonly PlannedReference[] {
  return references.map((reference) => {
    const same = reference.verdict === 'no-scan' ? unpruned.find((other) => isSameReference(reference, other)) : undefined;
    return same === undefined ? reference : { ...reference, keys: same.keys };
  });
}

/** `$1 IS NULL` gives its parameter no type; drivers send text. */
function withTextParameter(valuation: Valuation, refusal: Refusal): Valuation | null {
  const untyped = untypedParameter(refusal);
  if (untyped === null || (valuation.types[untyped - 1] ?? 0) !== 0) return null;
  const textOid = 25;
  return { ...valuation, types: valuation.types.with(untyped - 1, textOid), declared: valuation.declared.with(untyped - 1, 'text') };
}
