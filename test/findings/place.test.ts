import { describe, expect, test } from 'vitest';
import { placeOffset, placeSpan } from '../../src/findings/place.ts';
import { toStatement } from '../check-sql.ts';

const sql = 'SELECT 1\n  FROM t\r\n WHERE k';

describe('an offset into a statement that begins in line 7, column 5', () => {
  const statement = toStatement(sql, { line: 7, column: 5 });
  test.each([
    [0, 7, 5],
    [7, 7, 12],
    [8, 7, 13],
    [9, 8, 1],
    [11, 8, 3],
    [19, 9, 1],
    [sql.length, 9, 9],
  ])('%i is line %i, column %i', (offset, line, column) => expect(placeOffset(statement, offset)).toEqual({ line, column }));

  test('and a span has two', () => {
    expect(placeSpan(statement, { start: 7, end: 11 })).toEqual({ from: { line: 7, column: 12 }, to: { line: 8, column: 3 } });
  });
});

test('a captured statement is one place in its file, and its offsets are places in itself', () => {
  const statement = toStatement(sql, { line: 7, column: 1, captured: true });
  expect(placeSpan(statement, { start: 7, end: 11 })).toEqual({ from: { line: 7, column: 1 }, to: { line: 7, column: 1 } });
  expect(placeOffset(statement, 11)).toEqual({ line: 2, column: 3 });
});
