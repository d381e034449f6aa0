import type { Database } from '../database/database.ts';
import type { KnownParameters } from '../source/statement.ts';
import type { StatementText } from '../sql/statement-text.ts';
import type { Valuation } from './explain.ts';

/** Makes valuations of known values; each type name is asked of the server once. */
export function knownValuations(database: Database): (text: StatementText, known: KnownParameters | null) => Promise<Valuation> {
  const oids = new Map<string, number>();
  return async ({ parameters, declared }, known) => {
    const numbers = Array.from({ length: parameters }, (_, index) => index + 1);
    const types = numbers.map((number) => known?.types.get(number) ?? declared[number - 1]);
    for (const name of new Set(types)) {
      if (name === undefined || oids.has(name)) continue;
      const [row] = await database.query('SELECT to_regtype($1)::oid::int8::text AS oid', [name]);
      oids.set(name, Number(row?.['oid'] ?? 0));
    }
    return {
      values: numbers.map((number) => known?.values.get(number) ?? null),
      types: types.map((name) => oids.get(name ?? '') ?? 0),
    };
  };
}
