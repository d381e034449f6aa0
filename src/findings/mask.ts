import type { Judgement } from '../plan/judgement.ts';
import type { Statement } from '../source/statement.ts';
import { tokensOf } from '../sql/tokens.ts';

/** Replaces the literals of a statement by characters of the same number, so that positions stay true. */
export function maskLiterals(sql: string): string {
  let masked = '';
  for (const { kind, start, end } of tokensOf(sql)) {
    const text = sql.slice(start, end);
    if (kind === 'string') masked += text.replace(/[^\s'$]/g, '*');
    else if (kind === 'number') masked += '?'.repeat(text.length);
    else if (kind === 'comment') masked += text.replace(/\d/g, '?');
    else masked += text;
  }
  return masked;
}

/** PostgreSQL's messages quote the values that they are about: `invalid input syntax for type integer: "4711-B"`. */
export function maskReason(judgement: Judgement, { sql, parameters, settings = {} }: Statement): Judgement {
  if (judgement.status === 'analysed' || judgement.status === 'skipped') return judgement;
  const values = [...literalsOf(sql), ...(parameters?.values.values() ?? []), ...Object.values(settings)];
  const isData = judgement.status === 'failed' && judgement.sqlstate.startsWith('22');
  const reason = judgement.reason.replace(/"([^"]*)"/g, (quoted, inner: string) =>
    isData || values.includes(inner.replace(/^'|'$/g, '')) ? '"***"' : quoted,
  );
  return { ...judgement, reason };
}

function literalsOf(sql: string): readonly string[] {
  const literals: string[] = [];
  for (const { kind, start, end } of tokensOf(sql)) {
    const text = sql.slice(start, end);
    if (kind === 'number') literals.push(text);
    if (kind === 'string') literals.push(text.slice(text.indexOf("'") + 1, -1).replaceAll("''", "'"));
  }
  return literals;
}
