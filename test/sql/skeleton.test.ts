import { describe, expect, test } from 'vitest';
import { numberLiterals, toSkeleton } from '../../src/sql/skeleton.ts';

describe('constants', () => {
  const cases: readonly (readonly [sql: string, literals: readonly string[]])[] = [
    ["SELECT 1, 2.5, 'a', 'it''s', -3", ['1', '2.5', "'a'", "'it''s'", '3']],
    ['SELECT t_2019.a1, $1, a$2, "x 1" FROM s2.t', []],
    ["E'it\\'s 1', e'\\\\', 'a\\', $$1$$, $q$ $$ 2 $q$", ["'it\\'s 1'", "'\\\\'", "'a\\'", '$$1$$', '$q$ $$ 2 $q$']],
    ["date '2025-01-01' + 1 -- 2 'x'\n, 3 /* 4 'y' */", ["'2025-01-01'", '1', '3']],
    ["'unterminated 1", ["'unterminated 1"]],
    ['a[1:2] - 1e5', ['1', '2', '1e5']],
    ['/*+ IndexScan(t 1) */ 2', ['1', '2']],
  ];
  test.each(cases)('%s', (sql, literals) => {
    const skeleton = toSkeleton(sql);
    expect(skeleton.literals).toEqual(literals);
    expect(skeleton.starts.map((start, index) => sql.slice(start, start + (literals[index]?.length ?? 0)))).toEqual(literals);
  });
});

describe('texts of one skeleton', () => {
  const cases: readonly (readonly [one: string, other: string, isSame: boolean])[] = [
    ['SELECT 1', 'SELECT 22', true],
    ["SELECT 'a'", "SELECT 'b''c'", true],
    ["SELECT 'a'", 'SELECT 1', false],
    ['SELECT a /* x */', 'SELECT a', true],
    ['/* x */ SELECT a', 'SELECT a -- y', true],
    ['SELECT $1', 'SELECT $2', false],
    ['SELECT a', 'SELECT /*+ hint */ a', false],
    ['SELECT t1', 'SELECT t2', false],
    ['SELECT "a"', 'SELECT "b"', false],
  ];
  test.each(cases)('%s and %s', (one, other, isSame) => {
    expect(toSkeleton(one).key === toSkeleton(other).key).toBe(isSame);
  });
});

test('constants as parameters', () => {
  expect(numberLiterals("SELECT a1 FROM t WHERE a = 1 AND b = $1 AND c = 'x1'", 1)).toBe(
    "SELECT a1 FROM t WHERE a = $2 AND b = $1 AND c = '\u00013'",
  );
});
