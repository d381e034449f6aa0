import type { Catalog } from '../catalog/catalog.ts';
import type { Database, Refusal } from '../database/database.ts';
import type { KnownParameters } from '../source/statement.ts';
import type { StatementText } from '../sql/statement-text.ts';
import { findCandidates } from './candidates.ts';
import type { Judgement, ParameterSource } from './judgement.ts';
import { knownValuations } from './known-values.ts';
import { isVacuous, type Judged, type Outcome, planOnce, worse } from './outcome.ts';
import type { Reading } from './read-references.ts';
import { inconclusive, judgeRefusal, judgeSampleRefusal } from './refusal.ts';
import { createSampler, type Sampler } from './sampling.ts';
import { scanReader } from './scan-reader.ts';

/** Judges statements on one schema, one after the other. */
export type Judge = (text: StatementText, parameters: KnownParameters | null) => Promise<Judgement>;

/** A judge for a database and its catalogue. It remembers what it has read of conditions and types. */
export function createJudge(database: Database, catalog: Catalog): Judge {
  const reader = scanReader(catalog);
  const valuationOf = knownValuations(database);

  return async (text, known) => {
    if (text.planned === null) return { status: 'skipped', reason: text.command };
    const candidates = findCandidates(text.references, catalog);
    const reading = { place: { sql: text.sql, references: text.references, catalog }, candidates, reader, wasPruned: true };
    const parameters = sourceOf(text.parameters, known);
    if (parameters === 'sampled') return judgeSampled(database, text, known, reading);
    const outcome = await planOnce(database, text.planned, await valuationOf(text, known), reading);
    if ('refusal' in outcome) return judgeRefusal(text, outcome.refusal, parameters);
    return text.tree === null ? inconclusive("planlint's parser does not read it", parameters) : { status: 'analysed', parameters, ...outcome };
  };
}

function sourceOf(count: number, known: KnownParameters | null): ParameterSource {
  if (count === 0) return 'none';
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return known !== null && numbers.every((number) => known.values.has(number)) ? known.from : 'sampled';
}

async function judgeSampled(database: Database, text: StatementText, known: KnownParameters | null, reading: Reading): Promise<Judgement> {
  const { planned, tree, parameters, declared } = text;
  if (planned === null || tree === null) return inconclusive("planlint's parser does not read it", 'sampled');
  const sampler = await createSampler(
    database,
    { planned, tree, parameters, declared, known },
    { candidates: reading.candidates, catalog: reading.place.catalog },
  );
  if ('refusal' in sampler) return judgeRefusal(text, sampler.refusal, 'sampled');
  const tried = await trySamples(sampler, (valuation) => planOnce(database, planned, valuation, reading));
  if ('refusal' in tried) return judgeSampleRefusal(text, tried.refusal);
  if (!isVacuous(tried)) return { status: 'analysed', parameters: 'sampled', ...tried };
  return { status: 'inconclusive', reason: 'no sample value reaches a partition; give values with planlint-params', parameters: 'sampled', ...tried };
}

/** Where in each level to draw from: the middle first, then the ends and what is between. */
const shares = [0.5, 0, 1, 0.25, 0.75, 0.125, 0.875];

/** The first base that is not vacuous counts, or the worst of the variants beside it. */
async function trySamples(sampler: Sampler, plan: (valuation: ReturnType<Sampler['draw']>) => Promise<Outcome>): Promise<Outcome> {
  let vacuous: Judged | null = null;
  let refusal: Refusal | null = null;
  const none = new Set<number>();
  for (const share of shares) {
    const base = await plan(sampler.draw(share, none));
    if ('refusal' in base) {
      refusal ??= base.refusal;
    } else if (isVacuous(base)) {
      vacuous ??= base;
    } else {
      const variants = [
        ...(sampler.hasOpenBound ? [sampler.draw(0, none), sampler.draw(1, none)] : []),
        ...sampler.absences.map((absent) => sampler.draw(share, absent)),
      ];
      let worst: Judged = base;
      for (const variant of variants) {
        const outcome = await plan(variant);
        if (!('refusal' in outcome)) worst = worse(worst, outcome);
      }
      return worst;
    }
  }
  if (vacuous !== null) return vacuous;
  return refusal === null ? { verdict: 'no-scan', references: [] } : { refusal };
}
