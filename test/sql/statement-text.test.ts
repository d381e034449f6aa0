import { beforeAll, describe, expect, test } from 'vitest';
import { loadParser } from '../../src/sql/parse.ts';
import { readStatementText } from '../../src/sql/statement-text.ts';

beforeAll(loadParser);

describe('the kind and the number of parameters', () => {
  test.each([
    ['SELECT 1', 'select', 0],
    ['WITH a AS (SELECT $2) SELECT $1 FROM a', 'select', 2],
    ['VALUES ($3)', 'select', 3],
    ['TABLE credit', 'select', 0],
    ['INSERT INTO credit VALUES ($1, $2)', 'insert', 2],
    ['WITH a AS (DELETE FROM b) UPDATE credit SET x = $1', 'update', 1],
    ['DELETE FROM credit WHERE x = $1', 'delete', 1],
    ['MERGE INTO credit USING s ON true WHEN MATCHED THEN UPDATE SET x = $4', 'merge', 4],
    ['CREATE TABLE t AS SELECT * FROM credit', 'select', 0],
    ['CREATE MATERIALIZED VIEW t AS SELECT * FROM credit', 'select', 0],
    ['SELECT * INTO t FROM credit', 'select', 0],
    ['DECLARE c CURSOR FOR SELECT * FROM credit', 'select', 0],
    ['PREPARE p (int) AS UPDATE credit SET x = $1', 'update', 1],
    ['EXPLAIN DELETE FROM credit', 'delete', 0],
    ['COPY (SELECT * FROM credit) TO STDOUT', 'select', 0],
  ])('%s', (sql, kind, parameters) => {
    const text = readStatementText(sql);
    expect(text).toMatchObject({ sql, kind, parameters });
    expect(text.planned).not.toBeNull();
    expect(text.tree).not.toBeNull();
  });
});

describe('a statement without a plan goes by its first words', () => {
  test.each([
    ['BEGIN', 'BEGIN'],
    ['set timezone = $$UTC$$', 'SET'],
    ['-- first\n /* then */ CREATE  INDEX i ON credit (x)', 'CREATE INDEX'],
    ['CREATE OR REPLACE VIEW v AS SELECT * FROM credit', 'CREATE VIEW'],
    ['ALTER TABLE credit ADD x int', 'ALTER TABLE'],
    ['DROP TABLE credit', 'DROP TABLE'],
    ['REFRESH MATERIALIZED VIEW v', 'REFRESH MATERIALIZED'],
    ['TRUNCATE credit', 'TRUNCATE'],
    ['VACUUM credit', 'VACUUM'],
    ['COPY credit FROM STDIN', 'COPY'],
    ['EXECUTE p (1)', 'EXECUTE'],
    ['CALL p($1)', 'CALL'],
    ['LOCK TABLE credit', 'LOCK'],
    ['FETCH 10 FROM c', 'FETCH'],
    ['DO $$ BEGIN END $$', 'DO'],
  ])('%s', (sql, command) => {
    expect(readStatementText(sql)).toMatchObject({ sql, kind: 'utility', command, planned: null, references: [], parameters: 0 });
  });
});

describe('a query is cut out with its offsets kept', () => {
  const query = "SELECT * FROM credit WHERE x = ')' AND y = $1";
  test.each([
    'CREATE TABLE t AS ‸',
    'CREATE TABLE IF NOT EXISTS t (a, b) WITH (fillfactor = 70) AS\n‸\nWITH NO DATA',
    'CREATE MATERIALIZED VIEW v AS ‸ WITH DATA',
    'PREPARE p AS ‸',
    'prepare "as" (int, numeric(10, 2)) as\n  ‸',
    '/* EXPLAIN */ EXPLAIN ‸',
    'EXPLAIN ANALYZE VERBOSE ‸',
    'EXPLAIN (ANALYZE, FORMAT JSON)\n‸',
    'explain (costs off) ‸',
    'EXPLAIN (‸)',
    'EXPLAIN (ANALYZE) (‸)',
    'COPY (‸) TO STDOUT (FORMAT csv)',
    "COPY /* ( */ (\n‸\n) TO '/tmp/x'",
    'EXPLAIN (/* ; */ ‸)',
    'EXPLAIN ((‸))',
    'DECLARE c SCROLL CURSOR WITH HOLD FOR ‸',
    'EXPLAIN DECLARE c CURSOR FOR ‸',
  ])('%s', (around) => {
    const sql = around.replace('‸', () => query);
    const { planned, references, kind } = readStatementText(sql);
    const start = around.indexOf('‸');
    expect(planned?.slice(start, start + query.length)).toBe(query);
    expect(planned?.slice(0, start)).toMatch(/^(?:[\s(]|\/\* ; \*\/)*$/);
    expect(planned?.slice(0, start).split('\n')).toHaveLength(sql.slice(0, start).split('\n').length);
    expect(kind).toBe('select');
    expect(references.map((reference) => sql.slice(reference.start, reference.start + 6))).toEqual(['credit']);
  });
});

test('PREPARE tells the types of its parameters', () => {
  const declared = (sql: string) => readStatementText(sql).declared;
  expect(declared('PREPARE /* ( */ p (int, numeric(10, 2), timestamp with time zone, text[]) AS SELECT 1')).toEqual([
    'int',
    'numeric(10, 2)',
    'timestamp with time zone',
    'text[]',
  ]);
  expect(declared('PREPARE p AS SELECT (1)')).toEqual([]);
});

test.each(['SELEC 1', 'SELECT * FROM', '-- nothing', 'SELECT 1 WHERE x = ?', 'SELECT :name'])('what is not SQL is left to the server: %s', (sql) => {
  expect(readStatementText(sql)).toMatchObject({ sql, planned: sql, tree: null, references: [] });
});
