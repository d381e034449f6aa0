import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { expressionSpan, tableSpan } from '../../src/sql/spans.ts';

/** What of a parse tree's node the comparison needs. */
interface Named {
  readonly location?: number;
  readonly fields?: readonly { readonly String?: { readonly sval: string } }[];
  readonly schemaname?: string;
  readonly relname?: string;
  readonly alias?: { readonly aliasname: string };
}

/** The text of the span that begins where `‸` stands. */
function cut(marked: string, span: typeof expressionSpan): string {
  const start = marked.indexOf('‸');
  const sql = marked.replace('‸', '');
  const { start: from, end } = span(sql, start);
  expect(from).toBe(start);
  return sql.slice(from, end);
}

describe('an expression', () => {
  const cases: readonly (readonly [marked: string, text: string])[] = [
    ['SELECT ‸c.created_at FROM credit c', 'c.created_at'],
    ['SELECT 1 FROM t WHERE ‸created_at=$1', 'created_at'],
    ['SELECT 1 FROM t WHERE ‸created_at', 'created_at'],
    ['SELECT 1 FROM t WHERE ‸"a ""b" . /* c */ "D" = 1', '"a ""b" . /* c */ "D"'],
    ['SELECT ‸U&"d\\0061t" = 1', 'U&"d\\0061t"'],
    ['SELECT ‸e.* FROM t e', 'e.*'],
    ["SELECT '🐘', ‸s.tä.g FROM t", 's.tä.g'],
    ["SELECT 1 FROM t WHERE ‸created_at::date = '2025-01-01'", 'created_at'],
    ['SELECT 1 FROM t WHERE ‸a.b[1] = 1', 'a.b'],
    ["SELECT 1 FROM t WHERE ‸date_trunc('day', e.created_at) = $1", "date_trunc('day', e.created_at)"],
    ["MERGE INTO t USING s ON ‸pg_catalog.lower(t.a || ')') = s.a WHEN MATCHED THEN DELETE", "pg_catalog.lower(t.a || ')')"],
    ['SELECT ‸extract(year FROM created_at)', 'extract(year FROM created_at)'],
    ['SELECT ‸CASE WHEN a THEN 1 END + 2', 'CASE WHEN a THEN 1 END'],
    ["SELECT ‸interval '1 day' + a", "interval '1 day'"],
    ['SELECT ‸ARRAY[1, 2] || a', 'ARRAY[1, 2]'],
    ['SELECT 1 FROM t WHERE ‸(a, (b)) < (1, 2)', '(a, (b))'],
    ['SELECT 1 FROM t WHERE a ‸AND (b OR c)', 'AND'],
    ['SELECT 1 FROM t WHERE a ‸>= b', '>='],
    ['SELECT 1 FROM t WHERE a‸::date', '::'],
    ["SELECT 1 FROM t WHERE a = ‸'it''s'", "'it''s'"],
    ['SELECT 1 FROM t WHERE a = ‸$12', '$12'],
    ['SELECT ‸current_date', 'current_date'],
    ['SELECT ‸lower(a', 'lower(a'],
    ['SELECT a FROM t WHERE‸', ''],
  ];
  test.each(cases)('%s', (marked, text) => expect(cut(marked, expressionSpan)).toBe(text));

  test('in a statement too long to be worth a tree', () => {
    const list = Array.from({ length: 10_000 }, (_, index) => index).join(', ');
    expect(cut(`SELECT 1 FROM t WHERE ‸lower(a) = 'b' AND c IN (${list})`, expressionSpan)).toBe('lower(a)');
  });
});

describe('a table', () => {
  const cases: readonly (readonly [marked: string, text: string])[] = [
    ['SELECT 1 FROM ‸credit c WHERE a', 'credit c'],
    ['SELECT 1 FROM a JOIN ‸credit AS c ON true', 'credit AS c'],
    ['SELECT 1 FROM ‸public."Credit" "the c", b', 'public."Credit" "the c"'],
    ['SELECT 1 FROM ‸credit /* all */ c (a, b)', 'credit /* all */ c'],
    ['SELECT 1 FROM ‸credit WHERE a', 'credit'],
    ['SELECT 1 FROM ‸credit', 'credit'],
    ['SELECT 1 FROM ‸credit LEFT JOIN b ON true', 'credit'],
    ['SELECT 1 FROM ‸credit TABLESAMPLE system (1)', 'credit'],
    ['(SELECT 1 FROM ‸credit) UNION SELECT 2', 'credit'],
    ['SELECT 1 FROM ‸credit FOR UPDATE', 'credit'],
    ['UPDATE ‸credit SET a = 1', 'credit'],
    ['UPDATE ONLY ‸credit c SET a = 1', 'credit c'],
    ['DELETE FROM ‸credit USING b', 'credit'],
    ['INSERT INTO ‸credit VALUES (1)', 'credit'],
    ['INSERT INTO ‸credit AS c (a) SELECT 1', 'credit AS c'],
    ['MERGE INTO ‸credit c USING s ON true WHEN MATCHED THEN DELETE', 'credit c'],
    ['CREATE TABLE ‸credit AS SELECT 1', 'credit'],
  ];
  test.each(cases)('%s', (marked, text) => expect(cut(marked, tableSpan)).toBe(text));
});

describe(`names in PostgreSQL's own parse tree`, () => {
  beforeAll(loadModule);

  const statements = [
    'SELECT a, t.b, s.t.c, t.*, "T" . "x y", count(*) FILTER (WHERE f.g) FROM s.t AS t, "T" WHERE (t.b, d) = (1, 2) AND NOT e AND f(t.b::text) IS NULL',
    'WITH w AS MATERIALIZED (SELECT x.a FROM x) SELECT w.a FROM w JOIN y z USING (a) CROSS JOIN LATERAL (SELECT q FROM q WHERE q.r = w.a) v ORDER BY z.b LIMIT 1',
    'UPDATE t u SET a = v.b, c = u.c + 1 FROM v WHERE u.id = v.id AND u.k BETWEEN v.l AND v.m RETURNING u.a',
    "DELETE FROM ONLY t USING v w WHERE t.id = w.id AND t.at >= w.at + interval '1 day'",
    'MERGE INTO t USING v AS w ON t.id = w.id WHEN MATCHED AND w.gone THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (w.id)',
    'INSERT INTO t AS o (a) SELECT a FROM v NATURAL JOIN n WHERE v.a IN (SELECT b FROM u FETCH FIRST ROW ONLY) ON CONFLICT (a) DO UPDATE SET a = excluded.a WHERE o.a <> excluded.a',
    'SELECT sum(t.a) OVER (PARTITION BY t.g ORDER BY t.o ROWS UNBOUNDED PRECEDING) FROM t TABLESAMPLE system (1) WHERE t.z AT TIME ZONE t.y > $1 FOR UPDATE OF t',
  ];

  test.each(statements)('%s', (sql) => {
    let compared = 0;
    const textOf = ({ start, end }: { start: number; end: number }) => sql.slice(start, end).replace(/"|\s+(?=\.)|(?<=\.)\s+/g, '');
    const visit = (node: unknown, kind: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { location, fields = [], schemaname, relname, alias } = node as Named;
      if (kind === 'ColumnRef') {
        expect(textOf(expressionSpan(sql, location ?? 0))).toBe(fields.map((part) => part.String?.sval ?? '*').join('.'));
        compared += 1;
      }
      if (relname !== undefined && location !== undefined) {
        const name = schemaname === undefined ? relname : `${schemaname}.${relname}`;
        expect(textOf(tableSpan(sql, location)).replace(/ as /i, ' ')).toBe(alias === undefined ? name : `${name} ${alias.aliasname}`);
        compared += 1;
      }
      for (const [key, child] of Object.entries(node)) visit(child, key);
    };
    visit(parseSync(sql).stmts, '');
    expect(compared).toBeGreaterThan(5);
  });
});
