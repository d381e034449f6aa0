import type { LogRecord } from '../log-format.ts';

/** A row of pg_stat_statements, as far as it matters. */
export interface StatementRow {
  readonly query: string;
  readonly calls: number;
  readonly duration: number | null;
  readonly isTopLevel: boolean;
  readonly line: number;
}

/** In the place of a text that the role that asked may not see. */
export const hiddenText = '<insufficient privilege>';

/** What a row says was run; `null` for what the server ran by itself. */
export function toRowRecord({ query, calls, duration, isTopLevel, line }: StatementRow): LogRecord | null {
  if (!isTopLevel || query.trim() === '') return null;
  return { sql: mendNormalised(query), dialect: 'dollar', params: null, line, caller: null, name: null, calls, duration, plan: null };
}

const prefixed = /\b(interval|date|timestamptz|timestamp|timetz|time|bytea|inet|cidr|json|jsonb|uuid|numeric)\s+(\$\d+)/gi;

/** PostgreSQL does not parse what it makes of constants with their type in front, nor the squashed lists of version 18. */
export function mendNormalised(query: string): string {
  return query.replace(prefixed, '$2::$1').replace(/,?\s*\/\*, \.\.\. \*\//g, '');
}
