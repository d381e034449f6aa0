import { describe, expect, test } from 'vitest';
import { parseExact, toValues } from '../../src/source/values.ts';

describe('values in the text form of PostgreSQL', () => {
  const cases: readonly (readonly [json: string, values: Readonly<Record<number, string | null>> | null])[] = [
    ['["d8c4", 3, null, true, false]', { 1: 'd8c4', 2: '3', 3: null, 4: 'true', 5: 'false' }],
    ["['it''s', '\"', 'a\\b']", { 1: "it's", 2: '"', 3: 'a\\b' }],
    [`["it's", "\\"", "n1", "é\\u00e9"]`, { 1: "it's", 2: '"', 3: 'n1', 4: 'éé' }],
    ['[12345678901234567890, -1.50, 1e400, 0]', { 1: '12345678901234567890', 2: '-1.50', 3: '1e400', 4: '0' }],
    [
      '[[3, 4], [], ["a", "NULL", null, "", "a,\\"b\\\\"], [[1.0], [2]], [true]]',
      { 1: '{3,4}', 2: '{}', 3: '{"a","NULL",NULL,"","a,\\"b\\\\"}', 4: '{{1.0},{2}}', 5: '{true}' },
    ],
    ['[{"a": [1.0, "b", null], "": true}, [{"k": "v"}]]', { 1: '{"a":[1.0,"b",null],"":true}', 2: '{"{\\"k\\":\\"v\\"}"}' }],
    ['{"2": "b", "$1": 1}', { 1: '1', 2: 'b' }],
    ['[]', {}],
    ['{"0": 1}', null],
    ['{"id": 1}', null],
    ['3', null],
    ['"a"', null],
    ['null', null],
  ];
  test.each(cases)('%s', (json, values) => {
    const found = toValues(parseExact(json));
    expect(found && Object.fromEntries(found)).toEqual(values);
  });

  test('a list is JSON where the type says so', () => {
    const types = new Map([
      [1, 'jsonb'],
      [2, 'jsonb[]'],
    ]);
    expect([...(toValues(parseExact('[[1, "a"], [1, "a"]]'), types)?.values() ?? [])]).toEqual(['[1,"a"]', '{1,"a"}']);
  });

  test('a list of any length gives its first and its last', () => {
    const found = toValues(parseExact('{"ids": [1, 2, 3], "at": "x", "one": 7}'), new Map(), ['ids', 'ids', 'at', 'one', 'one']);
    expect(found && Object.fromEntries(found)).toEqual({ 1: '1', 2: '3', 3: 'x', 4: '7', 5: '7' });
  });

  test.each(['[01]', '[1a]', "['a]", '[1,]', '', '[a]'])('%s is refused', (json) => expect(() => parseExact(json)).toThrow(SyntaxError));
});
