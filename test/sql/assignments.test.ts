import { beforeAll, describe, expect, test } from 'vitest';
import { findAssignments } from '../../src/sql/assignments.ts';
import { loadParser, type Node, parseStatement } from '../../src/sql/parse.ts';

beforeAll(loadParser);

/** `t.k` moves, `t.k =` stays. */
function read(sql: string): readonly string[] {
  return findAssignments(parseStatement(sql).tree as Node, sql).map(({ schema, table, column, unchanged, span }) => {
    expect(sql.slice(span.start, span.end).replaceAll('"', '')).toBe(column);
    return `${schema === null ? '' : `${schema}.`}${table}.${column}${unchanged ? ' =' : ''}`;
  });
}

describe('the columns set by', () => {
  const table: readonly (readonly [sql: string, ...columns: string[]])[] = [
    ['UPDATE t SET k = 1', 't.k'],
    ['UPDATE ONLY s.t AS u SET "k" = 1, j = DEFAULT WHERE k = 2', 's.t.k', 's.t.j'],
    ['UPDATE t SET (k, j) = (1, 2)', 't.k', 't.j'],
    ['UPDATE t SET (k, j) = (SELECT 1, 2)', 't.k', 't.j'],
    // to itself
    ['UPDATE t SET k = k', 't.k ='],
    ['UPDATE t SET k = t.k', 't.k ='],
    ['UPDATE t AS u SET k = u.k', 't.k ='],
    ['UPDATE t SET k = s.k FROM s', 't.k'],
    ['UPDATE t SET k = j', 't.k'],
    ['UPDATE t SET k = k + 0', 't.k'],
    // to what the WHERE demands
    ['UPDATE t SET k = $1 WHERE k = $1', 't.k ='],
    ['UPDATE t SET k = $1 WHERE id = $2 AND $1 = t.k', 't.k ='],
    ["UPDATE t SET k = '2025-01-01'::date WHERE k = '2025-01-01'", 't.k ='],
    ['UPDATE t SET k = $1 WHERE k = $2', 't.k'],
    ['UPDATE t SET k = $1 WHERE j = $1', 't.k'],
    ['UPDATE t SET k = $1 WHERE k = $1 OR j = 2', 't.k'],
    ['UPDATE t SET k = $1 WHERE k >= $1', 't.k'],
    ['UPDATE t SET k = $1 WHERE NOT k = $1', 't.k'],
    ['UPDATE t SET k = s.k FROM s WHERE t.k = s.k', 't.k ='],
    // in an upsert
    ['INSERT INTO t VALUES (1) ON CONFLICT (k) DO UPDATE SET k = excluded.k, j = excluded.j + 1', 't.k =', 't.j'],
    ['INSERT INTO t AS u VALUES (1) ON CONFLICT (k) DO UPDATE SET k = u.k, j = 1', 't.k =', 't.j'],
    ['INSERT INTO t VALUES (1) ON CONFLICT (k) DO UPDATE SET k = $1 WHERE t.k = $1', 't.k ='],
    ['INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING'],
    ['INSERT INTO t (k) VALUES (1)'],
    // in a MERGE
    ['MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET k = s.k', 't.k'],
    ['MERGE INTO t USING s ON t.id = s.id AND t.k = s.k WHEN MATCHED THEN UPDATE SET k = s.k', 't.k ='],
    [
      'MERGE INTO t USING s ON true WHEN MATCHED AND s.x THEN UPDATE SET k = 1 WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (k) VALUES (2)',
      't.k',
    ],
    // inside other statements
    ['WITH u AS (UPDATE t SET k = 1 RETURNING *) SELECT * FROM u', 't.k'],
    ['WITH u AS (SELECT 1) UPDATE t SET k = 1', 't.k'],
    ['SELECT k = 1 FROM t'],
    ['DELETE FROM t WHERE k = 1'],
  ];
  test.each(table)('%s', (sql, ...columns) => expect(read(sql)).toEqual(columns));
});
