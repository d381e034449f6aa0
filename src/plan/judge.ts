import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import type { KnownParameters } from '../source/statement.ts';
import type { StatementText } from '../sql/statement-text.ts';
import { findCandidates } from './candidates.ts';
import { judgeSampled } from './judge-sampled.ts';
import type { Judgement, ParameterSource } from './judgement.ts';
import { knownValuations } from './known-values.ts';
import { planOnce } from './outcome.ts';
import { inconclusive, judgeRefusal } from './refusal.ts';
import { scanReader } from './scan-reader.ts';

/** Judges statements on one schema, one after the other. */
export type Judge = (text: StatementText, parameters: KnownParameters | null) => Promise<Judgement>;

/** A judge for a database and its catalogue. It remembers what it has read of conditions and types. */
export function createJudge(database: Database, catalog: Catalog): Judge {
  const reader = scanReader(catalog, 'custom');
  const valuationOf = knownValuations(database);

  return async (text, known) => {
    if (text.planned === null) return { status: 'skipped', reason: text.command };
    const candidates = findCandidates(text.references, catalog);
    const reading = { place: { sql: text.sql, references: text.references, catalog }, candidates, reader, wasPruned: true };
    const parameters = sourceOf(text.parameters, known);
    const { planned, tree } = text;
    if (parameters === 'sampled' && tree !== null) return judgeSampled(database, text, { ...text, planned, tree, known }, reading);
    const outcome = await planOnce(database, planned, await valuationOf({ ...text, planned }, known), reading);
    if ('refusal' in outcome) return judgeRefusal(text, outcome.refusal, parameters);
    return tree === null ? inconclusive("planlint's parser does not read it", parameters) : { status: 'analysed', parameters, ...outcome };
  };
}

function sourceOf(count: number, known: KnownParameters | null): ParameterSource {
  if (count === 0) return 'none';
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return known !== null && numbers.every((number) => known.values.has(number)) ? known.from : 'sampled';
}
