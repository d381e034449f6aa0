import { describe, expect, test } from 'vitest';
import { toNormalShape, toNormalText } from '../../src/sql/normal-text.ts';

describe('the same statement, written otherwise', () => {
  const cases: readonly (readonly [one: string, other: string])[] = [
    ['SELECT 1', 'select\r\n\t1'],
    ['SELECT a.b FROM T', 'select a . b /* x */ FROM t -- y'],
    ['SELECT count(*) FROM t', 'SELECT COUNT ( * ) FROM t'],
    ['SELECT 1 WHERE a<=1', 'SELECT 1 WHERE a <= 1'],
    ['SELECT 1 WHERE a=-1', 'SELECT 1 WHERE a = -1'],
    ["SELECT a->>'b'", "SELECT a ->> 'b'"],
    ['SELECT a::int', 'SELECT a :: INT'],
  ];
  test.each(cases)('%j and %j', (one, other) => {
    expect(toNormalText(one)).toBe(toNormalText(other));
    expect(toNormalShape(one)).toBe(toNormalShape(other));
  });
});

describe('another statement', () => {
  const cases: readonly (readonly [one: string, other: string])[] = [
    ["SELECT 'A'", "SELECT 'a'"],
    ["SELECT 'a  b'", "SELECT 'a b'"],
    ["SELECT '-- a'", "SELECT '-- b'"],
    ['SELECT "A"', 'SELECT "a"'],
    ['SELECT 1', 'SELECT 2'],
    ['SELECT $1', 'SELECT $2'],
    ['SELECT 1 WHERE a < @ b', 'SELECT 1 WHERE a <@ b'],
    ['SELECT 1 WHERE a IN (1, 2)', 'SELECT 1 WHERE a IN (1)'],
    ['SELECT $$a$$', 'SELECT $$b$$'],
  ];
  test.each(cases)('%j and %j', (one, other) => expect(toNormalText(one)).not.toBe(toNormalText(other)));
});

describe('one captured statement, sent otherwise', () => {
  const cases: readonly (readonly [one: string, other: string])[] = [
    ["SELECT 1 WHERE a = 'x' AND b = 3", "select 1 where a = 'it''s' and b = 1e6"],
    ['SELECT 1 WHERE a IN ($1) AND b = $2', 'SELECT 1 WHERE a IN ($1, $2, $3) AND b = $4'],
    ['SELECT 1 WHERE a IN (1) AND b = $1', 'SELECT 1 WHERE a IN (1, -2) AND b = $1'],
    ['SELECT 1 WHERE (a, b) IN (($1, $2))', 'SELECT 1 WHERE (a, b) IN (($1, $2), ($3, $4))'],
    ['SELECT 1 WHERE a = ANY (ARRAY[$1])', 'SELECT 1 WHERE a = ANY (ARRAY[$1, $2])'],
    ["SELECT 1 /* traceparent='00-1' */", "SELECT 1 /* traceparent='00-2' */"],
  ];
  test.each(cases)('%j and %j', (one, other) => expect(toNormalShape(one)).toBe(toNormalShape(other)));
});

describe('another captured statement', () => {
  const cases: readonly (readonly [one: string, other: string])[] = [
    ['SELECT 1 WHERE a = $1 AND b = $1', 'SELECT 1 WHERE a = $1 AND b = $2'],
    ['SELECT 1 WHERE a IN (SELECT 1)', 'SELECT 1 WHERE a IN (1)'],
    ['SELECT 1 WHERE a IN (b, $1)', 'SELECT 1 WHERE a IN (c, $1)'],
    ['SELECT 1 WHERE f(1)', 'SELECT 1 WHERE f(1, 2)'],
    ['SELECT a FROM t', 'SELECT b FROM t'],
  ];
  test.each(cases)('%j and %j', (one, other) => expect(toNormalShape(one)).not.toBe(toNormalShape(other)));
});
