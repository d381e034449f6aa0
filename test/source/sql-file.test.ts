import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { parseSqlFile } from '../../src/source/sql-file.ts';

test('statements, their places, names and values', () => {
  const text = ['-- name: A :one', '-- planlint-params: [3]', '  SELECT $1; SELECT 2;', '', "SELECT '🐘', /* name: C */", '  3;\tSELECT 4', ''].join(
    '\r\n',
  );
  const statements = parseSqlFile('db/q.sql', `\ufeff${text}`);
  expect(statements.map(({ line, column, name, sql }) => [line, column, name, sql])).toEqual([
    [3, 3, 'A', 'SELECT $1'],
    [3, 14, null, 'SELECT 2'],
    [5, 1, 'C', "SELECT '🐘', /* name: C */\r\n  3"],
    [6, 6, null, 'SELECT 4'],
  ]);
  expect(statements[0]).toMatchObject({ path: 'db/q.sql', captured: false, calls: 1, parameters: { from: 'given', values: new Map([[1, '3']]) } });
  expect(statements[1]?.parameters).toBeNull();
  for (const { sql } of statements) expect(text).toContain(sql);
});

test('the byte order mark takes no column', () => {
  expect(parseSqlFile('q.sql', '\ufeffSELECT 1')).toMatchObject([{ line: 1, column: 1, sql: 'SELECT 1' }]);
});

test('no statement is no error', () => expect(parseSqlFile('q.sql', '-- nothing yet\n')).toEqual([]));

describe('text that is no SQL', () => {
  const cases: readonly (readonly [text: string, message: string, hint: string, excerpt: readonly string[]])[] = [
    [
      "SELECT 1;\nSELECT 'abc\nFROM t;\n",
      'db/q.sql:2:8: unterminated string',
      `end it with ', and write a quote inside it twice`,
      [`     2 │ SELECT 'abc`, '       │        ~~~~'],
    ],
    [
      '\ufeff\tSELECT "a;\r\n',
      'db/q.sql:1:9: unterminated quoted identifier',
      'end it with ", and write a quote inside it twice',
      ['     1 │  SELECT "a;', '       │         ~~~'],
    ],
    [
      `SELECT ${'1, '.repeat(100)}$a$ ${'x'.repeat(100)}`,
      'db/q.sql:1:308: unterminated dollar-quoted string',
      'end it with the tag that opens it',
      [`     1 │ … ${'1, '.repeat(11)}$a$ ${'x'.repeat(31)}…`, `       │ ${' '.repeat(35)}${'~'.repeat(35)}`],
    ],
    [
      '/* /* */',
      'db/q.sql:1:1: unterminated comment',
      'end it with */; each /* inside it needs one of its own',
      ['     1 │ /* /* */', '       │ ~~~~~~~~'],
    ],
    [
      'SELECT 1\0',
      'db/q.sql:1:9: NUL character',
      'take the character out, which PostgreSQL refuses; or save the file as UTF-8',
      ['     1 │ SELECT 1', '       │         ~'],
    ],
    [
      'COPY t FROM stdin;\n1\n',
      'db/q.sql:2:1: COPY data without a closing line \\.',
      'end the data with a line that holds \\. and nothing else',
      ['     2 │ 1', '       │ ~'],
    ],
  ];
  test.each(cases)('%j', (text, message, hint, excerpt) => {
    let thrown: unknown;
    try {
      parseSqlFile('db/q.sql', text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UserError);
    expect(thrown).toMatchObject({ area: 'source', message, hint, excerpt });
  });
});

describe('an annotation that belongs to no statement is an error', () => {
  const cases: readonly (readonly [text: string, message: string])[] = [
    ['SELECT $1;\n\n-- planlint-params: [3]\n', 'q.sql:3: planlint-params belongs to no statement'],
    ['-- planlint-params: [3]\n', 'q.sql:1: planlint-params belongs to no statement'],
    ['SELECT 1;\n/* the end\n * planlint-ignore no-leaf-fanout: old\n */', 'q.sql:3: planlint-ignore belongs to no statement'],
    ['-- planlint-ignore: old\n;\nSELECT 1', 'q.sql:1: planlint-ignore belongs to no statement'],
  ];
  test.each(cases)('%j', (text, message) => {
    expect(() => parseSqlFile('q.sql', text)).toThrow(expect.objectContaining({ name: 'UserError', area: 'source', message }));
  });

  test('text in strings and data is none', () => {
    const text = "-- planlint reads this\nSELECT '-- planlint-params: [1]'; COPY t FROM stdin;\n1\n\\.\n-- the end\n";
    expect(parseSqlFile('q.sql', text)).toHaveLength(2);
  });
});

test('positions of many statements are found without reading the file again for each', () => {
  const count = 20_000;
  const statements = parseSqlFile('q.sql', 'SELECT 1;\n'.repeat(count));
  expect(statements.map(({ line }) => line)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});
