import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { findInPlpgsql } from '../../src/bodies/plpgsql.ts';
import { noScope } from '../../src/bodies/scope.ts';
import { applyEdits } from '../../src/sql/edits.ts';
import { loadParser } from '../../src/sql/parse.ts';

const { parsePlPgSQLSync } = createRequire(import.meta.url)('libpg-query') as typeof import('libpg-query');

beforeAll(loadParser);

/** The statements that PostgreSQL's own parser of plpgsql finds, without its expressions. */
function queriesOf(body: string): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { query, parseMode } = value as { readonly query?: unknown; readonly parseMode?: unknown };
    if (typeof query === 'string' && parseMode === 0) found.push(squash(query));
    Object.values(value).forEach(visit);
  };
  visit(parsePlPgSQLSync(`CREATE FUNCTION f(g integer) RETURNS SETOF integer LANGUAGE plpgsql AS $outermost$${body}$outermost$`));
  return found;
}

function ours(body: string): readonly string[] {
  return findInPlpgsql(body, noScope).map(({ start, end, edits }) => {
    const own = edits.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }));
    return squash(applyEdits(body.slice(start, end), own));
  });
}

const squash = (sql: string): string => sql.replace(/\s+/g, ' ').trim();

test.each([
  'BEGIN INSERT INTO t VALUES (1); UPDATE t SET a = 1; DELETE FROM t; MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE; END',
  'DECLARE a int; b int; BEGIN SELECT 1, 2 INTO STRICT a, b FROM t; SELECT INTO a 1 FROM t; INSERT INTO t SELECT 1 RETURNING 1 INTO a; DELETE FROM t RETURNING x INTO b; END',
  'DECLARE r record; BEGIN FOR r IN SELECT * FROM t LOOP PERFORM f(r.a) FROM u; END LOOP; FOR r IN WITH x AS (SELECT 1) SELECT * FROM x LOOP NULL; END LOOP; END',
  'BEGIN RETURN QUERY SELECT 1; RETURN QUERY (SELECT 2); RETURN QUERY VALUES (3); RETURN QUERY INSERT INTO t SELECT 4 RETURNING 5; RETURN NEXT 6; RETURN; END',
  'DECLARE c CURSOR FOR SELECT 1 FROM t; d NO SCROLL CURSOR (k int, l text) IS SELECT k, l FROM t; e refcursor; BEGIN OPEN e FOR SELECT 2 FROM t FOR UPDATE; OPEN c; FETCH c INTO g; CLOSE c; END',
  `BEGIN IF g = 1 THEN DELETE FROM a; ELSIF (CASE WHEN g = 2 THEN true ELSE false END) THEN DELETE FROM b; ELSE DELETE FROM c; END IF; DELETE FROM d; END`,
  `BEGIN CASE g WHEN 1, 2 THEN DELETE FROM a; ELSE DELETE FROM b; END CASE; CASE WHEN g = 1 THEN UPDATE t SET x = CASE WHEN y THEN 1 ELSE 2 END; END CASE; DELETE FROM c; END`,
  `<<a>> BEGIN <<b>> LOOP DELETE FROM a; EXIT b WHEN g > 1; CONTINUE b; END LOOP b; WHILE g < 5 LOOP DELETE FROM b; g := g + 1; END LOOP; FOR i IN REVERSE 10..g+1 BY 2 LOOP DELETE FROM c; END LOOP; END a`,
  `BEGIN DELETE FROM a; EXCEPTION WHEN unique_violation OR SQLSTATE '22012' THEN DELETE FROM b; RAISE EXCEPTION 'x; %', g USING HINT = 'DELETE FROM c;'; WHEN OTHERS THEN RAISE; END`,
  `BEGIN /* ; */ SELECT ';' FROM -- ;\n t; PERFORM $x$;$x$ FROM t; PERFORM E'\\';' FROM t; PERFORM "a;b" FROM t; END`,
  `DECLARE a int[]; r record; "Q" int; BEGIN a[1] := 1; a[g + 1] = 2; r.x := 3; "Q" := 4; DELETE FROM t WHERE a = 1; END`,
  `BEGIN CREATE TEMP TABLE x AS SELECT 1; LOCK TABLE t; TRUNCATE t; DROP TABLE x; ANALYZE t; SET LOCAL work_mem = '1MB'; END`,
  `DECLARE n int; BEGIN GET DIAGNOSTICS n = ROW_COUNT; ASSERT g = 1, 'm'; NULL; DECLARE m int := 1; BEGIN DELETE FROM t; END; FOREACH n SLICE 0 IN ARRAY ARRAY[1] LOOP DELETE FROM u; END LOOP; END`,
])('%s', (body) => {
  const theirs = queriesOf(body);
  expect(theirs.length).toBeGreaterThan(0);
  expect(ours(body)).toEqual(expect.arrayContaining([...theirs]));
  expect(ours(body).length).toBe(theirs.length);
});
