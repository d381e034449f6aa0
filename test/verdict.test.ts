import { describe, expect, test } from 'vitest';
import { type Binding, precedence, type Shown, type Verdict, verdictOf, worstVerdict } from '../src/verdict.ts';

const bindings: readonly Binding[] = ['equality', 'list', 'range', 'half-range', 'exclusion', 'run-time', 'bound', 'wrapped', 'missing'];
const counts: readonly Shown['byGroup'][] = [
  {},
  { a: 1 },
  { '*': 2 },
  { a: 2 },
  { a: 1, b: 1 },
  { a: 1, b: 2 },
  { a: 1, b: 1, c: 1 },
  { a: 5, b: 5 },
];

/** No key, each binding of one, each pair of two. */
const keys = [[], ...bindings.map((one) => [one]), ...bindings.flatMap((one) => bindings.map((other) => [one, other]))];
const readings: readonly Shown[] = keys.flatMap((of) =>
  counts.flatMap((byGroup) => [true, false].map((prunedAtStart) => ({ bindings: of, byGroup, prunedAtStart }))),
);

const leaves = ({ byGroup }: Shown): number => Object.values(byGroup).reduce((sum, count) => sum + count, 0);
const has = ({ bindings: of }: Shown, ...wanted: readonly Binding[]): boolean => of.some((one) => wanted.includes(one));

/** What each verdict says of a reading, and nothing of the order in which they are tried. */
const claims: Readonly<Record<Exclude<Verdict, 'not-partitioned'>, (reading: Shown) => boolean>> = {
  'no-scan': (reading) => leaves(reading) === 0,
  ok: (reading) => leaves(reading) === 1 && !reading.prunedAtStart,
  'start-only': (reading) => leaves(reading) === 1 && reading.prunedAtStart,
  'missing-key': (reading) => leaves(reading) > 1 && has(reading, 'missing', 'wrapped'),
  'run-only': (reading) => leaves(reading) > 1 && !has(reading, 'missing', 'wrapped') && has(reading, 'run-time'),
  'multi-leaf': (reading) => !has(reading, 'missing', 'wrapped', 'run-time') && Object.values(reading.byGroup).some((count) => count > 1),
  'multi-group': (reading) =>
    !has(reading, 'missing', 'wrapped', 'run-time') &&
    Object.keys(reading.byGroup).length > 1 &&
    Object.values(reading.byGroup).every((count) => count === 1),
};

describe('the verdict of one reference', () => {
  test('is always the one whose claim is true', () => {
    expect(readings.length).toBe(91 * 8 * 2);
    for (const reading of readings) {
      const verdict = verdictOf(reading);
      const right = Object.entries(claims).filter(([, isTrue]) => isTrue(reading));
      expect([reading, right.map(([name]) => name)]).toEqual([reading, [verdict]]);
    }
  });

  test('can be any but not-partitioned', () => {
    expect(new Set(readings.map(verdictOf))).toEqual(new Set(Object.keys(claims)));
  });

  test('does not depend on the order of keys and groups', () => {
    for (const reading of readings) {
      const byGroup = Object.fromEntries(Object.entries(reading.byGroup).reverse());
      expect(verdictOf({ ...reading, byGroup, bindings: [...reading.bindings].reverse() })).toBe(verdictOf(reading));
    }
  });

  test.each<readonly [readonly Binding[], Shown['byGroup'], Verdict]>([
    [['missing'], { a: 1 }, 'ok'],
    [['equality', 'missing'], { a: 5 }, 'missing-key'],
    [['run-time', 'wrapped'], { a: 5 }, 'missing-key'],
    [['run-time', 'range'], { a: 2 }, 'run-only'],
    [['equality', 'half-range'], { a: 3 }, 'multi-leaf'],
    [['list', 'equality'], { a: 1, b: 1 }, 'multi-group'],
    [['exclusion', 'equality'], { a: 1, b: 2 }, 'multi-leaf'],
  ])('%j with %j is %s', (of, byGroup, verdict) => {
    expect(verdictOf({ bindings: of, byGroup, prunedAtStart: false })).toBe(verdict);
  });
});

describe('the verdict of a statement', () => {
  test('is the worse of any two', () => {
    for (const [worse, one] of precedence.entries()) {
      for (const other of precedence.slice(worse)) {
        expect(worstVerdict([one, other])).toBe(one);
        expect(worstVerdict([other, one])).toBe(one);
      }
    }
  });

  test('goes from a missing key to no partitioned table', () => {
    expect(precedence).toEqual(['missing-key', 'multi-leaf', 'run-only', 'multi-group', 'start-only', 'ok', 'no-scan', 'not-partitioned']);
  });

  test('without references is not-partitioned', () => {
    expect(worstVerdict([])).toBe('not-partitioned');
  });
});
