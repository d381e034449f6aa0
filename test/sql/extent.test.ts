import { beforeAll, expect, test } from 'vitest';
import { extentOf } from '../../src/sql/extent.ts';
import { as, loadParser, type Node, parseStatement } from '../../src/sql/parse.ts';
import { splitConjuncts } from '../../src/sql/references.ts';

beforeAll(loadParser);

/** Conditions, each of which has to be found whole between two others, on one line and on several. */
const conditions = `
a = 1
'2025-01-01' > e.at
now() > at
t.at AT TIME ZONE 'UTC' > t.at
1=a
"T".a = 'it''s'
s.t.a = U&'d!0061t' UESCAPE '!'
a = E'x\\'y' || $$ AND $$
a = -1
- a = - 1
a = B'101'
a = $1::int
a = true
a
NOT a
NOT (a = 1)
a IS NULL
a IS NOT NULL
a ISNULL
a NOTNULL
a IS NOT UNKNOWN
a IS NFC NORMALIZED
a IS DISTINCT FROM 3
a IS NOT DISTINCT FROM (3)
(a = 1) IS TRUE
((a = 1) OR (b = 2)) IS NOT FALSE
a IN (1, 2)
a NOT IN (SELECT x FROM y WHERE b IS NULL GROUP BY c ORDER BY d LIMIT 1)
(a, b) IN ((1, 2), (3, 4))
ROW(a, b) < ROW(1, 2)
a BETWEEN 1 AND 2
a NOT BETWEEN SYMMETRIC 1 AND f(2)
a = ANY ($1)
a = ANY ('{1,2}'::int[])
a > ALL (ARRAY[1, 2])
a = '{1}'::int[]
a = ARRAY[[1], [2]]
a[1] = b[2:3]
(a).b = (c).d
((a)) = ((1))
(a)::date = ('2025-06-11')
(a->>'x')::int = 1
a::date = '2025-06-11'
CAST(a AS date) = CAST('2025' AS timestamp with time zone)
a = '2025-01-01'::timestamp(3) without time zone
a = '1'::character varying(3)
a = TIMESTAMP WITH TIME ZONE '2025-01-01 00:00:00+00'
a >= now() - INTERVAL '1' DAY
a >= b - INTERVAL '1-2' YEAR TO MONTH
a AT TIME ZONE 'UTC' = b AT TIME ZONE 'UTC'
a = b AT LOCAL
a = now()
a = CURRENT_TIMESTAMP(3)
a = current_user::text COLLATE "default"
a = b COLLATE pg_catalog."C"
extract(year FROM a) = extract(year FROM b)
date_trunc('day', a) = $1
f(VARIADIC a) = f(x => 1)
COALESCE(a, 0) = GREATEST(1, 2)
a = CASE WHEN b THEN 1 ELSE 2 END
CASE a WHEN 1 THEN 'end' ELSE "case" END = 'end'
a + 0 = (((1 + 2) * 3))
a OPERATOR(pg_catalog.=) 3
a LIKE 'x%' ESCAPE '!'
a ~ '[('
a <@ int4range(1, 2)
a ? 'x'
a = (SELECT max(x) FROM y WHERE z = 1)
EXISTS (SELECT 1 FROM y WHERE y.a = t.a)
a = ARRAY(SELECT 1)
a = ANY (VALUES (1), (2))
(b, c) OVERLAPS (DATE '2025-03-01', DATE '2025-04-01')
a = trim(both 'x' from b)
a /* , ) */ = /* AND */ 1
a = '🐘 ä'
ä."🐘" = 1`
  .trim()
  .split('\n');

const surroundings = [
  "'🐘' = b AND ‸ AND z",
  '((z AND ‸))',
  '‸ GROUP BY 1',
  'z\n  AND ‸ -- last\n;',
  '‸',
  'f(z) = 1 AND ‸ UNION SELECT 2',
  '‸ FOR UPDATE',
];

test.each(conditions)('%s', (condition) => {
  for (const around of surroundings) {
    const sql = `SELECT 1 FROM t WHERE ${around.replace('‸', () => condition)}`;
    const { tree, fault } = parseStatement(sql);
    expect(fault).toBeNull();
    const select = as(tree as Node, 'SelectStmt');
    const conjuncts = splitConjuncts((select?.larg ?? select)?.whereClause as Node);
    const texts = conjuncts.map((conjunct) => extentOf(conjunct, sql)).map(({ start, end }) => sql.slice(start, end));
    expect(texts).toContain(condition);
  }
});

test.each([
  ['(a = 1 OR b = 2)', 'a = 1 OR b = 2'],
  ['((a = 1) OR (b = 2))', '(a = 1) OR (b = 2)'],
  ['((a = 1))', 'a = 1'],
])('%s without the parentheses around all of it', (condition, text) => {
  const sql = `SELECT 1 FROM t WHERE z AND ${condition} AND z`;
  const [, conjunct] = splitConjuncts(as(parseStatement(sql).tree as Node, 'SelectStmt')?.whereClause as Node);
  const { start, end } = extentOf(conjunct as Node, sql);
  expect(sql.slice(start, end)).toBe(text);
});
