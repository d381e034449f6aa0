import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { splitSql } from '../../src/sql/split.ts';

const sqlOf = (text: string) => splitSql(text).pieces.map(({ sql }) => sql);
const commentsOf = (text: string) => splitSql(text).pieces.map(({ comments }) => comments.map((comment) => comment.text));

describe('where statements begin and end', () => {
  const cases: readonly (readonly [what: string, text: string, statements: readonly string[]])[] = [
    ['nothing', '', []],
    ['nothing but blanks, comments and semicolons', ' ;\n-- a;\n/* ; */ ;;', []],
    ['one without a semicolon', 'SELECT 1', ['SELECT 1']],
    ['blanks and comments around', '\n-- a\n  SELECT 1 -- b\n ; /* c */ SELECT 2 /* d */\n', ['SELECT 1', 'SELECT 2']],
    ['line breaks of Windows', 'SELECT\r\n 1;\r\n-- x;\r\nSELECT 2;\r\n', ['SELECT\r\n 1', 'SELECT 2']],
    ['a byte order mark', '\ufeffSELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
    ['characters of two units', "SELECT '🐘;'; SELECT é", ["SELECT '🐘;'", 'SELECT é']],
    ['a string', "SELECT 'a;b''c;'; SELECT 2", ["SELECT 'a;b''c;'", 'SELECT 2']],
    ['a backslash in an ordinary string', "SELECT 'a\\'; SELECT 2", ["SELECT 'a\\'", 'SELECT 2']],
    ['an escape string', "SELECT E'a\\';b', e'\\\\'; SELECT 2", ["SELECT E'a\\';b', e'\\\\'", 'SELECT 2']],
    ['an escape string that goes on', "SELECT E'a' -- x'\n  '\\';b'; SELECT 2", ["SELECT E'a' -- x'\n  '\\';b'", 'SELECT 2']],
    ['two strings on one line', "SELECT E'a' '\\'; SELECT 2", ["SELECT E'a' '\\'", 'SELECT 2']],
    ['a name that ends in e', "SELECT type'\\'; SELECT 2", ["SELECT type'\\'", 'SELECT 2']],
    ['other strings', "SELECT U&'\\';, B'1', X'F;'; SELECT 2", ["SELECT U&'\\'", ", B'1', X'F;'", 'SELECT 2']],
    ['identifiers', 'SELECT "a;""b;", U&"\\"; SELECT 2', ['SELECT "a;""b;", U&"\\"', 'SELECT 2']],
    ['dollar quotes', 'SELECT $$a;$b$;$$, $b$;$$;$b$, $é1$;$é1$; SELECT 2', ['SELECT $$a;$b$;$$, $b$;$$;$b$, $é1$;$é1$', 'SELECT 2']],
    ['parameters are no dollar quotes', 'SELECT $1; SELECT $2$1; SELECT 3', ['SELECT $1', 'SELECT $2$1', 'SELECT 3']],
    ['a dollar inside a name', 'SELECT a$b$; SELECT b$b$', ['SELECT a$b$', 'SELECT b$b$']],
    ['nested comments', 'SELECT /* a /* ; */ ; */ 1; SELECT 2', ['SELECT /* a /* ; */ ; */ 1', 'SELECT 2']],
    ['comments next to operators', 'SELECT 1 +-- ;\n 2 */* ; */ 3; SELECT 4', ['SELECT 1 +-- ;\n 2 */* ; */ 3', 'SELECT 4']],
    [
      'the parentheses of a rule',
      'CREATE OR REPLACE RULE r AS ON UPDATE TO t DO (DELETE FROM a; DELETE FROM b;); SELECT 1',
      ['CREATE OR REPLACE RULE r AS ON UPDATE TO t DO (DELETE FROM a; DELETE FROM b;)', 'SELECT 1'],
    ],
    ['a forgotten parenthesis', 'SELECT (1; SELECT 2; SELECT 3);', ['SELECT (1', 'SELECT 2', 'SELECT 3)']],
    [
      'a body of statements',
      'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN a THEN 1 END end; SELECT 2 AS end; END; SELECT 1',
      ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN a THEN 1 END end; SELECT 2 AS end; END', 'SELECT 1'],
    ],
    [
      'an empty body',
      'create or replace procedure p() begin/**/atomic end; begin; end; SELECT 1',
      ['create or replace procedure p() begin/**/atomic end', 'begin', 'end', 'SELECT 1'],
    ],
    ['a transaction', 'BEGIN; SELECT 1; END;', ['BEGIN', 'SELECT 1', 'END']],
    [`psql's own lines`, "\\connect db\n\\echo don't;\nSELECT 1;\n-- c\n\\i other.sql\nSELECT 2;\\q", ['SELECT 1', 'SELECT 2']],
    ['psql sends without a semicolon', 'SELECT 1 \\gset p;\nSELECT 2\\gx\nSELECT 3 \\; SELECT 4;', ['SELECT 1', 'SELECT 2', 'SELECT 3', 'SELECT 4']],
  ];
  test.each(cases)('%s', (_, text, statements) => {
    const { pieces, fault } = splitSql(text);
    expect(fault).toBeNull();
    expect(pieces.map(({ sql }) => sql)).toEqual(statements);
    for (const { sql, start, end } of pieces) expect(text.slice(start, end)).toBe(sql);
  });
});

test('commands for psql are given as they stand', () => {
  const text = "\\connect db\r\nSELECT 1;  \\i a.sql \n-- \\i b.sql\nSELECT 2 \\gset p\nSELECT 3 \\; SELECT '\\q';\n\\.";
  const { commands, fault } = splitSql(text);
  expect(fault).toBeNull();
  expect(commands.map((command) => command.text)).toEqual(['\\connect db', '\\i a.sql', '\\gset p', '\\.']);
  for (const command of commands) expect(text.startsWith(command.text, command.start)).toBe(true);
});

describe('COPY from stdin', () => {
  const cases: readonly (readonly [what: string, text: string, pieces: readonly (readonly [sql: string, copyData: string | null])[]])[] = [
    [
      'data to the closing line',
      "COPY t (a) FROM stdin;\n1;\n'2\n\\.\nSELECT 1",
      [
        ['COPY t (a) FROM stdin', "1;\n'2\n"],
        ['SELECT 1', null],
      ],
    ],
    [
      'line breaks of Windows',
      'copy t from STDIN with (format csv);\r\n1\r\n\\.\r\nSELECT 1',
      [
        ['copy t from STDIN with (format csv)', '1\r\n'],
        ['SELECT 1', null],
      ],
    ],
    ['no rows', 'COPY t FROM stdin; -- none\n\\.\n', [['COPY t FROM stdin', '']]],
    ['a backslash and a full stop inside a row', 'COPY t FROM stdin;\na\\.\n\\.x\n\\.', [['COPY t FROM stdin', 'a\\.\n\\.x\n']]],
    ['nothing behind it', 'COPY t FROM stdin;\n', [['COPY t FROM stdin', '']]],
    ['as a driver sends it', 'COPY t FROM stdin', [['COPY t FROM stdin', '']]],
    [
      'a statement on the same line',
      'COPY t FROM stdin; SELECT 1;',
      [
        ['COPY t FROM stdin', ''],
        ['SELECT 1', null],
      ],
    ],
    [
      'other forms of COPY',
      "COPY t FROM 'stdin'; COPY (SELECT a FROM stdin) TO stdout; SELECT 1",
      [
        ["COPY t FROM 'stdin'", null],
        ['COPY (SELECT a FROM stdin) TO stdout', null],
        ['SELECT 1', null],
      ],
    ],
  ];
  test.each(cases)('%s', (_, text, pieces) => {
    expect(splitSql(text).fault).toBeNull();
    expect(splitSql(text).pieces.map(({ sql, copyData }) => [sql, copyData])).toEqual(pieces);
  });
});

describe('which comments are about a statement', () => {
  const cases: readonly (readonly [text: string, comments: readonly (readonly string[])[]])[] = [
    ['-- a\n/* b */\n\nSELECT /*c*/ 1 -- d\n', [[' a', ' b ', 'c', ' d']]],
    ['SELECT 1; -- first\n-- second\nSELECT 2;', [[' first'], [' second']]],
    ['SELECT 1; /* second */ SELECT 2;', [[], [' second ']]],
    ['SELECT 1;\r\n-- a\r\nSELECT 2;', [[], [' a']]],
    ['-- of nothing\n; SELECT 1', [[]]],
    ['SELECT \'-- a\', $$/* b */$$, "--c"', [[]]],
    ['/* a /* b */ c */ SELECT 1', [[' a /* b */ c ']]],
  ];
  test.each(cases)('%j', (text, comments) => {
    expect(commentsOf(text)).toEqual(comments);
    for (const comment of splitSql(text).pieces.flatMap((piece) => piece.comments)) {
      expect(text.slice(comment.start + 2).startsWith(comment.text)).toBe(true);
      expect(text.slice(comment.start, comment.end)).toMatch(/^(?:--|\/\*[\s\S]*\*\/$)/);
    }
  });
});

describe('text that is no SQL', () => {
  const cases: readonly (readonly [text: string, offset: number, message: string, pieces: number])[] = [
    ["SELECT 1; SELECT 'a;", 17, 'unterminated string', 1],
    ["SELECT E'a\\'", 7, 'unterminated string', 0],
    ['SELECT 1;\nSELECT "a', 17, 'unterminated quoted identifier', 1],
    ['SELECT $a$ ; $$;', 7, 'unterminated dollar-quoted string', 0],
    ['SELECT 1; /* a /* b */', 10, 'unterminated comment', 1],
    ['SELECT 1; SELECT 2\0; SELECT 3', 18, 'NUL character', 1],
    ["SELECT 1; SELECT '\0", 18, 'NUL character', 1],
    ['SELECT 1;\0', 9, 'NUL character', 1],
    ['SELECT 1; -- \0', 13, 'NUL character', 1],
    ['COPY t FROM stdin;\n\0\n\\.\n', 19, 'NUL character', 0],
    ['SELECT 1; COPY t FROM stdin;\nSELECT 1;\n', 29, 'COPY data without a closing line \\.', 1],
  ];
  test.each(cases)('%j', (text, offset, message, pieces) => {
    const split = splitSql(text);
    expect(split.fault).toEqual({ offset, message });
    expect(split.pieces).toHaveLength(pieces);
  });
});

describe(`PostgreSQL's own parser`, () => {
  beforeAll(loadModule);

  const statements = [
    "SELECT 'a;''b', E'\\';', U&'\\0041;', B'01', X'1F', N'x' AS \"q;\"\"x\"",
    'SELECT a$b$, $1 + $2, $$;$$, $a$;$b$;$a$ FROM t$1',
    "SELECT E'a'\n'\\';', 'b'\n ';c'",
    'SELECT 1 /* ; /* ; */ */ +-- ;\n 2',
    'SELECT é, \'🐘;\' FROM "Ünï;"',
    'CREATE RULE r AS ON INSERT TO t DO ALSO (INSERT INTO u VALUES (1); DELETE FROM v WHERE (a))',
    'CREATE FUNCTION f(a int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE a WHEN 1 THEN CASE WHEN true THEN 2 END END end; SELECT 1 AS case; END',
    "CREATE OR REPLACE PROCEDURE p() LANGUAGE plpgsql AS $body$ BEGIN PERFORM ';'; END; $body$",
    'INSERT INTO t (a) VALUES ((1)), (2) ON CONFLICT DO NOTHING',
    'BEGIN',
    'END',
    'SELECT "end", "begin" FROM atomic',
  ];
  const before = ['', ' ', '\n', '-- c;\n', '/* ; */', '\t/* a /* ; */ */\r\n', '-- é🐘\r\n'];
  const after = [';', ' ;', '\n;', '-- d;\n;', '/* 🐘 */;', ';;', ' ; ;'];

  /** The statements' texts by the parser, without the blanks and comments in front. */
  function boundaries(text: string): readonly string[] {
    const bytes = Buffer.from(text);
    return (parseSync(text).stmts ?? []).map(({ stmt_location: from = 0, stmt_len: length }) =>
      bytes
        .subarray(from, length ? from + length : undefined)
        .toString()
        .replace(/^(?:\s|--.*\n|\/\*(?:[^*/]|\/\*[^*]*\*\/)*\*\/)+/, ''),
    );
  }

  /** What the splitter leaves to the comments: the parser counts blanks and comments before the semicolon to the statement. */
  const trimmed = (text: string): readonly string[] => boundaries(text).flatMap((sql) => sqlOf(sql));

  test('agrees on every pair of statements and what is between them', () => {
    let compared = 0;
    for (const [index, first] of statements.entries()) {
      for (const [other, second] of statements.entries()) {
        const lead = before[(index + other) % before.length] ?? '';
        const middle = `${after[(index * 3 + other) % after.length]}${before[(index + other * 2) % before.length]}`;
        const text = `${lead}${first}${middle}${second}${index % 2 ? '' : (after[other % after.length] ?? '')}`;
        const pieces = sqlOf(text);
        expect(pieces, text).toEqual([first, second]);
        expect(trimmed(text), text).toEqual(pieces);
        expect(
          boundaries(text).every((sql, at) => sql.startsWith(pieces[at] ?? '?')),
          text,
        ).toBe(true);
        compared += 1;
      }
    }
    expect(compared).toBe(statements.length ** 2);
  });

  test('agrees on generated runs of tokens', () => {
    const tokens = [
      'a',
      "'b;'",
      "E'\\''",
      '"c;"',
      '$$;$$',
      '$1',
      '/* ; */',
      '-- ;\n',
      '(',
      ')',
      ';',
      '+',
      "''",
      '\n',
      'a$$',
      "U&'\\'",
      '$x$;$$ $x$',
      '1',
      ',',
    ];
    let seed = 7;
    const next = (limit: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    let accepted = 0;
    for (let run = 0; run < 40_000; run += 1) {
      const text = `SELECT ${Array.from({ length: 1 + next(6) }, () => tokens[next(tokens.length)]).join(next(2) ? ' ' : '')}; SELECT 2`;
      let expected: readonly string[];
      try {
        expected = trimmed(text);
      } catch {
        continue;
      }
      accepted += 1;
      expect(sqlOf(text), text).toEqual(expected);
    }
    expect(accepted).toBeGreaterThan(1_000);
  });
});
