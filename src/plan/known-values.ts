import type { Database } from '../database/database.ts';
import type { KnownParameters } from '../source/statement.ts';
import type { Valuation } from './explain.ts';

/** Makes valuations of known values; each type name is asked of the server once. */
export function knownValuations(database: Database): (count: number, known: KnownParameters | null) => Promise<Valuation> {
  const oids = new Map<string, number>();
  return async (count, known) => {
    for (const name of new Set(known?.types.values())) {
      if (oids.has(name)) continue;
      const [row] = await database.query('SELECT to_regtype($1)::oid::int8::text AS oid', [name]);
      oids.set(name, Number(row?.['oid'] ?? 0));
    }
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    return {
      values: numbers.map((number) => known?.values.get(number) ?? null),
      types: numbers.map((number) => oids.get(known?.types.get(number) ?? '') ?? 0),
    };
  };
}
