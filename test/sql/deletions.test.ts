import { beforeAll, expect, test } from 'vitest';
import { findDeletions } from '../../src/sql/deletions.ts';
import { loadParser, parseStatement } from '../../src/sql/parse.ts';

beforeAll(loadParser);

const deletionsOf = (sql: string): readonly string[] => {
  const { tree } = parseStatement(sql);
  if (tree === null) throw new Error(`does not parse: ${sql}`);
  return findDeletions(tree, sql).map(({ schema, table, span }) => `${schema ?? ''}.${table}: ${sql.slice(span.start, span.end)}`);
};

test.each([
  ['DELETE FROM a', ['.a: a']],
  ['DELETE FROM ONLY s."A b" AS x USING c WHERE x.id = c.id', ['s.A b: s."A b" AS x']],
  ['WITH "ä" AS (DELETE FROM b RETURNING id), c AS (DELETE FROM d) DELETE FROM e WHERE id IN (SELECT id FROM "ä")', ['.b: b', '.d: d', '.e: e']],
  ['MERGE INTO m USING n ON true WHEN MATCHED AND m.v = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET v = 1', ['.m: m']],
  ['MERGE INTO m USING n ON true WHEN NOT MATCHED BY SOURCE THEN DELETE', ['.m: m']],
  ['MERGE INTO m USING n ON true WHEN MATCHED THEN UPDATE SET v = 1', []],
  ['UPDATE a SET v = 1', []],
  ['TRUNCATE a', []],
])('%s', (sql, found) => expect([...deletionsOf(sql)].sort()).toEqual(found));
