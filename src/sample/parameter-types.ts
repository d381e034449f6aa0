import type { Database, Refusal } from '../database/database.ts';

/** The type of a parameter as the server infers it. */
export interface ParameterType {
  readonly oid: number;
  /** As `format_type` prints it, a domain's base type: `integer`, `timestamp with time zone`, `text[]`. */
  readonly name: string;
  /** Labels of an enum, in order. */
  readonly labels: readonly string[] | null;
}

const typesQuery = `
  SELECT t.oid::int8::text AS oid, format_type(COALESCE(NULLIF(t.typbasetype, 0), t.oid), NULL) AS name,
    CASE WHEN t.typtype = 'e' THEN (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid) END AS labels
  FROM pg_prepared_statements p CROSS JOIN LATERAL unnest(p.parameter_types::oid[]) WITH ORDINALITY AS u (oid, position) JOIN pg_type t ON t.oid = u.oid
  WHERE p.name = 'planlint' ORDER BY u.position`;

/**
 * Asks the server for the types of a statement's parameters by preparing it. A parameter of which nothing tells the type
 * (`$1 IS NULL`) is taken as text, as drivers do. `known` are types that are not to be asked for, by number from 1.
 */
export async function readParameterTypes(
  database: Database,
  text: string,
  count: number,
  known: ReadonlyMap<number, string>,
): Promise<readonly ParameterType[] | { readonly refusal: Refusal }> {
  const declared = Array.from({ length: count }, (_, index) => known.get(index + 1) ?? 'unknown');
  for (;;) {
    const prefix = `PREPARE planlint (${declared.join(', ')}) AS `;
    const trial = await database.attempt([{ text: prefix + text }, { text: typesQuery }]);
    if ('rows' in trial)
      return (trial.rows[1] ?? []).map((row) => ({
        oid: Number(row['oid']),
        name: String(row['name']),
        labels: row['labels'] as readonly string[] | null,
      }));
    const untyped = Number(/\$(\d+)/.exec(trial.refusal.sqlstate === '42P18' ? trial.refusal.message : '')?.[1] ?? 0);
    if (untyped === 0 || declared[untyped - 1] !== 'unknown') {
      const { offset } = trial.refusal;
      return { refusal: { ...trial.refusal, offset: offset === null ? null : Math.max(0, offset - prefix.length) } };
    }
    declared[untyped - 1] = 'text';
  }
}
