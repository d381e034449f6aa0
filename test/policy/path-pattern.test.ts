import { expect, test } from 'vitest';
import { toPathTest } from '../../src/policy/path-pattern.ts';

test.each([
  ['db/reports', 'db/reports/2025/q.sql', true],
  ['db/reports/', 'db/reports/q.sql', true],
  ['./db/reports', 'db/reports/q.sql', true],
  ['db/reports', 'db/reports-old/q.sql', false],
  ['db/report', 'db/reports/q.sql', false],
  ['db/**', 'db/q.sql', true],
  ['db/**', 'dbs/q.sql', false],
  ['**/*.sql', 'q.sql', true],
  ['**/*.sql', 'a/b/q.sql', true],
  ['*.sql', 'a/q.sql', false],
  ['a/**/q.sql', 'a/q.sql', true],
  ['a/**/q.sql', 'a/b/c/q.sql', true],
  ['a/*/q.sql', 'a/b/c/q.sql', false],
  ['a/?.sql', 'a/q.sql', true],
  ['a/?.sql', 'a//.sql', false],
  ['{a,b}/*.{sql,jsonl}', 'b/q.jsonl', true],
  ['{a,b}/*.{sql,jsonl}', 'c/q.sql', false],
  ['a.b/(x)+[y].sql', 'a.b/(x)+[y].sql', true],
  ['a.b', 'aXb', false],
  ['.', 'a/q.sql', true],
  ['.', '../q.sql', false],
])('%s and %s: %s', (pattern, path, expected) => expect(toPathTest(pattern)(path)).toBe(expected));
