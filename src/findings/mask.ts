import { readToken } from '../sql/tokens.ts';

/** Replaces the literals of a statement by characters of the same number, so that positions stay true. */
export function maskLiterals(sql: string): string {
  let masked = '';
  for (let at = 0; at < sql.length; ) {
    const token = readToken(sql, at);
    const text = sql.slice(token.start, token.end);
    if (token.kind === 'string') masked += text.replace(/[^\s'$]/g, '*');
    else if (token.kind === 'number') masked += '?'.repeat(text.length);
    else if (token.kind === 'comment') masked += text.replace(/\d/g, '?');
    else masked += text;
    at = Math.max(token.end, at + 1);
  }
  return masked;
}
