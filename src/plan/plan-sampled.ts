import type { Database } from '../database/database.ts';
import { hasSwitch } from '../sample/contexts.ts';
import { type Binding, strongestFirst } from '../verdict.ts';
import type { Valuation } from './explain.ts';
import type { GenericPlanner } from './generic.ts';
import { isPass, isVacuous, type Outcome, type Planned, planOnce, type Refused, worse } from './outcome.ts';
import { isSameReference, type PlannedReference, type Reading } from './read-references.ts';
import { createSamplers, type Sampler, type Unvalued } from './sampler.ts';

/** A statement of which some values are not known, and what plans it generically. */
interface Sampled extends Unvalued {
  readonly planGeneric: GenericPlanner;
}

/** Plans a statement of which some values are not known, with several sampled ones, and gives the worst that they show. */
export async function planSampled(database: Database, unvalued: Sampled, reading: Reading): Promise<Outcome> {
  const samplers = await createSamplers(database, unvalued, reading);
  if ('refusal' in samplers) return samplers;
  const plan = (valuation: Valuation): Promise<Outcome> => planOnce(database, unvalued.planned, valuation, reading);
  let sampler = samplers.first;
  let base = await findBase(sampler, plan);
  if (samplers.second !== null && ('refusal' in base || isVacuous(base.judged))) {
    sampler = await samplers.second();
    base = await findBase(sampler, plan);
  }
  if ('refusal' in base) return base;
  if (isVacuous(base.judged)) return base.judged;
  let worst = base.judged;
  let unseen: Outcome | null = null;
  for (const { valuation, isEnd } of variantsOf(sampler, base.share)) {
    const outcome = await plan(valuation);
    if (!('refusal' in outcome)) worst = worse(worst, outcome);
    if (isEnd && !isSeen(outcome)) unseen ??= 'refusal' in outcome ? { ...outcome, fault: 'sample' } : outcome;
  }
  // A bound left open would pass where no value is known that shows to where it is open.
  if (unseen !== null && isPass(worst)) return unseen;
  if (worst.references.length === 0 || !hasSwitch(unvalued.tree)) return worst;
  const off = await switchedOff(unvalued.planGeneric, base);
  // What was not seen with its conditions off is no pass.
  if ('refusal' in off) return isPass(worst) ? off : worst;
  return worse(worst, off);
}

interface Base {
  readonly judged: Planned;
  readonly valuation: Valuation;
  readonly share: number;
}

/** Where in each level to draw from: the middle first, since a bound left open would go unseen at the ends. */
const shares = [0.5, 0, 1, 0.25, 0.75, 0.125, 0.875];

/** A refusal that comes with the plan, not with the values. */
const noPermission = '42501';

/** The first values whose plan is not vacuous, never the first that pass. */
async function findBase(sampler: Sampler, plan: (valuation: Valuation) => Promise<Outcome>): Promise<Base | Refused> {
  let vacuous: Base | null = null;
  let refused: Refused | null = null;
  const tried = new Set<string>();
  for (const share of shares) {
    const valuation = sampler.draw(share);
    const identity = JSON.stringify(valuation.values);
    if (tried.has(identity)) continue;
    tried.add(identity);
    const judged = await plan(valuation);
    if ('refusal' in judged) refused ??= judged.refusal.sqlstate === noPermission ? judged : { ...judged, fault: 'sample' };
    else if (!isVacuous(judged)) return { judged, valuation, share };
    else vacuous ??= { judged, valuation, share };
  }
  return vacuous ?? refused ?? Promise.reject(new Error('no share of the leaves was tried'));
}

function isSeen(outcome: Outcome): boolean {
  return !('refusal' in outcome) && !isVacuous(outcome);
}

interface Variant {
  readonly valuation: Valuation;
  /** From the first or the last leaf of each level. */
  readonly isEnd: boolean;
}

/** Where a bound lacks its other half the ends of each level are tried too; so is each sub-tree with keys of its own, and what is left when optional parameters are NULL or false. */
function variantsOf(sampler: Sampler, share: number): readonly Variant[] {
  const ends = sampler.hasOpenBound ? [sampler.draw(0), sampler.draw(1)] : [];
  const others = [...sampler.unlike.map((among) => sampler.draw(share, { among })), ...sampler.switches.map((off) => sampler.draw(share, { off }))];
  return [...ends.map((valuation) => ({ valuation, isEnd: true })), ...others.map((valuation) => ({ valuation, isEnd: false }))];
}

/** What a key comes down to where a condition that bound it, or one end of its range, is off. */
const lossy: readonly Binding[] = ['half-range', 'exclusion', 'wrapped'];

/**
 * What a statement reads when its optional conditions (`$1 IS NULL OR key = $1`) are off. The generic plan keeps them, so that they do not
 * bind their keys there; its verdict counts where a key is lost by that, not where a generic plan prunes less for other reasons.
 */
async function switchedOff(planGeneric: GenericPlanner, { judged, valuation }: Base): Promise<Outcome> {
  const generic = await planGeneric(valuation);
  if ('refusal' in generic) return generic;
  const isLost = (reference: PlannedReference): boolean => {
    const before = judged.references.find((other) => isSameReference(reference, other))?.keys ?? [];
    const isWeaker = (now: Binding, was: Binding): boolean => lossy.includes(now) && strongestFirst.indexOf(now) > strongestFirst.indexOf(was);
    return reference.keys.some(({ part, binding }) => before.some((key) => key.part.name === part.name && isWeaker(binding, key.binding)));
  };
  return generic.references.some(isLost) ? generic : judged;
}
