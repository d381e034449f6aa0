import type { Command, Database, Refusal, TransactionAccess } from '../database/database.ts';
import { parsePlan } from '../source/captured-plan.ts';
import { type PlanNode, toPlan } from './plan.ts';

/** Values for the parameters of one plan; types are OIDs, 0 where the server infers them. */
export interface Valuation {
  readonly values: readonly (string | null)[];
  readonly types: readonly number[];
  /** The same types as a PREPARE declares them, `unknown` where the server infers them. */
  readonly declared: readonly string[];
}

export type Explained = { readonly plan: PlanNode } | { readonly refusal: Refusal };

const prefix = 'EXPLAIN (VERBOSE, FORMAT JSON) ';
const unpruned = { text: 'SET LOCAL enable_partition_pruning = off' };

/** Plans a statement with its values bound, which PostgreSQL answers with a custom plan. Nothing of the statement runs. */
export async function explain(database: Database, planned: string, valuation: Valuation): Promise<Explained> {
  return read(await database.attempt([bound(planned, valuation)]), prefix.length);
}

/** The same with plan-time pruning off, so that no value takes a leaf and its conditions out of the plan. */
export async function explainUnpruned(database: Database, planned: string, valuation: Valuation): Promise<Explained> {
  return read(await database.attempt([unpruned, bound(planned, valuation)]), prefix.length);
}

/** The generic plan, with the leaves that executor start leaves for the values. */
export async function explainGeneric(database: Database, planned: string, { declared, values }: Valuation): Promise<Explained> {
  return read(await database.attempt([prepare(planned, declared), forceGeneric, execute(values)]), 0);
}

/**
 * A generic plan with every leaf in it, its conditions as `key = $1`, for no values in particular. EXPLAIN (GENERIC_PLAN) cannot be asked for:
 * over the extended protocol its placeholders want values.
 */
export async function explainValueless(database: Database, planned: string, declared: readonly string[]): Promise<Explained> {
  return read(await database.attempt([prepare(planned, declared), forceGeneric, unpruned, execute(declared.map(() => null))]), 0);
}

/** Runs a statement, and gives its plan with how often each of its nodes was run. */
export async function explainExecuted(database: Database, planned: string, { access, ...valuation }: Execution): Promise<Explained> {
  const text = `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, VERBOSE, FORMAT JSON) ${planned}`;
  return read(await database.attempt([{ ...bound(planned, valuation), text }], access), 0);
}

interface Execution extends Valuation {
  readonly access: TransactionAccess;
}

function bound(planned: string, { values, types }: Valuation): Command {
  return { text: prefix + planned, values, types };
}

const forceGeneric = { text: 'SET LOCAL plan_cache_mode = force_generic_plan' };

function prepare(planned: string, declared: readonly string[]): Command {
  return { text: `PREPARE planlint (${declared.join(', ')}) AS ${planned}` };
}

/** EXECUTE takes literals only. */
function execute(values: readonly (string | null)[]): Command {
  const literals = values.map((value) => (value === null ? 'NULL' : `E'${value.replace(/['\\]/g, '\\$&')}'`));
  return { text: `${prefix}EXECUTE planlint (${literals.join(', ')})` };
}

function read(trial: Awaited<ReturnType<Database['attempt']>>, added: number): Explained {
  if ('refusal' in trial) {
    const { offset } = trial.refusal;
    return { refusal: { ...trial.refusal, offset: offset === null ? null : Math.max(0, offset - added) } };
  }
  const explained = trial.rows.at(-1)?.[0]?.['QUERY PLAN'];
  return { plan: toPlan(typeof explained === 'string' ? parsePlan(explained) : explained) };
}
