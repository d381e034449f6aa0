import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import { findKeyRoles, likelyTypes } from '../sample/roles.ts';
import type { KnownParameters } from '../source/statement.ts';
import type { StatementText } from '../sql/statement-text.ts';
import { findCandidates, findEmpty } from './candidates.ts';
import { withExecuted } from './execute.ts';
import { findGeneric, genericPlanner, withGeneric } from './generic.ts';
import { inconclusive, type Judgement, type ParameterSource } from './judgement.ts';
import { periodReader } from './key-period.ts';
import { knownValuations } from './known-values.ts';
import { locateReferences } from './locate.ts';
import { reachBehind } from './out-of-reach.ts';
import { isPass, isVacuous, planOnce } from './outcome.ts';
import { planSampled } from './plan-sampled.ts';
import { judgeRefusal } from './refusal.ts';
import { scanReader } from './scan-reader.ts';
import { conclude, type Tracer, untraced } from './trace.ts';
import { absenceBehind, findUnjudged } from './unjudged.ts';
import { findUnproven } from './unproven.ts';

/** Judges a statement on the schema; several may be on their way at once. */
export type Judge = (text: StatementText, parameters: KnownParameters | null) => Promise<Judgement>;

/** What is found out about a statement beside its custom plan. */
export interface Besides {
  readonly generic: boolean;
  /** Executes it where values known at run time decide what is read. */
  readonly execution: boolean;
}

const usual: Besides = { generic: true, execution: false };

/** A judge for a database and its catalogue. It remembers what it has read of conditions and types. */
export function createJudge(database: Database, catalog: Catalog, besides: Besides = usual): Judge {
  const trace = createTracer(database, catalog, besides);
  return async (text, known) => (await trace(text, known)).judgement;
}

/** A judge that shows its work. */
export function createTracer(database: Database, catalog: Catalog, besides: Besides = usual): Tracer {
  const reader = scanReader(catalog, 'custom');
  const genericReader = scanReader(catalog, 'generic');
  const valuationOf = knownValuations(database);

  return async (text, known) => {
    const { planned, tree, references } = text;
    if (planned === null) return untraced({ status: 'skipped', reason: text.command });
    const miscount = known === null ? null : findMiscount(text.parameters, known);
    if (miscount !== null) return untraced({ status: 'failed', reason: miscount, sqlstate: '08P01', span: null });
    const reading = { catalog, candidates: findCandidates(references, catalog), reader, wasPruned: true };
    const planGeneric = genericPlanner(database, { planned, tree }, { ...reading, reader: genericReader, wasPruned: false });
    const parameters = sourceOf(text.parameters, known);
    const outcome =
      parameters === 'sampled' && tree !== null
        ? await planSampled(database, { ...text, planned, tree, known, planGeneric }, reading)
        : await planOnce(
            database,
            planned,
            await valuationOf({ ...text, planned, likely: () => likelyTypes(findKeyRoles(tree, reading.candidates)) }, known),
            reading,
          );
    const unjudged = findUnjudged(references, catalog);
    if ('refusal' in outcome) {
      const absence = absenceBehind(outcome.refusal, unjudged) ?? reachBehind(outcome.refusal, { kind: text.kind, engine: database.engine, catalog });
      return untraced(
        absence === null ? judgeRefusal({ text, missing: database.state.missingExtensions }, outcome, parameters) : inconclusive(absence, parameters),
      );
    }
    if (tree === null) return untraced(inconclusive("planlint's parser does not read it", parameters));
    const generic = parameters === 'none' || !besides.generic ? null : await findGeneric(outcome, planGeneric);
    const proven = besides.execution ? await withExecuted(database, { planned: outcome, text, parameters }, reading) : outcome.references;
    const sources = { reader, generic: generic?.references ?? null, isSampled: parameters === 'sampled' };
    const located = locateReferences(withGeneric(proven, generic?.references ?? []), { text, catalog, reader, periodOf: periodReader(sources) });
    const isUnsampled = parameters === 'sampled' && isVacuous(outcome);
    const empty = isUnsampled || isPass(outcome) ? findEmpty(reading.candidates) : null;
    const starting = parameters === 'none' ? outcome : parameters === 'sampled' ? generic : null;
    const unproven = await findUnproven(
      database,
      { outcome, starting, planned },
      { ...reading, reader: parameters === 'none' ? reader : genericReader },
    );
    const doubt =
      empty ??
      (isUnsampled ? 'no sample value reaches a partition; give values with planlint-params' : null) ??
      (unproven === null ? null : toDoubt(unproven, parameters));
    return conclude({
      parameters,
      verdict: outcome.verdict,
      plan: outcome.plan,
      generic: generic?.plan ?? null,
      references: located,
      unjudged,
      doubt,
    });
  };
}

function toDoubt(alias: string, parameters: ParameterSource): string {
  return parameters === 'sampled'
    ? `no sample value reaches a partition of ${alias}; give values with planlint-params`
    : `${alias} reads no leaf with this session's settings and time; give what it compares with by --set`;
}

/** What was captured was sent: PostgreSQL refuses a statement with too few values or too many. A capture without values just does not know them. */
function findMiscount(count: number, { from, values }: KnownParameters): string | null {
  if (from === 'given' || values.size === 0 || values.size === count) return null;
  return `${values.size} ${values.size === 1 ? 'value' : 'values'} for ${count} ${count === 1 ? 'parameter' : 'parameters'}`;
}

function sourceOf(count: number, known: KnownParameters | null): ParameterSource {
  if (count === 0) return 'none';
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return known !== null && numbers.every((number) => known.values.has(number)) ? known.from : 'sampled';
}
