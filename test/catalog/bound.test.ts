import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseBound } from '../../src/catalog/bound.ts';
import type { Bound, RangeEnd } from '../../src/catalog/catalog.ts';
import { splitParts } from '../../src/catalog/read-catalog.ts';
import type { Database } from '../../src/database/database.ts';
import { openWith } from '../open-schema.ts';

const value = (text: string): RangeEnd => ({ kind: 'value', text });
const minvalue: RangeEnd = { kind: 'minvalue' };
const maxvalue: RangeEnd = { kind: 'maxvalue' };
const list = (...values: readonly (string | null)[]): Bound => ({ kind: 'list', values });
const range = (from: readonly RangeEnd[], to: readonly RangeEnd[]): Bound => ({ kind: 'range', from, to });

describe('a bound', () => {
  test.each<readonly [string, Bound]>([
    ['DEFAULT', { kind: 'default' }],
    ['FOR VALUES IN (1)', list('1')],
    ['FOR VALUES IN (1, 2, NULL)', list('1', '2', null)],
    ['FOR VALUES IN (NULL)', list(null)],
    ["FOR VALUES IN ('NULL', 'it''s', 'a, (b)', '')", list('NULL', "it's", 'a, (b)', '')],
    ["FOR VALUES IN ('-1', 0)", list('-1', '0')],
    ['FOR VALUES IN (true, false)', list('true', 'false')],
    ['FOR VALUES FROM (0) TO (10)', range([value('0')], [value('10')])],
    ['FOR VALUES FROM (MINVALUE) TO (MAXVALUE)', range([minvalue], [maxvalue])],
    ["FOR VALUES FROM ('MINVALUE') TO (') TO (')", range([value('MINVALUE')], [value(') TO (')])],
    ["FOR VALUES FROM ('a', 1, MINVALUE) TO ('b', MAXVALUE, MAXVALUE)", range([value('a'), value('1'), minvalue], [value('b'), maxvalue, maxvalue])],
    ['FOR VALUES WITH (modulus 4, remainder 0)', { kind: 'hash', modulus: 4, remainder: 0 }],
  ])('%s', (text, bound) => expect(parseBound(text)).toEqual(bound));
});

describe('a partition key', () => {
  test.each([
    ['RANGE (created_at)', ['created_at']],
    ['LIST (lower(name))', ['lower(name)']],
    ['RANGE (lower(a), ((b + c)), d, "e, f", COALESCE(g, \',\'::text))', ['lower(a)', '((b + c))', 'd', '"e, f"', "COALESCE(g, ','::text)"]],
    ["LIST (date_part('year'::text, (t AT TIME ZONE 'UTC'::text)))", ["date_part('year'::text, (t AT TIME ZONE 'UTC'::text))"]],
  ])('%s', (definition, parts) => expect(splitParts(definition)).toEqual(parts));
});

/** Type, and the values of a list, or the two ends of a range; as they are written in DDL and as the server says them. */
const lists: readonly (readonly [type: string, values: string, read: readonly (string | null)[]])[] = [
  ['smallint', '-1, 0, 32767', ['-1', '0', '32767']],
  ['bigint', '9007199254740993, NULL', ['9007199254740993', null]],
  ['numeric', '1.50, -0.1', ['1.50', '-0.1']],
  ['double precision', "1e3, 'NaN'", ['1000', 'NaN']],
  ['boolean', 'true', ['true']],
  ['text', "'it''s', 'null', '', ' \\', '(1), (2)', E'a\\nb', '🐘'", ["it's", 'null', '', ' \\', '(1), (2)', 'a\nb', '🐘']],
  ['varchar(10)', "'a', NULL", ['a', null]],
  ['char(3)', "'ab'", ['ab ']],
  ['name', "'a'", ['a']],
  ['uuid', "'6F1D3C52-8a7e-4b0f-9c21-5d4e3b2a1f00'", ['6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00']],
  ['date', "'2025-01-01', 'infinity'", ['2025-01-01', 'infinity']],
  ['inet', "'10.0.0.0/8'", ['10.0.0.0/8']],
  ['color', "'light, blue'", ['light, blue']],
];
const ranges: readonly (readonly [type: string, from: string, to: string, read: readonly [RangeEnd, RangeEnd]])[] = [
  ['integer', 'MINVALUE', '-5', [minvalue, value('-5')]],
  ['bigint', '-5', 'MAXVALUE', [value('-5'), maxvalue]],
  ['numeric', '0.5', '10.25', [value('0.5'), value('10.25')]],
  ['date', "'0044-03-15 BC'", "'2025-01-01'", [value('0044-03-15 BC'), value('2025-01-01')]],
  ['timestamp', "'2025-01-01 00:00'", "'infinity'", [value('2025-01-01 00:00:00'), value('infinity')]],
  ['timestamptz', "'2025-01-01 00:00+02'", "'2026-01-01 00:00:00.5+00'", [value('2024-12-31 22:00:00+00'), value('2026-01-01 00:00:00.5+00')]],
  ['text', "'a''b'", "'c)d'", [value("a'b"), value('c)d')]],
  ['interval', "'1 day'", "'2 days 03:00'", [value('1 day'), value('2 days 03:00:00')]],
];

describe('what a server prints is read', () => {
  let database: Database;
  beforeAll(async () => {
    const ddl = [
      "CREATE TYPE color AS ENUM ('red', 'light, blue');",
      ...lists.flatMap(([type, values], index) => [
        `CREATE TABLE list_${index} (k ${type}) PARTITION BY LIST (k);`,
        `CREATE TABLE list_${index}_p PARTITION OF list_${index} FOR VALUES IN (${values});`,
      ]),
      ...ranges.flatMap(([type, from, to], index) => [
        `CREATE TABLE range_${index} (k ${type}) PARTITION BY RANGE (k);`,
        `CREATE TABLE range_${index}_p PARTITION OF range_${index} FOR VALUES FROM (${from}) TO (${to});`,
      ]),
    ];
    database = await openWith([], ddl.join('\n'));
  });
  afterAll(() => database.close());

  const read = async (table: string): Promise<Bound> => {
    const [row] = await database.query('SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE oid = $1::regclass', [table]);
    return parseBound(String(row?.['bound']));
  };
  test.each(lists.map(([type, values, expected], index) => ({ type, values, expected, index })))('$type in $values', async ({ expected, index }) => {
    expect(await read(`list_${index}_p`)).toEqual(list(...expected));
  });
  test.each(ranges.map(([type, from, to, ends], index) => ({ type, from, to, ends, index })))('$type from $from to $to', async ({ ends, index }) => {
    expect(await read(`range_${index}_p`)).toEqual(range([ends[0]], [ends[1]]));
  });
});
