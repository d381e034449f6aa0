import { describe, expect, test } from 'vitest';
import { formatExcerpt } from '../../src/report/excerpt.ts';
import { paletteFor } from '../../src/report/palette.ts';
import type { Mark } from '../../src/report/passage.ts';

describe('an excerpt', () => {
  test('underlines a span below wide characters, combining ones, emoji and tabs', () => {
    expect(excerpt("SELECT '漢字', '👩‍👩‍👧', 'é', '𝒳',\t«amount» FROM credit")).toMatchInlineSnapshot(`
      "       1 │ SELECT '漢字', '👩‍👩‍👧', 'é', '𝒳',  amount FROM credit
               │                                 ~~~~~~"
    `);
  });

  test('underlines every line of a span, without the blanks around', () => {
    expect(excerpt('SELECT *\nFROM credit\nWHERE «amount\n   =   \n\n   $1» AND x')).toMatchInlineSnapshot(`
      "       1 │ SELECT *
             2 │ FROM credit
             3 │ WHERE amount
               │       ~~~~~~
             4 │    =
               │    ~
             5 │
             6 │    $1 AND x
               │    ~~"
    `);
  });

  test('underlines what is missing at the end of a line', () => {
    expect(excerpt('SELECT id FROM«»\nWHERE')).toMatchInlineSnapshot(`
      "       1 │ SELECT id FROM
               │               ~
             2 │ WHERE"
    `);
    expect(excerpt('SELECT id FROM«»')).toMatchInlineSnapshot(`
      "       1 │ SELECT id FROM
               │               ~"
    `);
  });

  test('drops carriage returns and the blank lines around', () => {
    expect(excerpt('\r\n  SELECT *\r\n    FROM «credit»\r\n  ')).toMatchInlineSnapshot(`
      "       2 │ SELECT *
             3 │   FROM credit
               │        ~~~~~~"
    `);
  });

  test('moves the first line of a statement to its column', () => {
    expect(excerpt('SELECT *\n    FROM «credit»\n   WHERE id = 1', { line: 7, column: 3 })).toMatchInlineSnapshot(`
      "       7 │ SELECT *
             8 │   FROM credit
               │        ~~~~~~
             9 │  WHERE id = 1"
    `);
  });

  test('leaves out what is far from every span', () => {
    const columns = Array.from({ length: 12 }, (_, index) => `  column_${index},`).join('\n');
    expect(excerpt(`SELECT\n${columns}\n  id\nFROM «credit»\n${columns}\nWHERE «id» = 1\nORDER BY 1\nLIMIT 1\nOFFSET 3`)).toMatchInlineSnapshot(`
      "       1 │ SELECT
             ⋮
            13 │   column_11,
            14 │   id
            15 │ FROM credit
               │      ~~~~~~
            16 │   column_0,
             ⋮
            27 │   column_11,
            28 │ WHERE id = 1
               │       ~~
            29 │ ORDER BY 1
             ⋮"
    `);
  });

  test('shows where a long span begins and ends', () => {
    const rows = Array.from({ length: 12 }, (_, index) => `  (${index}),`).join('\n');
    expect(excerpt(`INSERT INTO t VALUES «\n${rows}\n  (99)»`)).toMatchInlineSnapshot(`
      "       1 │ INSERT INTO t VALUES
             2 │   (0),
               │   ~~~~
             3 │   (1),
               │   ~~~~
             4 │   (2),
               │   ~~~~
             ⋮
            14 │   (99)
               │   ~~~~"
    `);
  });

  test('shows the beginning of a statement without spans', () => {
    expect(excerpt(Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n'))).toMatchInlineSnapshot(`
      "       1 │ line 0
             2 │ line 1
             3 │ line 2
             4 │ line 3
             5 │ line 4
             6 │ line 5
             7 │ line 6
             ⋮"
    `);
  });

  test('clips a long line around its span', () => {
    const columns = Array.from({ length: 40 }, (_, index) => `column_${index}`).join(', ');
    expect(excerpt(`SELECT ${columns} FROM «"ledger_entry" "e"» WHERE "e"."id" = $1 ORDER BY ${columns}`, { width: 60 })).toMatchInlineSnapshot(`
      "       1 │ …olumn_39 FROM "ledger_entry" "e" WHERE "e"."id…
               │                ~~~~~~~~~~~~~~~~~~"
    `);
    expect(excerpt(`SELECT ${columns} FROM «credit» JOIN (SELECT ${columns} FROM «debit») d ON true`, { width: 60 })).toMatchInlineSnapshot(`
      "       1 │ …39 FROM credit JOIN (S…39 FROM debit) d ON t…
               │          ~~~~~~                 ~~~~~"
    `);
    expect(excerpt(`SELECT ${columns} FROM credit`, { width: 60 })).toMatchInlineSnapshot(
      `"       1 │ SELECT column_0, column_1, column_2, column_3, c…"`,
    );
  });

  test('clips a span that is longer than the line, and many spans on one', () => {
    const list = (piece: string): string => Array.from({ length: 40 }, () => piece).join(', ');
    expect(excerpt(`SELECT * FROM credit WHERE «id IN (${list('$1')})»`, { width: 60 })).toMatchInlineSnapshot(`
      "       1 │ …id IN ($1, $1, $1, $1, $1, $1, $1, $1, $1, $1, …
               │  ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"
    `);
    expect(excerpt(list('«some_long_name»'), { width: 60 })).toMatchInlineSnapshot(`
      "       1 │ some_lon…some_lon…some_long…some_long…some_long…
               │ ~~~~~~~~ ~~~~~~~~ ~~~~~~~~~ ~~~~~~~~~ ~~~~~~~~~"
    `);
    expect(excerpt(`SELECT ${list('漢字')}, «credit», ${list('漢字')}`, { width: 60 })).toMatchInlineSnapshot(`
      "       1 │ …, 漢字, 漢字, 漢字, credit, 漢字, 漢字, 漢字, …
               │                      ~~~~~~"
    `);
  });

  test.each([20, 40, 60, 80])('keeps to %d columns', (width) => {
    const list = Array.from({ length: 30 }, (_, index) => `«column_${index}», other_${index}`).join(', ');
    for (const line of excerpt(list, { width }).split('\n')) expect(line.length).toBeLessThanOrEqual(width);
  });
});

/** `«` and `»` stand around the spans. */
function excerpt(marked: string, { width = 80, line = 1, column = 1 } = {}): string {
  const marks: Mark[] = [];
  let sql = '';
  let start = 0;
  for (const piece of marked.split(/([«»])/)) {
    if (piece === '«') start = sql.length;
    else if (piece === '»') marks.push({ start, end: sql.length, severity: 'error' });
    else sql += piece;
  }
  return formatExcerpt({ sql, line, column }, marks, { width, palette: paletteFor(false) }).join('\n');
}
