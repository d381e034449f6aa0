import type { Database, Refusal } from '../database/database.ts';
import { precedence, type Reference, type Verdict, worstVerdict } from '../verdict.ts';
import { explain, explainUnpruned, type Valuation } from './explain.ts';
import type { PlanNode } from './plan.ts';
import { type Reading, readReferences } from './read-references.ts';

/** What one plan of a statement says. */
export interface Judged {
  readonly verdict: Verdict;
  readonly references: readonly Reference[];
}

export type Outcome = Judged | { readonly refusal: Refusal };

/** Plans a statement with one set of values and reads the verdict off the plan. */
export async function planOnce(database: Database, planned: string, valuation: Valuation, reading: Reading): Promise<Outcome> {
  const explained = await explain(database, planned, valuation);
  if ('refusal' in explained) {
    const typed = withTextParameter(valuation, explained.refusal);
    return typed === null ? explained : planOnce(database, planned, typed, reading);
  }
  const { references, verdict } = readOutcome(explained.plan, reading);
  if (!references.some((reference) => reference.verdict === 'no-scan')) return { verdict, references };
  const unpruned = await explainUnpruned(database, planned, valuation);
  if ('refusal' in unpruned) return { verdict, references };
  return { verdict, references: withKeysOf(references, readReferences(unpruned.plan, { ...reading, wasPruned: false })) };
}

/** Reads a plan's references, and the statement's verdict off theirs. */
export function readOutcome(plan: PlanNode, reading: Reading): Judged {
  const references = readReferences(plan, reading);
  return { references, verdict: worstVerdict(references.map((reference) => reference.verdict)) };
}

/** Whether a plan scanned anything: one that did not says nothing of the statement. */
export function isVacuous({ verdict }: Judged): boolean {
  return verdict === 'no-scan';
}

/** The worse of two outcomes; a vacuous one never counts. */
export function worse(one: Judged, other: Judged): Judged {
  return !isVacuous(other) && precedence.indexOf(other.verdict) < precedence.indexOf(one.verdict) ? other : one;
}

/** References that no leaf is scanned for have no conditions in the plan; the unpruned plan has them. */
function withKeysOf(references: readonly Reference[], unpruned: readonly Reference[]): readonly Reference[] {
  return references.map((reference) => {
    if (reference.verdict !== 'no-scan') return reference;
    const same = unpruned.find(
      (other) => other.table === reference.table && other.alias === reference.alias && other.span?.start === reference.span?.start,
    );
    return same === undefined ? reference : { ...reference, keys: same.keys };
  });
}

/** `$1 IS NULL` gives its parameter no type; drivers send text. */
function withTextParameter(valuation: Valuation, refusal: Refusal): Valuation | null {
  const untyped = Number(/\$(\d+)/.exec(refusal.sqlstate === '42P18' ? refusal.message : '')?.[1] ?? 0);
  if (untyped === 0 || (valuation.types[untyped - 1] ?? 0) !== 0) return null;
  const textOid = 25;
  return { ...valuation, types: valuation.values.map((_, index) => (index === untyped - 1 ? textOid : (valuation.types[index] ?? 0))) };
}
