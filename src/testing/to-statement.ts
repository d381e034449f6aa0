import { UserError } from '../errors.ts';
import { parseSqlFile } from '../source/sql-file.ts';
import type { Statement } from '../source/statement.ts';
import { parseExact, toValues } from '../source/values.ts';
import type { PlainQuery } from './query.ts';

/** A query as the one statement that it is. */
export function toStatement({ sql, values }: PlainQuery): Statement {
  const [statement, ...others] = parseSqlFile('query', sql);
  if (statement === undefined || others.length > 0)
    throw new UserError('source', `this query has ${others.length === 0 ? 'no statement' : `${others.length + 1} statements`}`, {
      hint: 'give one statement at a time',
    });
  const given = values === null ? null : toValues(parseExact(values));
  return given === null || given.size === 0 ? statement : { ...statement, parameters: { from: 'given', values: given, types: new Map() } };
}
