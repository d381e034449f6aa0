import { expect, test } from 'vitest';
import { applyEdits, spanToOriginal, toOriginal } from '../../src/sql/edits.ts';

/** Every way to replace two pieces of a short text by nothing, by as much and by more. */
function* allEdits(text: string) {
  const texts = ['', '$1', 'longer than it'];
  for (let a = 0; a <= text.length; a += 1)
    for (let b = a; b <= text.length; b += 1)
      for (let c = Math.max(b, a + 1); c <= text.length; c += 1)
        for (let d = c; d <= text.length; d += 1)
          for (const first of texts)
            for (const second of texts)
              if (b > a && d > c)
                yield [
                  { start: a, end: b, text: first },
                  { start: c, end: d, text: second },
                ];
}

test('every character that stays is found where it stands, and what took a place stands for all of it', () => {
  const text = 'abcdef';
  let tried = 0;
  for (const edits of allEdits(text)) {
    const edited = applyEdits(text, edits);
    // Which original piece each character of the new text is of, by walking both.
    const origins: { start: number; end: number }[] = [];
    let at = 0;
    for (const { start, end, text: fresh } of edits) {
      for (; at < start; at += 1) origins.push({ start: at, end: at + 1 });
      for (const _ of fresh) origins.push({ start, end });
      at = end;
    }
    for (; at < text.length; at += 1) origins.push({ start: at, end: at + 1 });
    expect(origins).toHaveLength(edited.length);
    for (let start = 0; start < edited.length; start += 1) {
      expect(toOriginal(edits, start)).toBe(origins[start]?.start);
      for (let end = start + 1; end <= edited.length; end += 1) {
        expect(spanToOriginal(edits, { start, end })).toEqual({ start: origins[start]?.start, end: origins[end - 1]?.end });
        tried += 1;
      }
    }
  }
  expect(tried).toBeGreaterThan(10_000);
});
