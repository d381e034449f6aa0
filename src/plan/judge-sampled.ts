import type { Database, Refusal } from '../database/database.ts';
import { hasSwitch } from '../sample/places.ts';
import type { StatementText } from '../sql/statement-text.ts';
import type { Reference } from '../verdict.ts';
import { explainGeneric, type Valuation } from './explain.ts';
import type { Judgement } from './judgement.ts';
import { isVacuous, type Judged, type Outcome, planOnce, readOutcome, worse } from './outcome.ts';
import type { Reading } from './read-references.ts';
import { inconclusive, judgeRefusal, judgeSampleRefusal, judgeUntyped } from './refusal.ts';
import { createSamplers, type Sampler, type Unvalued } from './sampler.ts';
import { scanReader } from './scan-reader.ts';

/** Judges a statement of which some values are not known, by the worst of what sampled values show. */
export async function judgeSampled(database: Database, text: StatementText, unvalued: Unvalued, reading: Reading): Promise<Judgement> {
  const samplers = await createSamplers(database, unvalued, reading);
  if ('refusal' in samplers) return samplers.isGuess ? judgeUntyped(samplers.refusal) : judgeRefusal(text, samplers.refusal, 'sampled');
  const plan = (valuation: Valuation): Promise<Outcome> => planOnce(database, unvalued.planned, valuation, reading);
  let sampler = samplers.byText;
  let base = await findBase(sampler, plan);
  if (('refusal' in base || isVacuous(base.judged)) && reading.candidates.length > 0) {
    sampler = await samplers.byPlan();
    base = await findBase(sampler, plan);
  }
  if ('refusal' in base) return judgeSampleRefusal(text, base.refusal);
  if (isVacuous(base.judged))
    return { ...inconclusive('no sample value reaches a partition; give values with planlint-params', 'sampled'), ...base.judged };
  let worst = base.judged;
  for (const valuation of variantsOf(sampler)) {
    const outcome = await plan(valuation);
    if (!('refusal' in outcome)) worst = worse(worst, outcome);
  }
  if (hasSwitch(unvalued.tree))
    worst = worse(worst, await switchedOff(database, { unvalued, sampler, valuation: base.valuation, base: base.judged }, reading));
  return { status: 'analysed', parameters: 'sampled', ...worst };
}

interface Base {
  readonly judged: Judged;
  readonly valuation: Valuation;
}

/** Where in each level to draw from: the middle first, since a bound left open would go unseen at the ends. */
const shares = [0.5, 0, 1, 0.25, 0.75, 0.125, 0.875];

/** The first values whose plan is not vacuous, never the first that pass. */
async function findBase(sampler: Sampler, plan: (valuation: Valuation) => Promise<Outcome>): Promise<Base | { readonly refusal: Refusal }> {
  let vacuous: Base | null = null;
  let refused: { readonly refusal: Refusal } | null = null;
  const tried = new Set<string>();
  for (const share of shares) {
    const valuation = sampler.draw(share);
    const identity = JSON.stringify(valuation.values);
    if (tried.has(identity)) continue;
    tried.add(identity);
    const judged = await plan(valuation);
    if ('refusal' in judged) refused ??= judged;
    else if (!isVacuous(judged)) return { judged, valuation };
    else vacuous ??= { judged, valuation };
  }
  return vacuous ?? refused ?? Promise.reject(new Error('no share of the leaves was tried'));
}

/** A bound without its other half is also tried in the first and the last leaf, and each sub-tree with keys of its own is tried. */
function variantsOf(sampler: Sampler): readonly Valuation[] {
  const ends = sampler.hasOpenBound ? [sampler.draw(0), sampler.draw(1)] : [];
  return [...ends, ...sampler.unlike.map((leaves) => sampler.draw(0.5, leaves))];
}

interface Switchable {
  readonly unvalued: Unvalued;
  readonly sampler: Sampler;
  readonly valuation: Valuation;
  readonly base: Judged;
}

/**
 * What a statement reads when its optional conditions (`$1 IS NULL OR key = $1`) are off. The generic plan keeps them, so that they do not
 * bind their keys there; its verdict counts where a key is lost by that, not where a generic plan prunes less for other reasons.
 */
async function switchedOff(database: Database, { unvalued, sampler, valuation, base }: Switchable, reading: Reading): Promise<Judged> {
  const explained = await explainGeneric(database, unvalued.planned, { types: sampler.types, values: valuation.values });
  if ('refusal' in explained) return base;
  const generic = readOutcome(explained.plan, { ...reading, reader: scanReader(reading.place.catalog, 'generic'), wasPruned: false });
  const isLost = (reference: Reference): boolean =>
    reference.keys.some((key) => {
      const before = base.references.find((other) => other.span?.start === reference.span?.start && other.alias === reference.alias);
      const was = before?.keys.find((other) => other.column === key.column)?.binding;
      return key.binding === 'wrapped' && was !== undefined && was !== 'wrapped' && was !== 'missing';
    });
  return generic.references.some(isLost) ? generic : base;
}
