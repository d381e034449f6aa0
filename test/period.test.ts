import { describe, expect, test } from 'vitest';
import { isWithin, later, parsePeriod } from '../src/period.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const period = (text: string) => parsePeriod(text) ?? { months: Number.NaN, days: Number.NaN, milliseconds: Number.NaN };

describe('a period', () => {
  test.each([
    ['12 months', 12, 0, 0],
    ['1 year', 12, 0, 0],
    ['1 Year 2 mons -3 days 04:05:06.5', 14, -3, 14_706_500],
    ['-1 days -00:00:01', 0, -1, -1000],
    ['2 weeks', 0, 14, 0],
    ['90 minutes', 0, 0, 5_400_000],
  ])('%s', (text, months, days, milliseconds) => expect(parsePeriod(text)).toEqual({ months, days, milliseconds }));

  test.each(['', '12', 'months', '12 moons', '1.5 months', 'P1Y', '12months', '1 constructor'])('is not %j', (text) =>
    expect(parsePeriod(text)).toBeNull(),
  );
});

describe('later, as PostgreSQL reckons', () => {
  test.each([
    ['2025-01-31T10:00', '1 month', '2025-02-28T10:00'],
    ['2024-02-29T00:00', '1 year', '2025-02-28T00:00'],
    ['2025-03-31T23:59', '-1 month', '2025-02-28T23:59'],
    ['2025-12-31T00:00', '1 month 1 day 01:00:00', '2026-02-01T01:00'],
    ['1969-12-31T12:00', '2 months', '1970-02-28T12:00'],
  ])('%s + %s', (start, length, end) => expect(later(at(start), period(length))).toBe(at(end)));
});

describe('a range is within 12 months', () => {
  const inner = { from: at('2026-01-01T00:00'), to: at('2026-01-01T00:00') };
  const allowed = period('12 months');

  test.each([
    ['2025-06-01T00:00', '2026-06-01T00:00', true],
    ['2025-06-01T00:00', '2026-06-01T00:00:00.001', false],
    ['2024-02-29T00:00', '2025-02-28T00:00', true],
    ['2024-02-29T00:00', '2025-03-01T00:00', false],
    ['2026-06-01T00:00', '2025-06-01T00:00', true],
  ])('from %s to %s: %s', (from, to, expected) => {
    expect(isWithin({ span: { kind: 'moments', from: at(from), to: at(to) }, inner }, allowed)).toBe(expected);
  });

  test.each([
    [[], ['12 months'], true],
    [[], ['365 days'], true],
    [[], ['366 days'], false],
    [['-11 months'], ['1 month'], true],
    [['-12 months'], ['1 day'], false],
    [['-1 year', '-1 day'], [], false],
  ])('from %j to %j: %s', (from, to, expected) => {
    expect(isWithin({ span: { kind: 'offsets', from: from.map(period), to: to.map(period) }, inner }, allowed)).toBe(expected);
  });

  test('not where more is read than it asks for', () => {
    const span = { kind: 'moments', from: at('2025-06-01T00:00'), to: at('2026-06-01T00:00') } as const;
    expect(isWithin({ span, inner: { from: at('2024-01-01T00:00'), to: at('2025-01-01T00:00') } }, allowed)).toBe(true);
    expect(isWithin({ span, inner: { from: at('2024-01-01T00:00'), to: at('2026-01-01T00:00') } }, allowed)).toBe(false);
  });
});
