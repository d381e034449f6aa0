import type { Node } from './parse.ts';
import type { Span } from './span.ts';
import { readToken, skipBlanks } from './tokens.ts';

/** The piece of `sql` that a node was parsed from. PostgreSQL's parser tells where nodes begin, the tokens tell where they end. */
export function extentOf(node: Node, sql: string): Span {
  const locations: number[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, field] of Object.entries(value)) {
        if (key === 'location' && typeof field === 'number' && field >= 0) locations.push(field);
        else collect(field);
      }
    }
  };
  collect(node);
  const start = Math.min(...locations, sql.length);
  return { start, end: closeParentheses(sql, { start, end: endOfPhrase(sql, Math.max(...locations, start)) }) };
}

const continues = /^(?:\.|is|not|null|true|false|unknown|with|without|time|zone|precision|varying)$/i;

/** A name goes on after a dot, and some constructs after their first word: `c.id`, `IS NOT NULL`, `timestamp with time zone`. */
function endOfPhrase(sql: string, start: number): number {
  let last = readToken(sql, start);
  for (;;) {
    const next = readToken(sql, skipBlanks(sql, last.end));
    const follows = sql[last.start] === '.' || continues.test(sql.slice(next.start, next.end));
    if (next.end === next.start || !follows) return last.end;
    last = next;
  }
}

function closeParentheses(sql: string, span: Span): number {
  let depth = 0;
  for (let at = span.start; at < sql.length; ) {
    const token = readToken(sql, at);
    const symbol = sql.slice(token.start, token.end);
    if (symbol === '(') depth += 1;
    if (symbol === ')') depth -= 1;
    if (depth < 0 || token.end === token.start) break;
    at = token.end;
    if (at >= span.end && depth === 0) return at;
  }
  return span.end;
}
