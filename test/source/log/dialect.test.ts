import { describe, expect, test } from 'vitest';
import { rewritePlaceholders } from '../../../src/source/log/dialect.ts';
import type { Dialect } from '../../../src/source/log/log-format.ts';

type Case = readonly [sql: string, rewritten: string, order: readonly (number | string)[]];

const cases: Readonly<Partial<Record<Dialect, readonly Case[]>>> = {
  question: [
    ['SELECT ? WHERE a = ? AND b IN (?,?)', 'SELECT $1 WHERE a = $2 AND b IN ($3,$4)', [0, 1, 2, 3]],
    ["SELECT '?', \"?\", $$?$$, E'\\'?' -- ?\n, ? /* ? */", "SELECT '?', \"?\", $$?$$, E'\\'?' -- ?\n, $1 /* ? */", [0]],
    ["a ?? 'x' AND b \\? 'y' AND c \\\\? ?", "a ? 'x' AND b ? 'y' AND c ? $1", [0]],
    ["data ?| array['a'] AND data ?& array[?]", "data ?| array['a'] AND data ?& array[$1]", [0]],
    ["data ? 'x' AND (data) ? ?", "data ? 'x' AND (data) ? $1", [0]],
    ['LIMIT ? OFFSET ?', 'LIMIT $1 OFFSET $2', [0, 1]],
    ["name LIKE ?||'%' AND ?::int = ANY(?)", "name LIKE $1||'%' AND $2::int = ANY($3)", [0, 1, 2]],
  ],
  format: [
    ['a = %s AND b = %b AND c %% %t', 'a = $1 AND b = $2 AND c % $3', [0, 1, 2]],
    ["a LIKE 'x%%' AND b = '%s'", "a LIKE 'x%' AND b = '%s'", []],
    ['a % b = %s', 'a % b = $1', [0]],
  ],
  pyformat: [
    ['a = %(a)s AND b = %(b_1)s OR c = %(a)s', 'a = $1 AND b = $2 OR c = $1', ['a', 'b_1']],
    ["a = '%(a)s' -- %(a)s", "a = '%(a)s' -- %(a)s", []],
  ],
  colon: [
    ['a = :a AND b = :b::uuid AND c = :a', 'a = $1 AND b = $2::uuid AND c = $1', ['a', 'b']],
    ["x::text, ':a', \":a\", (ARRAY[1,2])[1:2], y[1:n], '12:30:00'::time", "x::text, ':a', \":a\", (ARRAY[1,2])[1:2], y[1:n], '12:30:00'::time", []],
    ['f(x := :a)', 'f(x := $1)', ['a']],
  ],
  at: [
    ['a = @a AND b >= @p0 AND c = @a', 'a = $1 AND b >= $2 AND c = $1', ['a', 'p0']],
    [
      "a @> b AND c <@ d AND e @@ f AND g @? '$.x' AND @ h = 1 AND '@a' = \"@a\"",
      "a @> b AND c <@ d AND e @@ f AND g @? '$.x' AND @ h = 1 AND '@a' = \"@a\"",
      [],
    ],
    // PostgreSQL reads one operator here.
    ['a >=@x', 'a >=@x', []],
  ],
  dollar: [["a = $1 AND b ? 'x' AND c = :y", "a = $1 AND b ? 'x' AND c = :y", []]],
  none: [['a ? b', 'a ? b', []]],
};

describe.each(Object.entries(cases) as [Dialect, readonly Case[]][])('%s', (dialect, all) => {
  test.each(all)('%s', (sql, rewritten, order) => {
    expect(rewritePlaceholders(sql, dialect, { names: null, hasValues: true })).toEqual({ sql: rewritten, order });
  });
});

test('a name that no value has is none', () => {
  const given = { names: new Set(['a']), hasValues: true };
  expect(rewritePlaceholders('SELECT :a, :b', 'colon', given).sql).toBe('SELECT $1, :b');
  expect(rewritePlaceholders('a >=@a AND b >=@b', 'at', given).sql).toBe('a >=$1 AND b >=@b');
});

test('without values a percent sign is one', () => {
  expect(rewritePlaceholders("a LIKE 'x%%' AND b %% 2", 'format', { names: null, hasValues: false }).sql).toBe("a LIKE 'x%%' AND b % 2");
});
