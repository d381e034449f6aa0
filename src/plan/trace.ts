import type { KnownParameters } from '../source/statement.ts';
import type { StatementText } from '../sql/statement-text.ts';
import type { Verdict } from '../verdict.ts';
import type { Judgement, ParameterSource } from './judgement.ts';
import type { Located } from './locate.ts';
import type { PlanNode } from './plan.ts';
import { doubtOf, type Unjudged } from './unjudged.ts';

/** A judgement with what it was read off, for those who show it. */
export interface Trace {
  readonly judgement: Judgement;
  /** The custom plan that the judgement is of; `null` where there is none. */
  readonly plan: PlanNode | null;
  /** The generic plan for the same values; `null` where there is none. */
  readonly generic: PlanNode | null;
  /** In the order of the judgement's references. */
  readonly references: readonly Located[];
}

export type Tracer = (text: StatementText, parameters: KnownParameters | null) => Promise<Trace>;

/** A judgement that no plan was read for. */
export function untraced(judgement: Judgement): Trace {
  return { judgement, plan: null, generic: null, references: [] };
}

/** What was read off a plan, and what else keeps it from being a verdict. */
interface Read extends Omit<Trace, 'judgement'> {
  readonly parameters: ParameterSource;
  readonly verdict: Verdict;
  readonly unjudged: readonly Unjudged[];
  /** Why the verdict does not hold, `null` where nothing is known against it. */
  readonly doubt: string | null;
}

/** The judgement of a statement whose plan was read. */
export function conclude({ parameters, verdict, unjudged, doubt: own, ...read }: Read): Trace {
  const [inherited] = unjudged;
  if (verdict === 'not-partitioned' && inherited !== undefined && unjudged.every(({ isInherited }) => isInherited))
    return untraced({ status: 'skipped', reason: inherited.reason });
  const judged = { parameters, verdict, references: read.references.map(({ reference }) => reference) };
  const doubt = doubtOf(verdict, unjudged) ?? own;
  return { ...read, judgement: doubt === null ? { status: 'analysed', ...judged } : { status: 'inconclusive', reason: doubt, ...judged } };
}
