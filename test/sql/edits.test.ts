import { describe, expect, test } from 'vitest';
import { applyEdits, type Edit, toOriginal } from '../../src/sql/edits.ts';

const text = 'SELECT é FROM t WHERE a = p_long AND b = e';
const edits: readonly Edit[] = [
  { start: 0, end: 0, text: '/*x*/' },
  { start: text.indexOf('p_long'), end: text.indexOf('p_long') + 6, text: '$1' },
  { start: text.length - 1, end: text.length, text: '$2' },
];

describe('a text with edits', () => {
  test('is made whatever their order', () => {
    const edited = '/*x*/SELECT é FROM t WHERE a = $1 AND b = $2';
    expect(applyEdits(text, edits)).toBe(edited);
    expect(applyEdits(text, edits.toReversed())).toBe(edited);
    expect(applyEdits(text, [])).toBe(text);
  });

  const edited = applyEdits(text, edits);
  test.each([
    ['SELECT', 'SELECT'],
    ['FROM t', 'FROM t'],
    ['a = $1', 'a = p_long'],
    ['$1 AND', 'p_long AND'],
    ['1 AND', 'p_long AND'],
    [' AND', ' AND'],
    ['b = $2', 'b = e'],
    ['$2', 'e'],
  ])('%s stands where %s does', (from, to) => expect(toOriginal(edits, edited.indexOf(from))).toBe(text.indexOf(to)));

  test('ends where the text does', () => expect(toOriginal(edits, edited.length)).toBe(text.length));
});
