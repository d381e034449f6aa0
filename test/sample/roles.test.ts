import { beforeAll, describe, expect, test } from 'vitest';
import type { Catalog, Partition } from '../../src/catalog/catalog.ts';
import { readCatalog } from '../../src/catalog/read-catalog.ts';
import { findFixedValues, hasSwitch } from '../../src/sample/contexts.ts';
import { findKeyRoles, type KeyRoles, keyParts } from '../../src/sample/roles.ts';
import { chooseLeaf, unlikeSubtrees } from '../../src/sample/target.ts';
import { loadParser, type Node, parseStatement } from '../../src/sql/parse.ts';
import { openFiles } from '../open-schema.ts';

let catalog: Catalog;
beforeAll(async () => {
  const database = await openFiles(['fixtures/cases/pruning/other.sql', 'fixtures/cases/pruning/other.seed.sql']);
  [catalog] = await Promise.all([readCatalog(database), loadParser()]);
  await database.close();
});

const root = (name: string): Partition => catalog.partitions.get(`public.${name}`) as Partition;

function parse(where: string): Node {
  const { tree, fault } = parseStatement(`SELECT * FROM mix m, ev WHERE ${where}`);
  expect(fault).toBeNull();
  return tree as Node;
}

/** The roles in `mix m`, partitioned by tenant and below that by t or v, and in `ev`, partitioned by d. */
function rolesIn(where: string): KeyRoles {
  return findKeyRoles(parse(where), [
    { root: root('mix'), alias: 'm' },
    { root: root('ev'), alias: 'ev' },
  ]);
}

/** `$1 tenant equal`, with a `~` where the other half of a range is lacking. */
const show = (keys: KeyRoles): string =>
  [...keys]
    .sort(([a], [b]) => a - b)
    .map(([number, { part, comparison, isOpen }]) => `$${number} ${part.name} ${comparison.direction}${isOpen ? ' ~' : ''}`)
    .join(', ');

describe('a parameter is for', () => {
  test.each([
    ['tenant = $1', '$1 tenant equal'],
    ['$1 = m.tenant', '$1 tenant equal'],
    ['tenant <> $1', '$1 tenant equal'],
    ['tenant = $1::text::int AND v + $2 = 3', '$1 tenant equal'],
    ['tenant IN ($1, $2)', '$1 tenant equal, $2 tenant equal'],
    ['tenant = ANY ($1)', '$1 tenant equal'],
    ['tenant IS NOT DISTINCT FROM $1', '$1 tenant equal'],
    ['(tenant, v) = ($1, $2)', '$1 tenant equal, $2 v equal'],
    ['(tenant, v) IN (($1, $2), ($3, $4))', '$1 tenant equal, $2 v equal, $3 tenant equal, $4 v equal'],
    ['t >= $1 AND t < $2', '$1 t lower, $2 t upper'],
    ['$1 <= t AND $2 > t', '$1 t lower, $2 t upper'],
    ['t BETWEEN $1 AND $2', '$1 t lower, $2 t upper'],
    ['t > $1', '$1 t lower ~'],
    ['t < $1', '$1 t upper ~'],
    ["t >= $1 AND t < '2025-01-01'", '$1 t lower'],
    ["t >= $1 AND t < now() + interval '1 day'", '$1 t lower ~'],
    ["t >= $1 AND t < $1 + interval '1 day'", '$1 t lower'],
    ['t >= $1 AND m.v < $2', '$1 t lower ~, $2 v upper ~'],
    ['t >= $1 AND t < ev.d', '$1 t lower ~'],
    ["date_trunc('day', t) = $1::date", '$1 t equal'],
    ['ev.d = $1 AND r = $2', '$1 d equal'],
    ['EXISTS (SELECT FROM mix x WHERE x.tenant = $1)', '$1 tenant equal'],
    ['tenant = (SELECT $1::int)', ''],
    ['$1::int IS NULL OR tenant = $1', '$1 tenant equal'],
    ['tenant = COALESCE($1, m.tenant)', '$1 tenant equal'],
  ])('%s', (where, roles) => expect(show(rolesIn(where))).toBe(roles));
});

test('equalities on one key are told apart', () => {
  expect([...rolesIn('tenant = $1 OR tenant = $2 OR v = $3').values()].map(({ ordinal }) => ordinal)).toEqual([0, 1, 0]);
});

test('an expression key is found by its expression', () => {
  const { tree } = parseStatement('SELECT * FROM exl WHERE lower(name) = $1 AND name = $2 AND upper(name) = $3');
  expect(show(findKeyRoles(tree, [{ root: root('exl'), alias: 'exl' }]))).toBe('$1 lower(name) equal');
});

describe('a place that asks for a value', () => {
  test.each([
    ['true LIMIT $1 OFFSET $2', { 1: '20', 2: '0' }],
    ['true FETCH FIRST $1 ROWS ONLY', { 1: '20' }],
    ['date_trunc($1, t) = $2', { 1: 'day' }],
    ['t AT TIME ZONE $1 = $2', { 1: 'UTC' }],
    ['tenant = $1', {}],
  ])('%s', (where, fixed) => expect(Object.fromEntries(findFixedValues(parse(where)))).toEqual(fixed));
});

describe('a parameter can switch a condition off', () => {
  test.each([
    ['$1 IS NULL OR tenant = $1', true],
    ['tenant = 3 OR v = $1', true],
    ['tenant = COALESCE($1, tenant)', true],
    ['CASE WHEN $1 THEN tenant = 3 ELSE true END', true],
    ['tenant = 3 OR v = 4', false],
    ['COALESCE(tenant, 0) = $1', false],
    ['tenant = $1 AND v = $2', false],
  ])('%s: %s', (where, can) => expect(hasSwitch(parse(where))).toBe(can));
});

describe('a leaf to draw from', () => {
  const choose = (name: string, share: number, allowed: readonly string[] | null = null): string =>
    chooseLeaf(root(name), share, allowed === null ? null : new Set(allowed.map(root))).name;

  test.each([
    ['ev', ['ev_2024', 'ev_2025', 'ev_2026']],
    ['mr', ['mr_1', 'mr_3', 'mr_4']],
    ['bi', ['bi_0', 'bi_1', 'bi_2']],
    ['evd', ['evd_2024', 'evd_2025', 'evd_2025']],
    ['ln', ['ln_eu', 'ln_us', 'ln_us']],
    ['one', ['one_all', 'one_all', 'one_all']],
    ['none_yet', ['none_yet', 'none_yet', 'none_yet']],
  ])('of %s is at the start, in the middle, at the end', (name, leaves) => {
    expect([0, 0.5, 1].map((share) => choose(name, share))).toEqual(leaves);
  });

  test('is chosen at each level', () => {
    expect(choose('mix', 0)).toBe('mix_1_24');
    expect(choose('mix', 1)).toBe('mix_3');
  });

  test('is one of those that are allowed', () => {
    expect(choose('ev', 0.5, ['ev_2026'])).toBe('ev_2026');
    expect(choose('mix', 0, ['mix_2_1', 'mix_3'])).toBe('mix_2_1');
  });

  test('can be the default where there is nothing else', () => {
    expect(choose('evd', 0.5, ['evd_def'])).toBe('evd_def');
  });
});

test('the keys of a root are those of all its levels', () => {
  expect(
    keyParts(root('mix'))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['t', 'tenant', 'v']);
});

test('sub-trees that are partitioned by other keys are told apart', () => {
  const names = unlikeSubtrees(root('mix')).map((leaves) => [...leaves].map(({ name }) => name).sort());
  expect(names.sort()).toEqual([['mix_1_24', 'mix_1_25'], ['mix_2_0', 'mix_2_1'], ['mix_3']]);
  expect(unlikeSubtrees(root('ev'))).toEqual([]);
});
