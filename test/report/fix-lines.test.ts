import { expect, test } from 'vitest';
import { formatFix } from '../../src/report/fix-lines.ts';
import { paletteFor } from '../../src/report/palette.ts';
import type { Fix } from '../../src/report/report.ts';

const sql = `SELECT e.id, c.amount
FROM ledger_entry e
JOIN credit c ON c.entry_id = e.id
WHERE e.account_group = $1
  AND e.created_at >= $2
  AND e.created_at < $3`;

/** A fix that puts texts behind pieces of the statement, or in place of them. */
function toFix(changes: readonly (readonly [piece: string, text: string])[], given: Partial<Fix> = {}): Fix {
  const edits = changes.map(([piece, text]) => ({ start: sql.indexOf(piece), end: sql.indexOf(piece) + piece.length, text }));
  return { sql: '', edits, kind: 'same', assumes: [], needs: [], leaves: 1, ...given };
}

function show(fix: Fix, { width = 80, colour = false, line = 14, column = 1 } = {}): string {
  return formatFix(fix, { sql, line, column }, { width, palette: paletteFor(colour) }).join('\n');
}

const added: Fix = toFix([
  ['c.entry_id = e.id', 'c.entry_id = e.id AND c.account_group = e.account_group'],
  ['e.created_at < $3', 'e.created_at < $3\n  AND c.created_at >= $2\n  AND c.created_at < $3'],
]);

test('lines that change stand below each other, with the numbers that they have before and after', () => {
  expect(show(added, { width: 100 })).toBe(`  fix      (planned again: 1 leaf)
      16 − JOIN credit c ON c.entry_id = e.id
      16 + JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group
      20 +   AND c.created_at >= $2
      21 +   AND c.created_at < $3`);
});

test('lines behind new ones count on', () => {
  const fix = toFix([
    ['ledger_entry e', 'ledger_entry e\n-- and its credits'],
    ['< $3', '<= $3'],
  ]);
  expect(show(fix)).toBe(`  fix      (planned again: 1 leaf)
      16 + -- and its credits
      19 −   AND e.created_at < $3
      20 +   AND e.created_at <= $3`);
});

test('a line that is too long is cut around what differs', () => {
  const lines = show(added, { width: 48 }).split('\n');
  expect(lines.every((line) => line.length <= 48)).toBe(true);
  expect(lines[2]).toBe('      16 + … AND c.account_group = e.account_gr…');
});

test('what it assumes and asks for is a sentence below', () => {
  expect(show({ ...added, kind: 'narrowed', needs: ['account_group', 'created_at', 'created_at'] })).toContain(
    '\n           This is right if the caller knows `account_group` and `created_at`\n           and passes them.',
  );
  expect(show({ ...added, kind: 'narrowed', needs: ['created_at', 'created_at'] })).toContain(
    '\n           This is right if the caller knows the values for `created_at` and\n           passes them.',
  );
  expect(show({ ...added, kind: 'narrowed', needs: ['created_at'], assumes: ['no row at the border is wanted'] })).toContain(
    '\n           This is right if the caller knows `created_at` and passes it, and if\n           no row at the border is wanted.',
  );
});

test('in colour, without the signs alone', () => {
  const shown = show(toFix([['< $3', '<= $3']]), { colour: true });
  expect(shown).toContain('\u001b[31m      19 −');
  expect(shown).toContain('\u001b[32m      19 +');
});

test('the first line of a statement keeps its place in the file', () => {
  expect(show(toFix([['e.id', 'e.uuid']]), { line: 3, column: 5 })).toBe(`  fix      (planned again: 1 leaf)
       3 − SELECT e.id, c.amount
       3 + SELECT e.uuid, c.amount`);
});
