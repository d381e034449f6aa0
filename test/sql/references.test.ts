import { beforeAll, describe, expect, test } from 'vitest';
import { loadParser, type Node, parseStatement } from '../../src/sql/parse.ts';
import { findReferences, type TextReference } from '../../src/sql/references.ts';

beforeAll(loadParser);

function read(sql: string): readonly TextReference[] {
  const { tree, fault } = parseStatement(sql);
  expect(fault).toBeNull();
  return findReferences(tree as Node);
}

/** `credit c` is read, `> credit` written to, `abs()` called; the number is the depth. */
function show({ schema, name, alias, role, level }: TextReference): string {
  const full = `${role === 'insert' ? '> ' : ''}${schema === null ? '' : `${schema}.`}${name}${role === 'function' ? '()' : ''}`;
  return `${full}${alias === name ? '' : ` ${alias}`} ${level.depth}`;
}

describe('the references of', () => {
  const table: readonly (readonly [sql: string, references: string])[] = [
    // FROM
    ['SELECT 1', ''],
    ['SELECT * FROM credit', 'credit 0'],
    ['TABLE credit', 'credit 0'],
    ['SELECT * FROM public.credit AS c, ONLY "Debit" d', 'public.credit c 0, Debit d 0'],
    ['SELECT * FROM credit c1, credit c2', 'credit c1 0, credit c2 0'],
    ['SELECT * FROM a JOIN (b NATURAL JOIN c AS x (p, q)) ON true', 'a 0, b 0, c x 0'],
    ['SELECT * FROM (a JOIN b ON true) AS j', 'a 0, b 0'],
    ['SELECT * FROM credit TABLESAMPLE system (1) FOR UPDATE OF credit', 'credit 0'],
    ['SELECT * FROM a, LATERAL (SELECT * FROM b WHERE b.x = a.x) s', 'a 0, b 1'],
    // sub-selects
    ['SELECT (SELECT x FROM a), b FROM c', 'a 1, c 0'],
    ['SELECT * FROM a WHERE x IN (SELECT y FROM b WHERE EXISTS (SELECT FROM c))', 'a 0, b 1, c 2'],
    ['SELECT * FROM a WHERE (SELECT x FROM b) = ANY (SELECT y FROM c)', 'a 0, b 1, c 1'],
    ['SELECT * FROM a JOIN b ON b.x = (SELECT y FROM c)', 'a 0, b 0, c 1'],
    ['SELECT ARRAY(SELECT x FROM a), CASE WHEN EXISTS (SELECT FROM b) THEN 1 END', 'a 1, b 1'],
    ['SELECT FROM a GROUP BY (SELECT 1 FROM b) HAVING EXISTS (SELECT FROM c) LIMIT (SELECT 1 FROM d)', 'a 0, b 1, c 1, d 1'],
    ['SELECT sum(x) FILTER (WHERE EXISTS (SELECT FROM b)) OVER (ORDER BY (SELECT 1 FROM c)) FROM a', 'sum() 0, b 1, c 1, a 0'],
    ["SELECT * FROM XMLTABLE('/a' PASSING (SELECT x FROM a) COLUMNS y int)", 'a 1'],
    ['VALUES ((SELECT x FROM a))', 'a 1'],
    // set operations
    ['SELECT * FROM a UNION ALL SELECT * FROM b EXCEPT SELECT * FROM c', 'a 1, b 1, c 1'],
    ['(SELECT FROM a) UNION (SELECT FROM b) ORDER BY (SELECT 1 FROM c)', 'a 1, b 1, c 1'],
    // functions
    ['SELECT pg_catalog.lower(y) FROM f_entries(3, now()) e WHERE g(h(x)) = 1', 'pg_catalog.lower() 0, f_entries() 0, now() 0, g() 0, h() 0'],
    ['SELECT current_date, COALESCE(x, f(y)) FROM ROWS FROM (a(1), s.b(2)) AS t', 'f() 0, a() 0, s.b() 0'],
    // common tables and their scope
    ['WITH w AS (SELECT * FROM a) SELECT * FROM w', 'a 1'],
    ['WITH w AS (SELECT * FROM a) SELECT * FROM b UNION ALL SELECT * FROM w', 'a 1, b 1'],
    ['WITH a AS (SELECT * FROM a) SELECT * FROM a', 'a 1'],
    ['WITH a AS (SELECT 1) SELECT * FROM public.a', 'public.a 0'],
    ['WITH b AS (SELECT * FROM c), c AS (SELECT * FROM b) SELECT * FROM c', 'c 1'],
    ['WITH RECURSIVE r AS (SELECT * FROM a UNION ALL SELECT b.* FROM b JOIN r ON true) SELECT * FROM r', 'a 2, b 2'],
    ['WITH w AS (SELECT 1) SELECT * FROM (SELECT * FROM w WHERE x IN (SELECT y FROM w)) s', ''],
    ['SELECT * FROM (WITH w AS (SELECT * FROM a) SELECT * FROM w) s, w', 'a 2, w 0'],
    ['INSERT INTO t WITH w AS (SELECT * FROM a) SELECT * FROM w', '> t 0, a 2'],
    ['WITH w AS (SELECT 1) DELETE FROM w', 'w 0'],
    // statements that write
    ['INSERT INTO credit DEFAULT VALUES', '> credit 0'],
    ['INSERT INTO credit AS c VALUES ((SELECT x FROM a))', '> credit c 0, a 2'],
    [
      'INSERT INTO t TABLE a ON CONFLICT (x) DO UPDATE SET x = (SELECT 1 FROM b) WHERE EXISTS (SELECT FROM c) RETURNING (SELECT 1 FROM d)',
      '> t 0, a 1, b 1, c 1, d 1',
    ],
    ['UPDATE t u SET x = (SELECT y FROM a) FROM b JOIN c ON true WHERE EXISTS (SELECT FROM d)', 't u 0, a 1, b 0, c 0, d 1'],
    ['UPDATE t SET (x, y, z) = (SELECT 1, 2, 3 FROM a)', 't 0, a 1'],
    ['DELETE FROM ONLY t USING a WHERE t.x = (SELECT 1 FROM b) RETURNING (SELECT 1 FROM c)', 't 0, a 0, b 1, c 1'],
    [
      'MERGE INTO t USING (SELECT * FROM a) s ON t.x = s.x AND EXISTS (SELECT FROM b) WHEN MATCHED AND s.y = (SELECT 1 FROM c) ' +
        'THEN UPDATE SET x = (SELECT 1 FROM d) WHEN NOT MATCHED THEN INSERT VALUES ((SELECT 1 FROM e))',
      't 0, a 1, b 1, c 1, d 1, e 1',
    ],
    ['WITH s AS (DELETE FROM a RETURNING *) INSERT INTO t SELECT * FROM s', 'a 1, > t 0'],
    ['WITH s AS (SELECT * FROM a) MERGE INTO t USING s ON true WHEN MATCHED THEN DO NOTHING', 'a 1, t 0'],
  ];
  test.each(table)('%s', (sql, references) => expect(read(sql).map(show).join(', ')).toBe(references));
});

test('a reference begins where its name does, in UTF-16 units', () => {
  const sql = `SELECT '🐘 ä', lower(c.x) FROM public.credit c, (SELECT * FROM "Ü") s`;
  expect(read(sql).map(({ start }) => sql.slice(start, start + 6))).toEqual(['lower(', 'public', '"Ü") s']);
});

test('the conditions of a level are those of its WHERE and its ONs, split at their ANDs', () => {
  const [a, , b] = read('SELECT * FROM a JOIN x USING (k, l) NATURAL JOIN (SELECT FROM b WHERE p) s WHERE (q AND r) AND (s OR t)');
  expect(a?.level.conjuncts).toHaveLength(3);
  expect(a?.level.using).toEqual(['k', 'l', null]);
  expect(b?.level.conjuncts).toHaveLength(1);
  expect(b?.level.parent).toBe(a?.level);
});

test('a MERGE and a DELETE have the conditions of their joins', () => {
  const [target] = read('MERGE INTO t USING s ON t.k = s.k AND t.x = 1 WHEN MATCHED THEN DELETE');
  expect(target?.level.conjuncts).toHaveLength(2);
});
