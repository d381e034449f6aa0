import type { Judgement } from '../plan/judgement.ts';
import type { Statement } from '../source/statement.ts';
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

/** PostgreSQL's messages quote the values that they are about: `invalid input syntax for type integer: "4711-B"`. */
export function maskReason(judgement: Judgement, { sql, parameters }: Statement): Judgement {
  if (judgement.status === 'analysed' || judgement.status === 'skipped') return judgement;
  const values = [...literalsOf(sql), ...(parameters?.values.values() ?? [])];
  const isData = judgement.status === 'failed' && judgement.sqlstate.startsWith('22');
  const reason = judgement.reason.replace(/"([^"]*)"/g, (quoted, inner: string) =>
    isData || values.includes(inner.replace(/^'|'$/g, '')) ? '"***"' : quoted,
  );
  return { ...judgement, reason };
}

function literalsOf(sql: string): readonly string[] {
  const literals: string[] = [];
  for (let at = 0; at < sql.length; ) {
    const token = readToken(sql, at);
    const text = sql.slice(token.start, token.end);
    if (token.kind === 'number') literals.push(text);
    if (token.kind === 'string') literals.push(text.slice(text.indexOf("'") + 1, -1).replaceAll("''", "'"));
    at = Math.max(token.end, at + 1);
  }
  return literals;
}
