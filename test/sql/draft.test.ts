import { expect, test } from 'vitest';
import { editDraft, toDraft, toEdits } from '../../src/sql/draft.ts';
import { applyEdits, type Edit } from '../../src/sql/edits.ts';

const original = 'SELECT a FROM t WHERE b';

const steps: readonly (readonly [string, readonly (readonly Edit[])[], string])[] = [
  ['an insertion', [[{ start: 8, end: 8, text: ', c' }]], 'SELECT a, c FROM t WHERE b'],
  ['a replacement at the end', [[{ start: 22, end: 23, text: 'b = 1' }]], 'SELECT a FROM t WHERE b = 1'],
  ['a removal', [[{ start: 15, end: 23, text: '' }]], 'SELECT a FROM t'],
  [
    'two that are out of order',
    [
      [
        { start: 22, end: 22, text: '(' },
        { start: 0, end: 6, text: 'TABLE' },
      ],
    ],
    'TABLE a FROM t WHERE (b',
  ],
  [
    'two in one place, the first before the second',
    [
      [
        { start: 23, end: 23, text: ' AND c' },
        { start: 23, end: 23, text: ' AND d' },
      ],
    ],
    'SELECT a FROM t WHERE b AND c AND d',
  ],
  [
    'one inside of what an earlier one wrote',
    [[{ start: 23, end: 23, text: ' AND c AND d' }], [{ start: 28, end: 29, text: 'long' }]],
    'SELECT a FROM t WHERE b AND long AND d',
  ],
  [
    'one over the border of an earlier one',
    [[{ start: 23, end: 23, text: ' AND c' }], [{ start: 22, end: 27, text: 'x OR' }]],
    'SELECT a FROM t WHERE x OR c',
  ],
  ['one that takes an earlier one back', [[{ start: 8, end: 8, text: ', c' }], [{ start: 8, end: 11, text: '' }]], original],
];

test.each(steps)('%s', (_, edits, expected) => {
  let draft = toDraft(original);
  let text = original;
  for (const step of edits) {
    draft = editDraft(draft, step);
    text = applyEdits(
      text,
      step.toSorted((a, b) => a.start - b.start),
    );
  }
  expect(text).toBe(expected);
  expect(applyEdits(original, toEdits(draft, original))).toBe(expected);
});

test('edits that come to nothing are none', () => {
  const there = editDraft(toDraft(original), [{ start: 8, end: 8, text: ', c' }]);
  expect(toEdits(editDraft(there, [{ start: 8, end: 11, text: '' }]), original)).toEqual([]);
});
