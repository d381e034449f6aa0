import type { Span } from '../sql/span.ts';
import { tokensOf, wordOf } from '../sql/tokens.ts';

/** A piece of a statement that is left out, and what takes its place. */
export interface Cut extends Span {
  readonly text?: string;
}

/** The text without the pieces; all else stays on its line. */
export function applyCuts(sql: string, cuts: readonly Cut[]): string {
  let result = sql;
  for (const { start, end, text = '' } of cuts.toSorted((a, b) => b.start - a.start)) {
    const blank = result.slice(start, end).replace(/[^\n]/g, ' ');
    result = `${result.slice(0, start)}${text}${blank.slice(text.length)}${result.slice(end)}`;
  }
  return result;
}

/** The items between the commas that stand in no parentheses of their own. */
export function splitItems(sql: string, from: number, to: number): readonly Span[] {
  const items: Span[] = [];
  let depth = 0;
  let start = from;
  for (const token of tokensOf(sql.slice(0, to), from)) {
    if (token.kind !== 'symbol') continue;
    const symbol = sql[token.start] ?? '';
    if (symbol === '(' || symbol === '[') depth += 1;
    else if (symbol === ')' || symbol === ']') depth -= 1;
    else if (symbol === ',' && depth === 0) {
      items.push({ start, end: token.start });
      start = token.end;
    }
  }
  return [...items, { start, end: to }];
}

/** Takes items of a list out, each with one comma. */
export function cutItems(items: readonly Span[], isOut: (index: number) => boolean): readonly Cut[] {
  const first = items.findIndex((_, index) => !isOut(index));
  return items.flatMap(({ start, end }, index) => {
    if (!isOut(index)) return [];
    if (first === -1) return [{ start, end }];
    return index < first ? [{ start, end: end + 1 }] : [{ start: start - 1, end }];
  });
}

/** Where a word stands outside all parentheses, or `null`. */
export function findWord(sql: string, word: string, from: number): Span | null {
  let depth = 0;
  for (const token of tokensOf(sql, from)) {
    if (sql[token.start] === '(' && token.kind === 'symbol') depth += 1;
    else if (sql[token.start] === ')' && token.kind === 'symbol') depth -= 1;
    else if (depth === 0 && token.kind === 'name' && wordOf(sql, token) === word) return { start: token.start, end: token.end };
  }
  return null;
}
