import { createHash } from 'node:crypto';
import type { Statement } from '../source/statement.ts';
import { toNormalShape, toNormalText } from '../sql/normal-text.ts';

/**
 * Tells a finding again in another run, on another machine, with another major version: by its rule, what it is about, and the statement without white space,
 * comments and, where it was captured, constants. Lines, counts and messages are no part of it.
 */
export function fingerprintOf(
  rule: string,
  about: readonly (string | number | null | undefined)[],
  { sql, captured }: Pick<Statement, 'sql' | 'captured'>,
): string {
  const statement = captured ? toNormalShape(sql) : toNormalText(sql);
  return createHash('sha256')
    .update(JSON.stringify([rule, ...about, statement]))
    .digest('hex')
    .slice(0, 16);
}
