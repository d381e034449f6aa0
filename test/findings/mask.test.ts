import { describe, expect, test } from 'vitest';
import { maskLiterals, maskReason } from '../../src/findings/mask.ts';
import type { Judgement } from '../../src/plan/judgement.ts';
import { toStatement } from '../check-sql.ts';

describe('literals are masked, at their length', () => {
  test.each([
    ["SELECT * FROM t WHERE a = 'secret' AND b = 42", "SELECT * FROM t WHERE a = '******' AND b = ??"],
    ["a = 'it''s two words'", "a = '**''* *** *****'"],
    ['a = $1 AND b1 = 1.5e3', 'a = $1 AND b1 = ?????'],
    ['a = $$se cret$$ AND b = $x$secret$x$', 'a = $$** ****$$ AND b = $*$******$*$'],
    ['"Secret 1" = a /* 42 */ -- 7', '"Secret 1" = a /* ?? */ -- ?'],
    ["a = '🐘'", "a = '**'"],
    ["a = 'line\n break'", "a = '****\n *****'"],
  ])('%s', (sql, masked) => {
    expect(maskLiterals(sql)).toBe(masked);
    expect(maskLiterals(sql)).toHaveLength(sql.length);
  });

  test.each(["a = E'se\\'cret'", "a = U&'s!0065cret' UESCAPE '!'", "a = B'101' AND b = x'ff'", "a = 'secret", '/* 42'])('in %s too', (sql) => {
    const masked = maskLiterals(sql);
    expect(masked).toHaveLength(sql.length);
    expect(masked).not.toMatch(/cret|101|ff|42/);
  });
});

describe('what PostgreSQL says quotes no value', () => {
  const failed = (sqlstate: string, reason: string): Judgement => ({ status: 'failed', reason, sqlstate, span: null });
  const reason = (judgement: Judgement, sql: string, values: readonly string[] = []): string => {
    const parameters = { from: 'captured', values: new Map(values.map((value, index) => [index + 1, value])), types: new Map() } as const;
    const masked = maskReason(judgement, toStatement(sql, { parameters }));
    return masked.status === 'failed' ? masked.reason : '';
  };

  test.each([
    ['22P02', 'invalid input syntax for type integer: "4711-B"', 'SELECT $1::integer', ['x']],
    ['42703', 'column "4711-B" does not exist', 'SELECT $1', ['4711-B']],
    ['42601', 'syntax error at or near "\'secret\'"', "SELECT 'secret' 'x'", []],
    ['42601', 'syntax error at or near "4711"', 'SELECT 1 4711', []],
  ])('%s %s', (sqlstate, text, sql, values) => expect(reason(failed(sqlstate, text), sql, values)).toBe(text.replace(/"[^"]*"/, '"***"')));

  test('but keeps names', () => {
    const text = 'column "amuont" does not exist';
    expect(reason(failed('42703', text), "SELECT amuont FROM t WHERE a = 'x'")).toBe(text);
  });
});
