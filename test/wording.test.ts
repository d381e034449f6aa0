import { describe, expect, test } from 'vitest';
import type { Reference } from '../src/verdict.ts';
import { bare, conditionOn, describeReading, nameReference, referencesOf } from '../src/wording.ts';

const reference = (given: Partial<Reference> = {}): Reference => ({
  table: 'public.credit',
  named: null,
  alias: 'credit',
  span: null,
  through: null,
  verdict: 'ok',
  keys: [],
  leaves: { planned: 1, total: 70, byGroup: { credit_g03: 1 } },
  pruned: { plan: 69, start: 0 },
  executed: null,
  executedWith: null,
  generic: null,
  ...given,
});

describe('a reference is named', () => {
  test.each<readonly [Partial<Reference>, string]>([
    [{}, '`credit`'],
    [{ alias: 'c' }, '`credit c`'],
    [{ table: 'books.credit' }, '`books.credit credit`'],
    [{ named: 'public.credit_g03', alias: 'credit_g03' }, '`credit_g03`'],
    [{ alias: 'c', through: 'public.v_credit' }, '`credit` (through v_credit)'],
    [{ through: 'books.v_credit' }, '`credit` (through books.v_credit)'],
  ])('%j: %s', (given, name) => expect(nameReference(reference(given))).toBe(name));
});

describe('what is read is said in leaves and groups', () => {
  const fives = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`g${index}`, 5]));
  test.each<readonly [Reference['leaves'], RegExp]>([
    [{ planned: 0, total: 70, byGroup: {} }, /no leaf/],
    [{ planned: 1, total: 70, byGroup: { g1: 1 } }, /^reads 1 leaf in /],
    [{ planned: 5, total: 70, byGroup: { g1: 5 } }, /^reads 5 leaves in /],
    [{ planned: 2, total: 70, byGroup: { g1: 1, g2: 1 } }, /^reads 2 leaves in 2 groups$/],
    [{ planned: 70, total: 70, byGroup: fives }, /^reads all 70 leaves in 14 groups$/],
    [{ planned: 3, total: 12, byGroup: { '*': 3 } }, /^reads 3 leaves$/],
    [{ planned: 12, total: 12, byGroup: { '*': 12 } }, /^reads all 12 leaves$/],
    [{ planned: 1, total: 1, byGroup: { '*': 1 } }, /^reads 1 leaf$/],
  ])('%j: %s', (leaves, text) => expect(describeReading(reference({ leaves }))).toMatch(text));

  test.each<readonly [number | null, string]>([
    [null, 'reads 2 leaves in 1 group'],
    [2, 'reads 2 leaves in 1 group'],
    [1, 'reads 2 leaves in 1 group (1 when it ran)'],
    [0, 'reads 2 leaves in 1 group (0 when it ran)'],
  ])('%j executed: %s', (executed, text) =>
    expect(describeReading(reference({ leaves: { planned: 2, total: 70, byGroup: { g1: 2 } }, executed }))).toBe(text),
  );
});

test.each([
  ['account_group', 'c', 'list', 'c.account_group = …'],
  ['created_at', 'c', 'range', 'c.created_at >= … AND c.created_at < …'],
  ['id', 'c', 'hash', 'c.id = …'],
  ['lower(name)', 'c', 'list', 'lower(name) = …'],
  ['createdAt', 'ledgerEntry', 'range', '"ledgerEntry"."createdAt" >= … AND "ledgerEntry"."createdAt" < …'],
  ['Kunde "Nr."', 'order', 'list', '"order"."Kunde ""Nr.""" = …'],
] as const)('the condition on %s of %s, a %s key', (key, alias, strategy, condition) => expect(conditionOn(key, alias, strategy)).toBe(condition));

test('the schema of a name is left out where it is public', () => {
  expect(['public.credit', 'books.credit', 'public.public.x'].map(bare)).toEqual(['credit', 'books.credit', 'public.x']);
});

test('what was not planned has no references', () => {
  expect(referencesOf({ status: 'skipped', reason: 'SET' })).toEqual([]);
  expect(referencesOf({ status: 'failed', reason: 'x', sqlstate: '42601', span: null })).toEqual([]);
  expect(referencesOf({ status: 'analysed', verdict: 'ok', parameters: 'none', references: [reference()] })).toHaveLength(1);
});
