import type { Database } from '../../src/database/database.ts';
import { knownValuations } from '../../src/plan/known-values.ts';
import { parseJsonLines } from '../../src/source/json-lines.ts';
import { quoteText } from '../../src/sql/quote.ts';
import { readStatementText } from '../../src/sql/statement-text.ts';
import type { Captured } from '../cases/records.ts';

/** A node of EXPLAIN's JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** The plan with the values bound, or NULL where none is known; `null` where PostgreSQL makes none. */
export async function explainBound({ sql, params, types }: Captured, database: Database): Promise<Json | null> {
  const [statement] = await parseJsonLines('cases.jsonl', JSON.stringify({ sql, params, types }));
  const text = readStatementText(sql);
  const valuation = await knownValuations(database)({ ...text, planned: sql, likely: () => new Map() }, statement?.parameters ?? null);
  return readPlan(await database.attempt([{ text: `EXPLAIN (FORMAT JSON) ${sql}`, ...valuation }]));
}

/** The plan that EXPLAIN (GENERIC_PLAN) gives, or a forced one on 15. */
export async function explainGeneric({ sql, params = [], types }: Captured, database: Database): Promise<Json | null> {
  if (database.major >= 16) return readPlan(await database.attempt([{ text: 'SELECT generic_plan($1) AS "QUERY PLAN"', values: [sql] }]));
  const count = readStatementText(sql).parameters;
  if (count === 0) return explainBound({ sql }, database);
  const values = Array.from({ length: count }, (_, index) => params[index] ?? null);
  const literals = values.map((value) => (value === null ? 'NULL' : quoteText(String(value))));
  const trial = await database.attempt([
    { text: `PREPARE generic ${types === undefined ? '' : `(${types.join(', ')})`} AS ${sql}` },
    { text: 'SET LOCAL plan_cache_mode = force_generic_plan' },
    { text: `EXPLAIN (FORMAT JSON) EXECUTE generic (${literals.join(', ')})` },
  ]);
  return readPlan(trial);
}

function readPlan(trial: Awaited<ReturnType<Database['attempt']>>): Json | null {
  if ('refusal' in trial) return null;
  const explained = (trial.rows.at(-1)?.[0]?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: Json }[];
  return explained[0]?.Plan ?? null;
}
