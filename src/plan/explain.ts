import type { Database, Refusal } from '../database/database.ts';
import { type PlanNode, toPlan } from './plan.ts';

/** Values for the parameters of one plan; types are OIDs, 0 where the server infers them. */
export interface Valuation {
  readonly values: readonly (string | null)[];
  readonly types: readonly number[];
}

export type Explained = { readonly plan: PlanNode } | { readonly refusal: Refusal };

const prefix = 'EXPLAIN (VERBOSE, FORMAT JSON) ';

/** Plans a statement with its values bound, which PostgreSQL answers with a custom plan. Nothing of the statement runs. */
export async function explain(database: Database, text: string, valuation: Valuation): Promise<Explained> {
  return read(await database.attempt([{ text: prefix + text, ...valuation }]), prefix.length);
}

/** The same with plan-time pruning off: every leaf with its conditions, whatever the values. */
export async function explainUnpruned(database: Database, text: string, valuation: Valuation): Promise<Explained> {
  const commands = [{ text: 'SET LOCAL enable_partition_pruning = off' }, { text: prefix + text, ...valuation }];
  return read(await database.attempt(commands), prefix.length);
}

/** A plan for no values in particular (16 and later): what the statement's own constants leave, since start pruning is not done. */
export async function explainGeneric(database: Database, text: string): Promise<Explained> {
  const generic = 'EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ';
  return read(await database.attempt([{ text: generic + text }]), generic.length);
}

function read(trial: Awaited<ReturnType<Database['attempt']>>, added: number): Explained {
  if ('refusal' in trial) {
    const { offset } = trial.refusal;
    return { refusal: { ...trial.refusal, offset: offset === null ? null : Math.max(0, offset - added) } };
  }
  return { plan: toPlan(trial.rows.at(-1)?.[0]?.['QUERY PLAN']) };
}
