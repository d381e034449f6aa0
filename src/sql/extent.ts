import type { Node } from './parse.ts';
import type { Span } from './span.ts';
import { readToken, skipBlanks, type Token, tokensOf, wordOf } from './tokens.ts';

/** The piece of `sql` that a node was parsed from. PostgreSQL's parser tells where nodes begin, the tokens tell where they end. */
export function extentOf(node: Node, sql: string): Span {
  const locations = findLocations(node);
  const first = Math.min(...locations, sql.length);
  const last = Math.max(...locations, first);
  let unopened = 0;
  let depth = 0;
  let previous: Token | null = null;
  for (;;) {
    const token = readToken(sql, skipBlanks(sql, previous === null ? first : previous.end));
    const isInside = token.start <= last || depth > 0 || (previous !== null && goesOn(sql, previous, token));
    const change = nesting(sql, token);
    if (token.end === token.start || !isInside || (depth + change < 0 && token.start > last)) break;
    if (depth + change < 0) unopened += 1;
    else depth += change;
    previous = token;
  }
  return { start: openingBefore(sql, first, unopened), end: previous?.end ?? first };
}

/** A node as it is written. */
export function textOf(node: Node, sql: string): string {
  const { start, end } = extentOf(node, sql);
  return sql.slice(start, end);
}

function findLocations(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.flatMap(findLocations);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    if (key !== 'location') return findLocations(field);
    return typeof field === 'number' && field >= 0 ? [field] : [];
  });
}

const more = new Set(
  'is isnull notnull normalized at with without time zone precision varying uescape to month day hour minute second local'.split(' '),
);
const incomplete = new Set('is not collate uescape to at'.split(' '));

/** An expression goes on after the last place that its tree names: `- 1`, `now()`, `IS NOT NULL`, `timestamp with time zone`, `COLLATE "C"`. */
function goesOn(sql: string, previous: Token, token: Token): boolean {
  const isOperator = previous.kind === 'symbol' && !/[)\]]/.test(sql[previous.start] ?? '');
  const isOpen = incomplete.has(wordOf(sql, previous)) && !isColumnName(sql, previous, token);
  return isOperator || isOpen || /^[.([]/.test(sql.slice(token.start)) || more.has(wordOf(sql, token));
}

/** Columns may be called `at` and `escape`. */
function isColumnName(sql: string, word: Token, next: Token): boolean {
  return sql[word.start - 1] === '.' || (wordOf(sql, word) === 'at' && !/^(?:time|local)$/.test(wordOf(sql, next)));
}

function nesting(sql: string, token: Token): number {
  const word = wordOf(sql, token);
  if (word === 'case' || (token.kind === 'symbol' && (word === '(' || word === '['))) return 1;
  return word === 'end' || (token.kind === 'symbol' && (word === ')' || word === ']')) ? -1 : 0;
}

/** Where the bracket that is `levels` brackets outside of `start` opens. */
function openingBefore(sql: string, start: number, levels: number): number {
  if (levels === 0) return start;
  const open: number[] = [];
  for (const token of tokensOf(sql)) {
    if (token.start >= start) break;
    const change = nesting(sql, token);
    if (change > 0) open.push(token.start);
    else if (change < 0) open.pop();
  }
  return open.at(-levels) ?? start;
}
