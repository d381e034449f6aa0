import type { Database } from '../database/database.ts';
import { readParameterTypes } from '../sample/parameter-types.ts';
import type { KnownParameters } from '../source/statement.ts';
import type { Valuation } from './explain.ts';

/**
 * Makes valuations of known values. The type names that come with them are asked of the server once each; what has no type is inferred first,
 * since a value bound without one is not always folded into the plan.
 */
export function knownValuations(database: Database): (text: Typable, known: KnownParameters | null) => Promise<Valuation> {
  const oids = new Map<string, number>();
  const inferences = inferencesOf.get(database) ?? new Map<string, ReturnType<typeof readParameterTypes>>();
  inferencesOf.set(database, inferences);
  /** A statement that is planned with one set of values after the other has the types that it has. */
  const infer = ({ planned, parameters, likely }: Typable, typed: ReadonlyMap<number, string>): ReturnType<typeof readParameterTypes> => {
    const key = JSON.stringify([planned, ...typed]);
    const found = inferences.get(key) ?? readParameterTypes(database, { planned, parameters }, { known: typed, likely: likely() });
    inferences.set(key, found);
    return found;
  };
  return async (text, known) => {
    const { parameters, declared } = text;
    const numbers = Array.from({ length: parameters }, (_, index) => index + 1);
    const names = new Map(numbers.flatMap((number) => entry(number, known?.types.get(number) ?? declared[number - 1])));
    for (const name of names.values()) {
      if (oids.has(name)) continue;
      const [row] = await database.query('SELECT to_regtype($1)::oid::int8::text AS oid', [name]);
      oids.set(name, Number(row?.['oid'] ?? 0));
    }
    const typed = new Map([...names].filter(([, name]) => oids.get(name) !== 0));
    const inferred = typed.size === parameters ? [] : await infer(text, typed);
    const typeOf = (number: number): { readonly oid: number; readonly declared: string } => {
      const name = typed.get(number);
      const type = 'refusal' in inferred ? undefined : inferred[number - 1];
      return name === undefined ? (type ?? { oid: 0, declared: 'unknown' }) : { oid: oids.get(name) ?? 0, declared: name };
    };
    return {
      values: numbers.map((number) => known?.values.get(number) ?? null),
      types: numbers.map((number) => typeOf(number).oid),
      declared: numbers.map((number) => typeOf(number).declared),
    };
  };
}

const inferencesOf = new WeakMap<Database, Map<string, ReturnType<typeof readParameterTypes>>>();

interface Typable {
  readonly planned: string;
  readonly parameters: number;
  /** Types that a PREPARE declares. */
  readonly declared: readonly string[];
  /** Types of the keys that parameters are compared with, by number. */
  readonly likely: () => ReadonlyMap<number, string>;
}

function entry(number: number, name: string | undefined): readonly (readonly [number, string])[] {
  return name === undefined ? [] : [[number, name]];
}
