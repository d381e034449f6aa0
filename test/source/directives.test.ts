import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/errors.ts';
import type { Directive } from '../../src/source/directive.ts';
import { parseJsonLines } from '../../src/source/json-lines.ts';
import { parseSqlFile } from '../../src/source/sql-file.ts';

/** A directive in few words. */
function brief(directive: Directive): string {
  const place = `${directive.line}:${directive.column}`;
  if (directive.kind === 'set') return `${place} set ${directive.rule} ${directive.option}=${directive.value}: ${directive.reason}`;
  const until = directive.until === null ? '' : ` until ${directive.until}`;
  return `${place} ${directive.scope} ${directive.rules.join('+')}${until}: ${directive.reason}`;
}

function read(text: string): readonly (readonly string[])[] {
  return parseSqlFile('q.sql', text).map(({ directives }) => directives.map(brief));
}

describe('directives, statement by statement', () => {
  const cases: readonly (readonly [text: string, directives: readonly (readonly string[])[]])[] = [
    ['-- planlint-ignore a: old\nSELECT 1', [['1:4 statement a: old']]],
    ['SELECT 1 -- planlint-ignore a: old\n; SELECT 2', [['1:13 statement a: old'], []]],
    ['SELECT 1; -- planlint-ignore a: old\nSELECT 2', [['1:14 statement a: old'], []]],
    ['SELECT\n  1, -- planlint-ignore a: old\n  2', [['2:9 statement a: old']]],
    ['/* planlint-ignore a , b: old: and slow */ SELECT 1', [['1:4 statement a+b: old: and slow']]],
    ['/*\r\n * planlint-ignore a: old\r\n * planlint-ignore b: slow\r\n */\r\nSELECT 1', [['2:4 statement a: old', '3:4 statement b: slow']]],
    ['-- planlint-ignore a: old\r\n\r\nSELECT 1', [['1:4 statement a: old']]],
    ['-- planlint-ignore a until 2027-01-31: old\nSELECT 1', [['1:4 statement a until 2027-01-31: old']]],
    ['-- planlint-ignore a, b UNTIL 2028-02-29 : old\nSELECT 1', [['1:4 statement a+b until 2028-02-29: old']]],
    ['-- planlint-ignore a, a: old\nSELECT 1', [['1:4 statement a: old']]],
    ['--- planlint-ignore a: old\nSELECT 1', [['1:5 statement a: old']]],
    ['-- planlint-ignore @acme/rules.x: old\nSELECT 1', [['1:4 statement @acme/rules.x: old']]],
    ['/* planlint-ignore a: old */ /* planlint-ignore b: slow */ SELECT 1', [['1:33 statement b: slow', '1:4 statement a: old']]],
    ['-- planlint-set a most=2: a month\nSELECT 1', [['1:4 set a most=2: a month']]],
    ['-- planlint-set a period = 12 months: a year\nSELECT 1', [['1:4 set a period=12 months: a year']]],
    ['SELECT 1;\n-- planlint-ignore-file a: reports\nSELECT 2', [['2:4 file a: reports'], ['2:4 file a: reports']]],
    ['SELECT 1;\n-- planlint-ignore-file a: below the last', [['2:4 file a: below the last']]],
    [
      'SELECT 1;\n-- planlint-ignore-start a: nightly\nSELECT 2;\nSELECT 3;\n-- planlint-ignore-end\nSELECT 4',
      [[], ['2:4 range a: nightly'], ['2:4 range a: nightly'], []],
    ],
    [
      '-- planlint-ignore-start a: one\nSELECT 1;\n-- planlint-ignore-start b: two\nSELECT 2;\n-- planlint-ignore-end\nSELECT 3;\n/* planlint-ignore-end */',
      [['1:4 range a: one'], ['1:4 range a: one', '3:4 range b: two'], ['1:4 range a: one']],
    ],
    // The queries of a library, none of which needs a semicolon.
    ['-- name: a\n-- planlint-ignore-file a: reports\nSELECT :x\n\n-- name: b\nSELECT :y', [['2:4 file a: reports'], ['2:4 file a: reports']]],
    [
      '-- name: a\nSELECT :x\n\n-- planlint-ignore-start a: nightly\n-- name: b\nSELECT :y\n-- planlint-ignore-end\n\n-- name: c\nSELECT :z',
      [[], ['4:4 range a: nightly'], []],
    ],
    ['/* @name a */\nSELECT :x;\n/*\n  @name b\n  planlint-ignore a: old\n*/\nSELECT :y;', [[], ['5:3 statement a: old']]],
    // What only looks like a comment says nothing.
    ["SELECT '-- planlint-ignore a: old'", [[]]],
    ["SELECT '\n-- planlint-ignore a: old\n'", [[]]],
    ["SELECT '/*\nplanlint-ignore a: old\n*/'", [[]]],
    ['SELECT $$\n-- planlint-ignore a: old\n$$', [[]]],
    ['SELECT $x$\n-- planlint-ignore-file a: old\n$x$', [[]]],
    ['SELECT "\n-- planlint-ignore a: old\n"', [[]]],
    ["SELECT E'\\'\n-- planlint-ignore a: old\n'", [[]]],
    ['/* see /* the */ docs */ SELECT 1', [[]]],
    ['/* outer /*\nplanlint-ignore a: inner\n*/\n*/ SELECT 1', [['2:1 statement a: inner']]],
    ['-- see planlint-ignore a: in a sentence\nSELECT 1', [[]]],
  ];
  test.each(cases)('%j', (text, directives) => expect(read(text)).toEqual(directives));
});

describe('what is malformed is an error, and silences nothing', () => {
  const cases: readonly (readonly [text: string, message: string, hint?: string | undefined])[] = [
    ['-- planlint-ignore\nSELECT 1', 'q.sql:1: planlint-ignore names no rule'],
    ['-- planlint-ignore: old\nSELECT 1', 'q.sql:1: planlint-ignore names no rule'],
    ['-- planlint-ignore until 2027-01-31: old\nSELECT 1', 'q.sql:1: planlint-ignore names no rule'],
    ['-- planlint-ignore a\nSELECT 1', 'q.sql:1: planlint-ignore gives no reason'],
    ['-- planlint-ignore a:\nSELECT 1', 'q.sql:1: planlint-ignore gives no reason'],
    ['-- planlint-ignore a:   \r\nSELECT 1', 'q.sql:1: planlint-ignore gives no reason'],
    ['/* planlint-ignore a:\n old */ SELECT 1', 'q.sql:1: planlint-ignore gives no reason'],
    ['-- planlint-ignore a b: old\nSELECT 1', 'q.sql:1: planlint-ignore cannot read "a b" as a rule; a comma goes between rules'],
    ['-- planlint-ignore a,: old\nSELECT 1', 'q.sql:1: planlint-ignore has a comma without a rule'],
    ['-- planlint-ignore *: old\nSELECT 1', 'q.sql:1: planlint-ignore cannot read "*" as a rule; a comma goes between rules'],
    ...['2027-02-29', '2027-13-01', '31.01.2027', '2027-1-31', '2027', 'tomorrow', '2027-01-31T00'].map(
      (date) =>
        [
          `\n-- planlint-ignore a until ${date}: old\nSELECT 1`,
          `q.sql:2: planlint-ignore has "${date}" for a date`,
          'write the last day that it holds as year-month-day: planlint-ignore no-leaf-fanout until 2027-01-31: runs once a night',
        ] as const,
    ),
    ['-- planlint-ignore a until: old\nSELECT 1', 'q.sql:1: planlint-ignore has "" for a date'],
    [
      '-- planlint-ignore a: old planlint-ignore b: slow\nSELECT 1',
      'q.sql:1: planlint-ignore shares its line with planlint-ignore',
      'give each a comment or a line of its own',
    ],
    ['-- planlint-ignroe a: old\nSELECT 1', 'q.sql:1: unknown annotation planlint-ignroe', 'write planlint-ignore'],
    ['-- planlint-ignorefile a: old\nSELECT 1', 'q.sql:1: unknown annotation planlint-ignorefile', 'write planlint-ignore-file'],
    ['-- planlint: ignore a: old\nSELECT 1', 'q.sql:1: unknown annotation planlint: ignore', 'write planlint-ignore'],
    ['-- PLANLINT-IGNORE a: old\nSELECT 1', 'q.sql:1: unknown annotation PLANLINT-IGNORE', 'write planlint-ignore'],
    ['-- planlint-ignore-next-line a: old\nSELECT 1', 'q.sql:1: unknown annotation planlint-ignore-next-line'],
    ['-- planlint-set a: old\nSELECT 1', 'q.sql:1: planlint-set is not <rule> <option>=<value>: <reason>'],
    ['-- planlint-set a most=: old\nSELECT 1', 'q.sql:1: planlint-set is not <rule> <option>=<value>: <reason>'],
    ['-- planlint-set a most=2\nSELECT 1', 'q.sql:1: planlint-set gives no reason'],
    ['-- planlint-set\nSELECT 1', 'q.sql:1: planlint-set names no rule'],
    ['SELECT 1;\n\n-- planlint-ignore a: old', 'q.sql:3: planlint-ignore belongs to no statement'],
    ['SELECT 1;\n\n-- planlint-set a most=2: old', 'q.sql:3: planlint-set belongs to no statement'],
    ['\n-- planlint-ignore-start a: old\nSELECT 1', 'q.sql:2: planlint-ignore-start without an end'],
    ['-- planlint-ignore-end\nSELECT 1', 'q.sql:1: planlint-ignore-end without a planlint-ignore-start above it'],
    ['-- planlint-ignore-start a: old\nSELECT 1;\n-- planlint-ignore-end a', 'q.sql:3: planlint-ignore-end takes nothing behind it'],
    ['-- planlint-ignore-start\nSELECT 1\n-- planlint-ignore-end', 'q.sql:1: planlint-ignore-start names no rule'],
    ['-- planlint-ignore-file: all\nSELECT 1', 'q.sql:1: planlint-ignore-file names no rule'],
  ];
  test.each(cases.map(([text, message, hint = null]) => [text, message, hint] as const))('%j', (text, message, hint) => {
    let thrown: unknown;
    try {
      read(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UserError);
    expect(thrown).toMatchObject({ area: 'source', message, ...(hint === null ? {} : { hint }) });
    expect((thrown as UserError).hint).not.toBeNull();
  });
});

describe('in captured statements', () => {
  const lines = async (...texts: readonly string[]): Promise<readonly (readonly string[])[]> =>
    (await parseJsonLines('c.jsonl', texts.map((sql) => JSON.stringify({ sql, file: 'app.ts', line: 3 })).join('\n'))).map(({ directives }) =>
      directives.map(brief),
    );

  test('a hint in front or inside is read, and stands where its record does', async () => {
    expect(await lines('/* planlint-ignore a: old */ SELECT 1')).toEqual([['1:1 statement a: old']]);
    expect(await lines('SELECT 2', 'SELECT 1 /* planlint-ignore a: old */')).toEqual([[], ['2:1 statement a: old']]);
  });

  test('of equal statements from one place only the one that says so is ignored', async () => {
    expect(await lines('SELECT 1', '/* planlint-ignore a: old */ SELECT 1')).toEqual([[], ['2:1 statement a: old']]);
    expect(await lines('/* planlint-ignore a: old */ SELECT 1', '/* planlint-ignore a: old */ SELECT 1')).toEqual([['1:1 statement a: old']]);
  });

  test('a file is the text of a record', async () => {
    expect(await lines('/* planlint-ignore-file a: old */ SELECT 1; SELECT 2', 'SELECT 3')).toEqual([['1:1 file a: old'], ['1:1 file a: old'], []]);
  });

  test('what is malformed is an error', async () => {
    await expect(lines('SELECT 2', '/* planlint-ignore */ SELECT 1')).rejects.toThrow('c.jsonl:2: planlint-ignore names no rule');
  });
});
