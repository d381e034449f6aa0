import { describe, expect, test } from 'vitest';
import { parseBound } from '../../src/catalog/bound.ts';
import type { PartitionKey } from '../../src/catalog/catalog.ts';
import { labelBound } from '../../src/picture/bound-label.ts';
import { compareBounds } from '../../src/picture/bound-order.ts';

function keyOf(...types: readonly string[]): PartitionKey {
  return { strategy: 'range', parts: types.map((type, index) => ({ name: `k${index}`, isExpression: false, type, relabelled: null })) };
}

describe('a range by its bounds', () => {
  const timestamptz = 'timestamp with time zone';
  const cases: readonly (readonly [bound: string, type: string, label: string])[] = [
    [`('2025-01-01 00:00:00+00') TO ('2026-01-01 00:00:00+00')`, timestamptz, '2025'],
    [`('2020-01-01 00:00:00+00') TO ('2024-01-01 00:00:00+00')`, timestamptz, '2020–23'],
    [`('1998-01-01') TO ('2004-01-01')`, 'date', '1998–2003'],
    [`('2025-03-01') TO ('2025-04-01')`, 'date', '2025-03'],
    [`('2025-01-01') TO ('2025-04-01')`, 'date', '2025-01–03'],
    [`('2024-11-01') TO ('2025-02-01')`, 'date', '2024-11–2025-01'],
    [`('2025-02-28') TO ('2025-03-01')`, 'date', '2025-02-28'],
    [`('2025-03-03') TO ('2025-03-10')`, 'date', '2025-03-03–09'],
    [`('2025-03-31') TO ('2025-04-07')`, 'date', '2025-03-31–2025-04-06'],
    [`('2025-01-01 01:00:00+01') TO ('2026-01-01 01:00:00+01')`, timestamptz, '2025'],
    [`('2024-12-31 19:00:00-05') TO ('2025-12-31 19:00:00-05')`, timestamptz, '2025'],
    [`('2025-01-01 00:00:00+01') TO ('2026-01-01 00:00:00+01')`, timestamptz, '2025'],
    [`('2025-01-01 10:00:00') TO ('2025-01-01 11:00:00')`, 'timestamp without time zone', '2025-01-01 10:00–11:00'],
    [`('2025-01-01 00:00:00+00') TO ('2025-01-01 01:00:00+00')`, timestamptz, '2025-01-01 00:00–01:00'],
    [`('2025-01-01 23:00:00+00') TO ('2025-01-02 00:00:00+00')`, timestamptz, '2025-01-01 23:00–24:00'],
    [`('2025-01-01 10:00:00+00') TO ('2025-01-02 10:00:00+00')`, timestamptz, '2025-01-01 10:00–<2025-01-02 10:00'],
    [`('2025-01-01 10:00:30') TO ('2025-01-01 10:00:45')`, 'timestamp without time zone', '2025-01-01 10:00:30–10:00:45'],
    [`(MINVALUE) TO ('2020-01-01')`, 'date', '<2020'],
    [`('2028-01-01') TO (MAXVALUE)`, 'date', '≥2028'],
    [`('2028-05-01') TO (MAXVALUE)`, 'date', '≥2028-05'],
    ['(MINVALUE) TO (MAXVALUE)', 'date', 'all'],
    [`('-infinity') TO ('2025-01-01')`, 'date', '-infinity–<2025'],
    [`('0044-03-15 00:00:00+00 BC') TO ('2025-01-01 00:00:00+00')`, timestamptz, '0044-03-15 00:00:00+00 BC–<2025'],
    ['(0) TO (1000)', 'integer', '0–999'],
    ['(7) TO (8)', 'bigint', '7'],
    ['(9007199254740993) TO (9007199254740995)', 'bigint', '9007199254740993–9007199254740994'],
    ['(0) TO (2.25)', 'numeric', '0–<2.25'],
    [`('a') TO ('m')`, 'text', 'a–<m'],
    [`('') TO ('m')`, 'text', "''–<m"],
  ];
  test.each(cases)('FROM %s', (bound, type, label) => {
    expect(labelBound(parseBound(`FOR VALUES FROM ${bound}`), keyOf(type))).toBe(label);
  });

  test.each([
    ['(2025, 1) TO (2025, 7)', '2025, 1–6'],
    ['(2025, MINVALUE) TO (2026, MINVALUE)', '2025'],
    ['(2025, 7) TO (2026, 1)', '(2025, 7)–<(2026, 1)'],
    ['(1, 2, 3) TO (1, 2, 9)', '1, 2, 3–8'],
  ])('of several columns: FROM %s', (bound, label) => {
    expect(labelBound(parseBound(`FOR VALUES FROM ${bound}`), keyOf('integer', 'integer', 'integer'))).toBe(label);
  });
});

test.each([
  ['DEFAULT', 'DEFAULT'],
  ['FOR VALUES WITH (modulus 4, remainder 3)', '3'],
  [`FOR VALUES IN ('eu', 'it''s', NULL)`, "eu, it's, NULL"],
  [`FOR VALUES IN ('2025-01-01')`, '2025'],
])('%s is %s', (bound, label) => {
  expect(labelBound(parseBound(bound), keyOf('text'))).toBe(label);
});

test('the order is that of what they hold, and what is left over comes last', () => {
  const bounds = ['DEFAULT', 'FOR VALUES IN (NULL)', 'FOR VALUES IN (10, 11)', 'FOR VALUES IN (9)', 'FOR VALUES IN (-1)'];
  expect(bounds.map(parseBound).toSorted(compareBounds)).toEqual(bounds.toReversed().map(parseBound));
  const texts = ['t100', 't20', 't3'].map((text) => `FOR VALUES IN ('${text}')`);
  expect(texts.map(parseBound).toSorted(compareBounds)).toEqual(texts.toReversed().map(parseBound));
  const ranges = ['FROM (10) TO (MAXVALUE)', 'FROM (9) TO (10)', 'FROM (-2) TO (9)', 'FROM (MINVALUE) TO (-2)'].map((text) => `FOR VALUES ${text}`);
  expect(ranges.map(parseBound).toSorted(compareBounds)).toEqual(ranges.toReversed().map(parseBound));
});
