import { describe, expect, test } from 'vitest';
import { brief, readText } from './read.ts';

const at = (pid: number): string => `2026-11-30 18:17:21.603 UTC [${pid}] app@ledger web `;
const log = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
const found = async (text: string | Buffer, size?: number) => (await readText(text, size)).statements.map(brief);

const simple = log(
  `${at(1)}LOG:  execute <unnamed>: SELECT * FROM t WHERE id = $1`,
  '\t  AND g = $2',
  `${at(1)}DETAIL:  parameters: $1 = 'it''s', $2 = NULL`,
  `${at(1)}LOG:  statement: SELECT 2`,
);
const both = [['SELECT * FROM t WHERE id = $1 AND g = $2', "it's", null], ['SELECT 2']];

describe('the same log, as it may come', () => {
  const cases: readonly (readonly [what: string, text: string | Buffer])[] = [
    ['as it is', simple],
    ['with CRLF', simple.replaceAll('\n', '\r\n')],
    ['with colours', simple.replace(/^(.*?)(\S+: {2})/gm, '\u001b[32m$1\u001b[0m\u001b[1;31m$2\u001b[m')],
    ['from docker compose', simple.replace(/^/gm, 'db-1  | ').replace(/db-1 {2}\| $/, '')],
    ['from kubectl', simple.replace(/^/gm, '[pod/db-0/postgres] ').replace(/\[pod\S+ $/, '')],
    ["from a node's files", simple.replace(/^/gm, '2026-11-30T18:17:21.603456789Z stderr F ').replace(/\S+ stderr F $/, '')],
    ['without its last line end', simple.slice(0, -1)],
    ['behind a byte order mark', `\ufeff${simple}`],
  ];
  test.each(cases)('%s', async (_, text) => {
    expect(await found(text)).toEqual(both);
  });

  test.each([1, 7, 64, 1000])('in chunks of %i bytes, some inside a character', async (size) => {
    const text = simple.replace("it''s", "it''s 🐘 é");
    expect(await found(text, size)).toEqual([['SELECT * FROM t WHERE id = $1 AND g = $2', "it's 🐘 é", null], ['SELECT 2']]);
  });

  test('with the lines of another container in between', async () => {
    const lines = simple.trimEnd().split('\n');
    const mixed = lines.flatMap((line) => [`db-1   | ${line}`, 'web-1  | GET /entries 200']);
    expect(await found(log(...mixed))).toEqual(both);
  });
});

describe('what was cut off', () => {
  const cases: readonly (readonly [what: string, text: string, statements: readonly unknown[]])[] = [
    ['a value, with its line', simple.slice(0, simple.indexOf("''s")), [['SELECT * FROM t WHERE id = $1 AND g = $2']]],
    ['all values', simple.slice(0, simple.indexOf('DETAIL')), [['SELECT * FROM t WHERE id = $1 AND g = $2']]],
    ['the beginning', simple.slice(simple.indexOf('\t')), [['SELECT 2']]],
    ['the beginning of a line', simple.slice(simple.indexOf('[1]')), both],
  ];
  test.each(cases)('%s', async (_, text, statements) => {
    expect(await found(text)).toEqual(statements);
  });

  test('bytes that are no UTF-8 are no end', async () => {
    const bytes = Buffer.from(simple.replace("it''s", '\u0001'));
    bytes[bytes.indexOf(1)] = 0xe9;
    expect(await found(bytes)).toEqual([['SELECT * FROM t WHERE id = $1 AND g = $2', '\ufffd', null], ['SELECT 2']]);
  });
});

describe('sessions', () => {
  test('stand between each other', async () => {
    const text = log(
      `${at(1)}LOG:  execute <unnamed>: SELECT a FROM t WHERE a = $1`,
      `${at(2)}LOG:  execute <unnamed>: SELECT b FROM t WHERE b = $1`,
      `${at(2)}DETAIL:  parameters: $1 = 'two'`,
      `${at(1)}DETAIL:  parameters: $1 = 'one'`,
      `${at(2)}LOG:  duration: 2.000 ms`,
    );
    expect(await found(text)).toEqual([
      ['SELECT a FROM t WHERE a = $1', 'one'],
      ['SELECT b FROM t WHERE b = $1', 'two'],
    ]);
  });

  test('a bind and its execution are one, even where others come between', async () => {
    const bind = (pid: number) => [`${at(pid)}LOG:  duration: 0.1 ms  bind s: SELECT $1`, `${at(pid)}DETAIL:  parameters: $1 = '${pid}'`];
    const run = (pid: number) => [`${at(pid)}LOG:  duration: 0.1 ms  execute s: SELECT $1`, `${at(pid)}DETAIL:  parameters: $1 = '${pid}'`];
    const { statements } = await readText(log(...bind(1), ...bind(2), ...run(2), ...run(1), ...bind(3)));
    expect(statements.map((one) => [brief(one), one.calls])).toEqual([2, 1, 3].map((pid) => [['SELECT $1', String(pid)], 1]));
  });

  test('a portal that is read on is no execution', async () => {
    const text = log(
      `${at(1)}LOG:  execute <unnamed>/C_1: SELECT $1`,
      `${at(1)}DETAIL:  parameters: $1 = '1'`,
      `${at(1)}LOG:  execute fetch from <unnamed>/C_1: SELECT $1`,
      `${at(1)}DETAIL:  parameters: $1 = '1'`,
    );
    expect((await readText(text)).statements.map((one) => [brief(one), one.calls])).toEqual([[['SELECT $1', '1'], 1]]);
  });

  test('a failure is told once, with the values that its context has', async () => {
    const text = log(
      `${at(1)}LOG:  statement: SELECT 1/0`,
      `${at(1)}ERROR:  division by zero`,
      `${at(1)}STATEMENT:  SELECT 1/0`,
      `${at(1)}ERROR:  canceling statement due to statement timeout`,
      `${at(1)}CONTEXT:  unnamed portal with parameters: $1 = '7', $2 = '8'`,
      `${at(1)}STATEMENT:  SELECT * FROM t WHERE a = $1 AND b = $2`,
    );
    expect(await found(text)).toEqual([['SELECT 1/0'], ['SELECT * FROM t WHERE a = $1 AND b = $2', '7', '8']]);
  });

  test('a plan and the statement it is of are one', async () => {
    const plan = [
      'LOG:  duration: 3.000 ms  plan:',
      '{',
      '  "Query Text": "SELECT * FROM t",',
      '  "Plan": {"Node Type": "Seq Scan", "Relation Name": "t"}',
      '}',
    ];
    const planned = [at(1) + plan[0], ...plan.slice(1).map((line) => `\t${line}`)];
    for (const lines of [
      [`${at(1)}LOG:  statement: SELECT * FROM t`, ...planned],
      [...planned, `${at(1)}LOG:  duration: 3.1 ms  statement: SELECT * FROM t`],
    ])
      expect((await readText(log(...lines))).statements).toMatchObject([
        { sql: 'SELECT * FROM t', calls: 1, plan: { root: { 'Node Type': 'Seq Scan' } } },
      ]);
  });

  test('values that PostgreSQL 16 logs with a plan', async () => {
    const text = log(
      `${at(1)}LOG:  duration: 3.000 ms  plan:`,
      '\tQuery Text: SELECT * FROM t',
      '\t WHERE a = $1',
      "\tQuery Parameters: $1 = 'x'",
      '\tSeq Scan on t  (cost=0.00..1.00 rows=1 width=4)',
    );
    expect(await found(text)).toEqual([['SELECT * FROM t WHERE a = $1', 'x']]);
  });
});

describe('values and texts that look like something else', () => {
  const cases: readonly (readonly [what: string, lines: readonly string[], statements: readonly unknown[]])[] = [
    [
      'a value that holds the marker of a value',
      [`LOG:  execute <unnamed>: SELECT $1, $2`, `DETAIL:  parameters: $1 = ''', $2 = ''x''', $2 = 'y'`],
      [['SELECT $1, $2', "', $2 = 'x'", 'y']],
    ],
    [
      'a statement that holds the marker of a statement',
      [`LOG:  statement: SELECT 'x LOG:  statement: DELETE FROM t'`],
      [["SELECT 'x LOG: statement: DELETE FROM t'"]],
    ],
    [
      'an error that holds the marker of a statement',
      [`ERROR:  invalid input syntax for type integer: "LOG:  statement: DELETE FROM t"`, 'STATEMENT:  SELECT $1::int'],
      [['SELECT $1::int']],
    ],
    [
      'a value of several lines, one of them like a report',
      ['LOG:  execute <unnamed>: SELECT $1', `DETAIL:  parameters: $1 = 'a`, `\t${at(1)}LOG:  statement: DELETE FROM t'`],
      [['SELECT $1', `a\n${at(1)}LOG:  statement: DELETE FROM t`]],
    ],
    ['a comment with the marker of a plan', ['LOG:  statement: SELECT 1 /* duration: 1 ms  plan: */'], [['SELECT 1']]],
  ];
  test.each(cases)('%s', async (_, lines, statements) => {
    expect(await found(log(...lines.map((line) => (line.startsWith('\t') ? line : at(1) + line))))).toEqual(statements);
  });
});

test('what is nobody’s query is left out, and lines that belong to nothing are counted', async () => {
  const text = log(
    'pg_ctl: server is running',
    ...['BEGIN', 'SET search_path = x', 'COMMIT', 'DISCARD ALL', 'FETCH 3 FROM c', ''].map((sql) => `${at(1)}LOG:  statement: ${sql}`),
    `${at(1)}LOG:  statement: SELECT t.oid FROM pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace`,
    `${at(1)}LOG:  execute s: SELECT 1 FROM ONLY "public"."a" x WHERE "id" OPERATOR(pg_catalog.=) $1 FOR KEY SHARE OF x`,
    `${at(1)}LOG:  checkpoint starting: time`,
    `${at(1)}LOG:  statement: SET LOCAL x = 1; SELECT * FROM pg_class JOIN mine ON true`,
  );
  const { statements, summary } = await readText(text);
  expect(statements.map(brief)).toEqual([['SELECT * FROM pg_class JOIN mine ON true']]);
  expect(summary).toMatchObject({ lines: 11, strays: 1, format: 'PostgreSQL stderr' });
});
