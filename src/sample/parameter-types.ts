import type { Database, Refusal } from '../database/database.ts';

/** The type of a parameter as the server infers it. */
export interface ParameterType {
  readonly oid: number;
  /** As PostgreSQL reads it in a PREPARE. */
  readonly declared: string;
  /** As `format_type` prints it, a domain's base type: `integer`, `timestamp with time zone`, `text[]`. */
  readonly name: string;
  /** Labels of an enum, in order. */
  readonly labels: readonly string[] | null;
}

const typesQuery = `
  SELECT t.oid::int8::text AS oid, format_type(t.oid, NULL) AS declared,
    CASE WHEN e.oid IS NULL THEN format_type(COALESCE(NULLIF(t.typbasetype, 0), t.oid), NULL)
      ELSE format_type(COALESCE(NULLIF(e.typbasetype, 0), e.oid), NULL) || '[]' END AS name,
    CASE WHEN t.typtype = 'e' THEN (SELECT json_agg(l.enumlabel ORDER BY l.enumsortorder) FROM pg_enum l WHERE l.enumtypid = t.oid) END AS labels
  FROM pg_prepared_statements p CROSS JOIN LATERAL unnest(p.parameter_types::oid[]) WITH ORDINALITY AS u (oid, position) JOIN pg_type t ON t.oid = u.oid
  LEFT JOIN pg_type e ON e.typarray = t.oid
  WHERE p.name = 'planlint' ORDER BY u.position`;

/** SQLSTATEs of a statement whose parameters' types do not follow from it: ambiguous or indeterminate ones, operators and functions that do not exist for them. */
const untypable = new Set(['42P08', '42P18', '42725', '42804', '42883', '42846', '22P02', '42809']);

/** Why the types of a statement's parameters are not known. */
export interface Untyped {
  readonly refusal: Refusal;
  /** Other types might do: the statement need not be at fault. */
  readonly isGuess: boolean;
}

/** What is known of parameters before the server is asked, by number from 1. */
export interface TypeHints {
  readonly known: ReadonlyMap<number, string>;
  /** Types of the keys that parameters are compared with. */
  readonly likely: ReadonlyMap<number, string>;
}

/**
 * Asks the server for the types of a statement's parameters by preparing it. Where they do not follow from the statement
 * (`$1 IS NULL`, `$1 - interval '1 day'`), those are tried that a driver would send: the type of the key it is compared with, text, integer.
 */
export async function readParameterTypes(
  database: Database,
  { planned, parameters }: { readonly planned: string; readonly parameters: number },
  { known, likely }: TypeHints,
): Promise<readonly ParameterType[] | Untyped> {
  const numbers = Array.from({ length: parameters }, (_, index) => index + 1);
  const guesses = ['unknown', 'text', 'integer', 'timestamptz'].map((other) =>
    numbers.map((number) => known.get(number) ?? likely.get(number) ?? other),
  );
  let first: Refusal | null = null;
  for (const declared of [numbers.map((number) => known.get(number) ?? 'unknown'), ...guesses]) {
    const answer = await prepare(database, planned, declared);
    if (!('refusal' in answer)) return answer;
    first ??= answer.refusal;
    if (!untypable.has(answer.refusal.sqlstate)) break;
  }
  if (first === null) return [];
  const isGuess = untypable.has(first.sqlstate) && known.size < parameters && !/^function /.test(first.message);
  return { refusal: first, isGuess };
}

/** A parameter that is in the way alone, such as `$1 IS NULL`, becomes text while the others are inferred. */
async function prepare(
  database: Database,
  planned: string,
  declared: readonly string[],
): Promise<readonly ParameterType[] | { readonly refusal: Refusal }> {
  const prefix = `PREPARE planlint (${declared.join(', ')}) AS `;
  const trial = await database.attempt([{ text: prefix + planned }, { text: typesQuery }]);
  if ('rows' in trial) return (trial.rows[1] ?? []).map(toType);
  const { sqlstate, message, offset } = trial.refusal;
  const alone = untypedParameter(trial.refusal) ?? 0;
  if (declared[alone - 1] === 'unknown') return prepare(database, planned, declared.with(alone - 1, 'text'));
  return { refusal: { sqlstate, message, offset: offset === null ? null : Math.max(0, offset - prefix.length) } };
}

/** The parameter of which nothing in the statement tells the type, if that is what the server complains of. */
export function untypedParameter({ sqlstate, message }: Refusal): number | null {
  const number = sqlstate === '42P18' ? /\$(\d+)/.exec(message)?.[1] : undefined;
  return number === undefined ? null : Number(number);
}

function toType(row: Readonly<Record<string, unknown>>): ParameterType {
  const labels = row['labels'] as readonly string[] | null;
  return { oid: Number(row['oid']), declared: String(row['declared']), name: String(row['name']), labels };
}
