import { inspect as print } from 'node:util';
import { describe, expect, test } from 'vitest';
import { elixir } from '../../../src/source/log/notation/elixir.ts';
import { inspect } from '../../../src/source/log/notation/inspect.ts';
import { json } from '../../../src/source/log/notation/json.ts';
import { type Notation, parseWritten } from '../../../src/source/log/notation/notation.ts';
import { python } from '../../../src/source/log/notation/python.ts';
import { ruby } from '../../../src/source/log/notation/ruby.ts';
import { splitTail } from '../../../src/source/log/tail.ts';
import { findEntry, toLogValue, type Written } from '../../../src/source/log/written.ts';

/** What was written, as JavaScript has it. */
function toValue(value: Written | undefined): unknown {
  if (value === undefined || value.kind === 'hidden') return undefined;
  if (value.kind === 'null') return null;
  if (value.kind === 'list') return value.items.map(toValue);
  if (value.kind === 'map') return Object.fromEntries(value.entries.map(([key, item]) => [key, toValue(item)]));
  if (value.kind === 'text') return value.text;
  return value.text === 'true' || value.text === 'false' ? value.text === 'true' : Number(value.text);
}

let seed = 11;
function random(below: number): number {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * below);
}

const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const many = <T>(most: number, make: () => T): readonly T[] => Array.from({ length: random(most + 1) }, make);

const pieces = [
  'a',
  'it',
  ' ',
  '  ',
  '\n',
  '\t',
  '\r\n',
  "'",
  '"',
  '`',
  '${',
  '}',
  '[',
  ']',
  '{',
  ',',
  ':',
  '+',
  '-',
  '\\',
  '\\n',
  '\0',
  '\x07',
  'é',
  '漢',
  '😀',
  '\ud800',
  '... 2 more items',
  "' +\n  '",
  '2025-01-01T00:00:00.000Z',
  'null',
];
const text = () => many(9, () => pick(pieces)).join('');
const scalar = (): unknown =>
  pick([text, () => random(2_000_000) - 1_000_000, () => random(1000) / 8, () => random(1000) * 1e30, () => random(2) === 0, () => null])();
const value = (): unknown =>
  pick([
    scalar,
    scalar,
    () => many(12, scalar),
    () => many(3, () => many(3, scalar)),
    () => Object.fromEntries(many(4, () => [pick(['a', 'bc', 'd_1']), scalar()] as const)),
  ])();

test('whatever console.log prints of a text and its values', () => {
  for (let run = 0; run < 2000; run += 1) {
    const [sql, given] = [text(), many(8, value)];
    const printed = print(
      { text: sql, values: given },
      { depth: null, maxArrayLength: null, breakLength: pick([60, 80, 128, Number.POSITIVE_INFINITY]) },
    );
    const parsed = parseWritten(printed, inspect);
    expect([parsed?.end, toValue(findEntry(parsed?.value, 'text')), toValue(findEntry(parsed?.value, 'values'))]).toEqual([
      printed.length,
      sql,
      given,
    ]);
  }
});

test('whatever JSON has', () => {
  for (let run = 0; run < 2000; run += 1) {
    const given = many(8, value);
    expect(toValue(parseWritten(JSON.stringify(given), json)?.value)).toEqual(given);
  }
});

test('values behind a text, though both may hold the marker', () => {
  const marked = () => many(12, () => pick([' -- params: ', '[', ']', '"', '1', 'a', '\\', "'"])).join('');
  for (let run = 0; run < 5000; run += 1) {
    const [sql, given] = [marked(), many(4, marked)];
    const tail = splitTail(`${sql} -- params: ${JSON.stringify(given)}`, ' -- params: ', json);
    expect([tail?.head, toValue(tail?.value)]).toEqual([sql, given]);
  }
});

test('a list is an array as PostgreSQL writes it', () => {
  const list = (items: readonly Written[]): Written => ({ kind: 'list', items });
  const of = (written: string): Written => ({ kind: 'text', text: written });
  const array = list([of('a'), of(''), of('null'), of('a "b" \\ {c}'), of('x,y'), { kind: 'null' }, list([of(' ')])]);
  expect(toLogValue(array)).toEqual({ known: true, text: '{a,"","null","a \\"b\\" \\\\ {c}","x,y",NULL,{" "}}', type: null });
});

const notations: Readonly<Record<string, Notation>> = { elixir, inspect, json, python, ruby };

describe.each(Object.entries(notations))('%s', (_, notation) => {
  test('any text is a value or none', () => {
    const signs = [
      '[',
      ']',
      '{',
      '}',
      '(',
      ')',
      '"',
      "'",
      '`',
      ',',
      ':',
      '=>',
      '\\',
      'a',
      '1',
      ' ',
      '\n',
      '<<',
      '>>',
      '#<',
      '...',
      '%{',
      'None',
      'nil',
      'null',
      'datetime.datetime(',
    ];
    for (let run = 0; run < 2000; run += 1) {
      const given = many(60, () => pick(signs)).join('');
      const parsed = parseWritten(given, notation);
      if (parsed !== null) expect(parsed.end).toBeLessThanOrEqual(given.length);
    }
  });

  test('depth without end is no value', () => {
    expect(parseWritten('['.repeat(100_000), notation)).toBeNull();
  });
});
