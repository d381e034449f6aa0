import type { Bound, RangeEnd } from './catalog.ts';

/** Parses a partition's bound as `pg_get_expr(relpartbound, …)` prints it: `FOR VALUES FROM ('2025-01-01') TO (MAXVALUE)`. */
export function parseBound(text: string): Bound {
  if (text === 'DEFAULT') return { kind: 'default' };
  const hash = /\(modulus (\d+), remainder (\d+)\)/i.exec(text);
  if (hash !== null) return { kind: 'hash', modulus: Number(hash[1]), remainder: Number(hash[2]) };
  const [first = [], second] = lists(text);
  if (second !== undefined) return { kind: 'range', from: first.map(toEnd), to: second.map(toEnd) };
  return { kind: 'list', values: first.map((token) => (token === 'NULL' ? null : unquote(token))) };
}

function toEnd(token: string): RangeEnd {
  if (token === 'MINVALUE') return { kind: 'minvalue' };
  return token === 'MAXVALUE' ? { kind: 'maxvalue' } : { kind: 'value', text: unquote(token) };
}

function unquote(token: string): string {
  return token.startsWith("'") ? token.slice(1, -1).replaceAll("''", "'") : token;
}

/** The items of each parenthesised list of a bound; constants are quoted strings or bare words. */
function lists(text: string): readonly (readonly string[])[] {
  const found = [...text.matchAll(/\(((?:'(?:[^']|'')*'|[^'()])*)\)/g)];
  return found.map(([, items = '']) => [...items.matchAll(/'(?:[^']|'')*'|[^\s,']+/g)].map(([item]) => item));
}
