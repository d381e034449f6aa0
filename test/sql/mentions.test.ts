import { beforeAll, describe, expect, test } from 'vitest';
import { extentOf } from '../../src/sql/extent.ts';
import { findMentions } from '../../src/sql/mentions.ts';
import { loadParser, type Node, parseStatement } from '../../src/sql/parse.ts';
import { findReferences, type TextReference } from '../../src/sql/references.ts';

beforeAll(loadParser);

/** The conditions that name column `k` of the reference with the alias `t`, the last of that alias; `⋈` stands before comparisons with other relations. */
function mentions(sql: string): readonly string[] {
  const references = findReferences(parseStatement(sql).tree as Node);
  const reference = references.findLast(({ alias }) => alias === 't') as TextReference;
  return findMentions('k', reference, references).map(({ conjunct, isJoin }) => {
    const { start: from, end } = extentOf(conjunct, sql);
    return `${isJoin ? '⋈ ' : ''}${sql.slice(from, end)}`;
  });
}

describe('a column is named', () => {
  const table: readonly (readonly [sql: string, ...conditions: string[]])[] = [
    // by its own query
    ['SELECT * FROM t WHERE k = 3', 'k = 3'],
    ['SELECT * FROM credit t WHERE t.k = 3 AND t.j = 4', 't.k = 3'],
    ['SELECT * FROM t WHERE k >= 3 AND k < 4', 'k >= 3', 'k < 4'],
    ['SELECT * FROM t WHERE (k = 3 OR j = 4) AND NOT k = 5', 'k = 3 OR j = 4', 'NOT k = 5'],
    ['SELECT * FROM t WHERE date_trunc($1, k) = $2', 'date_trunc($1, k) = $2'],
    ['SELECT * FROM t WHERE (j, k) < (1, 2)', '(j, k) < (1, 2)'],
    ['SELECT * FROM t WHERE k IN (SELECT j FROM s)', 'k IN (SELECT j FROM s)'],
    ['UPDATE t SET k = 1 WHERE k = 2', 'k = 2'],
    ['DELETE FROM t USING s WHERE t.k = s.k AND t.k = 3', 't.k = 3', '⋈ t.k = s.k'],
    ['MERGE INTO t USING s ON t.k = s.k WHEN MATCHED THEN DELETE', '⋈ t.k = s.k'],
    // beside a join: the constants come first
    ['SELECT * FROM s JOIN t ON t.k = s.k WHERE t.k = 3', 't.k = 3', '⋈ t.k = s.k'],
    ['SELECT * FROM s JOIN t ON s.k = t.k', '⋈ s.k = t.k'],
    // around it
    ['SELECT * FROM (SELECT * FROM t) x WHERE x.k = 3', 'x.k = 3'],
    ['SELECT * FROM (SELECT * FROM t) x WHERE k = 3', 'k = 3'],
    ['WITH x AS (SELECT * FROM t WHERE j = 1) SELECT * FROM x WHERE x.k = 3', 'x.k = 3'],
    ['SELECT * FROM (SELECT * FROM t WHERE k = 3) x WHERE k = 4', 'k = 3', 'k = 4'],
    // not at all
    ['SELECT k FROM t ORDER BY k'],
    ['SELECT * FROM t JOIN s ON true WHERE s.k = 3'],
    ['SELECT * FROM t WHERE j = (SELECT max(k) FROM s)'],
    ['SELECT * FROM s WHERE k = 3 UNION ALL SELECT * FROM t'],
    ['SELECT * FROM t WHERE kk = 3 AND t.j = 4'],
    ['SELECT * FROM t, LATERAL (SELECT * FROM s WHERE s.k = 3) x'],
  ];
  test.each(table)('%s', (sql, ...conditions) => expect(mentions(sql)).toEqual(conditions));
});

test('a sub-select names the columns of the query around it', () => {
  const sql = 'SELECT * FROM t WHERE EXISTS (SELECT FROM s WHERE s.k = t.k)';
  expect(mentions(sql)).toEqual(['⋈ s.k = t.k']);
});

test('a column of the query around it is another table’s', () => {
  expect(mentions('SELECT * FROM s WHERE s.k = 3 AND EXISTS (SELECT FROM t WHERE t.j = s.j)')).toEqual([]);
});
