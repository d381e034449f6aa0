import { describe, expect, test } from 'vitest';
import { type Axis, axisOf, canCarry } from '../../src/sample/axis.ts';

const axis = (type: string): Axis => {
  const found = axisOf(type);
  if (found === null) throw new Error(`no axis for ${type}`);
  return found;
};

const timestamptz = 'timestamp with time zone';
const timestamp = 'timestamp without time zone';

describe('a value comes back as it went', () => {
  test.each([
    ['smallint', '-32768'],
    ['integer', '0'],
    ['bigint', '9007199254740993'],
    ['numeric', '0.500000'],
    ['numeric', '-12.000001'],
    ['date', '2025-02-28'],
    ['date', '0001-01-01'],
    ['date', '9999-12-31'],
    ['date', '12025-01-01'],
    [timestamp, '2025-06-11 12:30:00'],
    [timestamp, '1969-12-31 23:59:59.999999'],
    [timestamptz, '2025-06-11 12:30:00.000001+00'],
    [timestamptz, '0001-01-01 00:00:00+00'],
    ['uuid', '00000000-0000-0000-0000-000000000001'],
    ['uuid', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ])('%s %s', (type, text) => {
    const step = axis(type).toStep(text);
    expect(step).not.toBeNull();
    expect(axis(type).toText(step ?? 0n, type)).toBe(text);
  });
});

describe('a moment is the same in any zone', () => {
  test.each([
    ['2025-01-01 01:00:00+01', '2025-01-01 00:00:00+00'],
    ['2025-06-30 19:30:00-04:30', '2025-07-01 00:00:00+00'],
    ['2024-02-29 05:45:00+05:45', '2024-02-29 00:00:00+00'],
    ['1890-01-01 00:53:28+00:53:28', '1890-01-01 00:00:00+00'],
    ['2025-01-01 01:00:00.25+01', '2025-01-01 00:00:00.250000+00'],
  ])('%s', (text, utc) => {
    expect(axis(timestamptz).toText(axis(timestamptz).toStep(text) ?? 0n, timestamptz)).toBe(utc);
  });
});

describe('no place on the line have', () => {
  test.each([
    ['date', 'infinity'],
    ['date', '-infinity'],
    ['date', '0044-03-15 BC'],
    [timestamptz, '0044-03-15 00:00:00+00 BC'],
    [timestamptz, '294276-01-01 00:00:00+00'],
    ['date', '5874897-12-31'],
    ['numeric', 'NaN'],
    ['double precision', '1e+20'],
    ['integer', ''],
    ['uuid', 'x'],
  ])('%s %s', (type, text) => expect(axis(type).toStep(text)).toBeNull());

  test.each(['text', 'character varying', 'boolean', 'bytea', 'color', 'interval', ''])('the values of %s', (type) => {
    expect(axisOf(type)).toBeNull();
  });
});

describe('a value of a key is written for a parameter of another type', () => {
  test.each([
    ['date', '2025-06-15', timestamptz, '2025-06-15 00:00:00+00'],
    [timestamptz, '2025-06-15 18:30:00+00', 'date', '2025-06-15'],
    [timestamptz, '2025-06-15 18:30:00+00', timestamp, '2025-06-15 18:30:00'],
    [timestamp, '2025-06-15 18:30:00', 'text', '2025-06-15 18:30:00+00'],
    ['integer', '7', 'numeric', '7'],
    ['numeric', '-7.75', 'bigint', '-7'],
  ])('%s %s for %s', (type, text, parameter, written) => {
    expect(axis(type).toText(axis(type).toStep(text) ?? 0n, parameter)).toBe(written);
  });
});

test.each([
  ['integer', 'bigint', true],
  ['numeric', 'integer', true],
  ['date', timestamptz, true],
  ['text', 'integer', true],
  ['character varying', timestamptz, true],
  ['uuid', 'uuid', true],
  ['color', 'color', true],
  ['name', 'text', true],
  ['integer', 'date', false],
  ['uuid', 'integer', false],
  ['integer', 'text', false],
  ['boolean', 'integer', false],
  ['jsonb', 'text', false],
  ['interval', timestamptz, false],
])('a parameter of type %s for a key of type %s: %s', (parameter, key, can) =>
  expect(canCarry(parameter, { type: key, relabelled: null })).toBe(can),
);
