import { expect, test } from 'vitest';
import { findHint } from '../../src/load/load-hint.ts';

test.each([
  ['syntax error at or near ":"', /variable of psql: give it a value in the file, \\set/],
  ['syntax error at or near "{"', /placeholder: .* --schema-command/],
  ['syntax error at or near "$"', /placeholder: .* --schema-command/],
])('text that is no SQL is told from its error: %s', (message, hint) => {
  const error = { sqlstate: '42601', message, position: 1, hint: null, detail: null, context: null };
  expect(findHint(error as unknown as Parameters<typeof findHint>[0], [])).toMatch(hint);
});
