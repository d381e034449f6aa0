import { expect, test } from 'vitest';
import { nearest, suggest } from '../src/nearest.ts';

const known = ['schema', 'schemaInput', 'seed', 'set', 'no-leaf-fanout', 'no-group-fanout'];

test.each([
  ['schemas', 'schema'],
  ['shcema', 'schema'],
  ['Schema', 'schema'],
  ['schema-input', 'schemaInput'],
  ['no-leaf-fan-out', 'no-leaf-fanout'],
  ['no-leave-fanout', 'no-leaf-fanout'],
  ['sed', 'seed'],
  ['', null],
  ['colour', null],
  ['require-partition-keys', null],
] as const)('%j is meant to be %j', (word, meant) => {
  expect(nearest(word, known)).toBe(meant);
});

test('what is near nothing is told what there is', () => {
  expect(suggest('colour', ['seed', 'set'])).toBe('choose one of seed, set');
  expect(suggest('sete', ['seed', 'set'])).toBe('did you mean "set"?');
});
