import type { ParameterValue } from './statement.ts';

/** JSON with every string, key and number as a string: `s` in front of what was a string, `n` in front of a number's own digits. */
export type Exact = string | boolean | null | readonly Exact[] | { readonly [key: string]: Exact };

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON so that long and decimal numbers keep their digits. Strings may be in SQL's quotes too. Throws a SyntaxError. */
export function parseExact(text: string): Exact {
  const marked = text.replace(token, (found) => {
    if (found.startsWith('"')) return `"s${found.slice(1)}`;
    return JSON.stringify(found.startsWith("'") ? `s${found.slice(1, -1).replaceAll("''", "'")}` : `n${found}`);
  });
  return JSON.parse(marked) as Exact;
}

/** What parameters are called, by number from 1; `null` for those without a name. */
export type ParameterNames = readonly (string | null)[];

/** Values by number from 1, of a list or of an object with the names or the numbers as keys; `null` where it is neither. */
export function toValues(
  given: Exact,
  types: ReadonlyMap<number, string> = new Map(),
  names: ParameterNames = [],
): ReadonlyMap<number, ParameterValue> | null {
  if (typeof given !== 'object' || given === null) return null;
  const values = new Map<number, ParameterValue>();
  for (const [key, value] of Object.entries(given)) {
    const named = Array.isArray(given) ? 0 : names.indexOf(key.slice(1)) + 1;
    const last = names.lastIndexOf(key.slice(1)) + 1;
    if (named !== 0 && last > named) {
      // Two of a list stand for all.
      const list: readonly Exact[] = Array.isArray(value) ? value : [value];
      values.set(named, toParameterValue(list[0] ?? null, types.get(named)));
      values.set(last, toParameterValue(list.at(-1) ?? null, types.get(last)));
      continue;
    }
    const numbered = Array.isArray(given) ? Number(key) + 1 : Number(/^s\$?([1-9]\d{0,4})$/.exec(key)?.[1] ?? 0);
    const number = named === 0 ? numbered : named;
    if (number === 0) return null;
    values.set(number, toParameterValue(value, types.get(number)));
  }
  return values;
}

/** PostgreSQL's text form of a value: a list becomes an array unless the type is JSON, an object becomes JSON. */
function toParameterValue(value: Exact, type: string | undefined): ParameterValue {
  if (value === null) return null;
  if (typeof value === 'string') return value.slice(1);
  if (typeof value === 'boolean') return String(value);
  const isArray = Array.isArray(value) && !/^jsonb?$/i.test(type ?? '');
  return isArray ? toArray(value) : toJson(value);
}

function toArray(values: readonly Exact[]): string {
  return `{${values.map(toElement).join(',')}}`;
}

function toElement(value: Exact): string {
  if (Array.isArray(value)) return toArray(value);
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && value.startsWith('n')) return value.slice(1);
  const text = typeof value === 'string' ? value.slice(1) : toJson(value);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function toJson(value: Exact): string {
  if (typeof value === 'string') return value.startsWith('n') ? value.slice(1) : JSON.stringify(value.slice(1));
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key.slice(1))}:${toJson(item)}`)
    .join(',')}}`;
}
