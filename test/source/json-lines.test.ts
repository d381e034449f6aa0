import { describe, expect, test } from 'vitest';
import { parseJsonLines } from '../../src/source/json-lines.ts';

const parse = (...records: readonly unknown[]) =>
  parseJsonLines('q.jsonl', records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n'));

test('a record with everything', async () => {
  const record = {
    sql: 'SELECT $1, $2;',
    params: [3, [1, 2]],
    types: ['int4', null],
    name: 'A',
    file: 'src\\a.ts',
    line: 12,
    calls: 3,
    durationMs: 1.5,
    plan: [{ Plan: {} }],
    extra: { any: 'thing' },
  };
  expect(await parse(record)).toEqual([
    {
      path: 'src/a.ts',
      line: 12,
      column: 1,
      name: 'A',
      sql: 'SELECT $1, $2',
      captured: true,
      directives: [],
      calls: 3,
      records: [1],
      parameters: {
        from: 'captured',
        values: new Map([
          [1, '3'],
          [2, '{1,2}'],
        ]),
        types: new Map([[1, 'int4']]),
      },
      plan: { root: {} },
    },
  ]);
});

describe('records', () => {
  const cases: readonly (readonly [what: string, records: readonly unknown[], statements: readonly object[]])[] = [
    ['none', ['', '  '], []],
    ['only sql', [{ sql: 'SELECT 1' }], [{ path: 'q.jsonl', line: 1, column: 1, name: null, sql: 'SELECT 1', parameters: null, calls: 1 }]],
    [
      'null for what is not known',
      [{ sql: 'SELECT 1', params: null, types: null, name: null, file: null, line: null, calls: null }],
      [{ line: 1, parameters: null }],
    ],
    [
      'blank lines, a byte order mark and line breaks of Windows',
      ['\ufeff{"sql": "SELECT 1"}\r', '\r', '{"sql": "SELECT 2"}\r'],
      [{ line: 1 }, { line: 3, sql: 'SELECT 2' }],
    ],
    ['a file without a line', [{ sql: 'SELECT 1', file: 'a.ts' }], [{ path: 'a.ts', line: 1 }]],
    ['a line without a file', [{ sql: 'SELECT 1', line: 7 }], [{ path: 'q.jsonl', line: 1 }]],
    ['comments around', [{ sql: '-- name: A :many\nSELECT 1; -- b' }], [{ name: 'A', sql: 'SELECT 1' }]],
    ['the name of the record before the comment', [{ sql: '-- name: A\nSELECT 1', name: 'B' }], [{ name: 'B' }]],
    ['values in a comment', [{ sql: 'SELECT $1 /* planlint-params: [3] */' }], [{ parameters: { from: 'given', values: new Map([[1, '3']]) } }]],
    [
      'types alone',
      [{ sql: 'SELECT $1', types: ['int4'] }],
      [{ parameters: { from: 'captured', values: new Map(), types: new Map([[1, 'int4']]) } }],
    ],
    ['values by number', [{ sql: 'SELECT $1', params: { 1: 'a' } }], [{ parameters: { values: new Map([[1, 'a']]) } }]],
    [
      'numbers as written',
      ['{"sql": "SELECT $1 + 1.0", "params": [12345678901234567890.10]}'],
      [{ sql: 'SELECT $1 + 1.0', parameters: { values: new Map([[1, '12345678901234567890.10']]) } }],
    ],
    [
      'several statements',
      [{ sql: 'SELECT $1; SELECT 2;', params: [1] }],
      [
        { line: 1, sql: 'SELECT $1', parameters: null },
        { line: 1, sql: 'SELECT 2', parameters: null },
      ],
    ],
    [
      'what does not lex',
      [{ sql: " SELECT 1; SELECT 'a ", params: [1] }],
      [{ sql: "SELECT 1; SELECT 'a", parameters: { values: new Map([[1, '1']]) } }],
    ],
    ['a driver that asks whether anyone is there', [{ sql: '-- ping' }, { sql: ';' }, { sql: 'SELECT 1' }], [{ line: 3 }]],
  ];
  test.each(cases)('%s', async (_, records, statements) => {
    const found = await parse(...records);
    expect(found).toMatchObject(statements);
    expect(found).toHaveLength(statements.length);
  });
});

test('equal records at one place are one statement', async () => {
  const record = { sql: 'SELECT $1', file: 'a.ts', line: 3, params: ['a'] };
  const found = await parse(
    record,
    { ...record, sql: 'SELECT $1;', calls: 4 },
    { ...record, params: ['b'] },
    { ...record, line: 4 },
    { ...record, file: 'b.ts' },
    { ...record, name: 'N' },
    { ...record, types: ['text'] },
    { sql: 'SELECT 1' },
    { sql: 'SELECT 1' },
  );
  expect(found.map(({ calls }) => calls)).toEqual([5, 1, 1, 1, 1, 1, 1, 1]);
});

describe('what is no record is an error', () => {
  const cases: readonly (readonly [record: unknown, message: string])[] = [
    ['SELECT 1', 'q.jsonl:2: not a JSON object on one line'],
    ['{"sql": "SELECT 1"', 'q.jsonl:2: not a JSON object on one line'],
    ['["SELECT 1"]', 'q.jsonl:2: not a JSON object on one line'],
    ['null', 'q.jsonl:2: not a JSON object on one line'],
    [{ query: 'SELECT 1' }, 'q.jsonl:2: no "sql" in this record'],
    [{ sql: 3 }, 'q.jsonl:2: "sql" is not a text'],
    [{ sql: null }, 'q.jsonl:2: "sql" is not a text'],
    [{ sql: ' \n' }, 'q.jsonl:2: "sql" is empty'],
    [{ sql: 'SELECT 1\0' }, 'q.jsonl:2: "sql" holds a NUL character'],
    [{ sql: 'SELECT $1', params: 'a' }, 'q.jsonl:2: "params" is not a list of values, or an object with their numbers as keys'],
    [{ sql: 'SELECT $1', params: { id: 3 } }, 'q.jsonl:2: "params" is not a list of values, or an object with their numbers as keys'],
    [{ sql: 'SELECT $1', types: [23] }, 'q.jsonl:2: "types" is not a list of type names'],
    [{ sql: 'SELECT 1', line: 0, file: 'a' }, 'q.jsonl:2: "line" is not a whole number from 1'],
    [{ sql: 'SELECT 1', calls: 1.5 }, 'q.jsonl:2: "calls" is not a whole number from 1'],
    [{ sql: 'SELECT 1', name: {} }, 'q.jsonl:2: "name" is not a text'],
    [{ sql: '-- planlint-params: x\nSELECT 1' }, 'q.jsonl:2: planlint-params without a list or an object of values'],
  ];
  test.each(cases)('%j', async (record, message) => {
    await expect(parse('', record)).rejects.toMatchObject({
      name: 'UserError',
      area: 'source',
      message,
      hint: expect.stringMatching(/^write|^take/),
    });
  });
});

const whole = 'write a record on one line, such as {"sql": "SELECT * FROM t WHERE id = $1", "params": [7]}; only "sql" is required';

describe('an error shows the field, what it has to be, and no other value', () => {
  const cases: readonly (readonly [json: string, excerpt: readonly string[], hint: string])[] = [
    [
      '{"sql": "SELECT \'a secret\'", "calls": -1, "more": {"calls": 3}}',
      ['     2 │ …"calls": -1…', '       │  ~~~~~~~~~~~'],
      'write a whole number from 1, such as "calls": 3, or leave it out',
    ],
    [
      '{"more": ["calls", {"calls": 1}], "calls": 2, "calls" : [1, 2], "sql": "SELECT 1"}',
      ['     2 │ …"calls" : [1, 2]…', '       │  ~~~~~~~~~~~~~~~~'],
      'write a whole number from 1, such as "calls": 3, or leave it out',
    ],
    [
      '{"sql": "SELECT 1", "types": "text"}\r',
      ['     2 │ …"types": "text"}', '       │  ~~~~~~~~~~~~~~~'],
      'write a list of type names, such as "types": ["text", "int4"], or leave it out',
    ],
    ['{"sql": 3}', ['     2 │ {"sql": 3}', '       │  ~~~~~~~~'], 'write a text, such as "sql": "SELECT * FROM t WHERE id = $1"'],
    ['{"s\\u0071l": ""}', ['     2 │ {"s\\u0071l": ""}', '       │  ~~~~~~~~~~~~~~'], whole],
    ['{"query": "SELECT 1"}', ['     2 │ {"query": "SELECT 1"}', '       │ ~~~~~~~~~~~~~~~~~~~~~'], whole],
    ['{"sql": "SELECT 1",}', ['     2 │ {"sql": "SELECT 1",}', '       │                    ~'], whole],
    ['LOG:  statement: SELECT 1', ['     2 │ LOG:  statement: SELECT 1', '       │ ~~~~~~~~~~~~~~~~~~~~~~~~~'], whole],
  ];
  test.each(cases)('%s', async (json, excerpt, hint) => {
    await expect(parse('', json)).rejects.toMatchObject({ name: 'UserError', excerpt, hint });
  });
});
