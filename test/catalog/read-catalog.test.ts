import { beforeAll, describe, expect, test } from 'vitest';
import { type Catalog, groupOf, hasChoice, leavesOf, type Partition, qualify, rootOf } from '../../src/catalog/catalog.ts';
import { readCatalog } from '../../src/catalog/read-catalog.ts';
import { type Relation, resolveRelation } from '../../src/catalog/resolve.ts';
import { openWith } from '../open-schema.ts';

const ddl = `
  CREATE SCHEMA "Old Books";
  CREATE TABLE "Old Books"."Entry" ("K" integer, t timestamptz) PARTITION BY LIST ("K");
  CREATE TABLE "Old Books"."Entry 1" PARTITION OF "Old Books"."Entry" FOR VALUES IN (1);
  CREATE TABLE "Old Books".ev (k integer);
  CREATE DOMAIN grp AS integer;
  CREATE TABLE typed (a varchar(20), b grp, c "char", d numeric(10, 2)[], e bpchar) PARTITION BY RANGE (a, b, (lower(e)), d);
  CREATE TABLE gone (k integer) PARTITION BY LIST (k);
  CREATE TABLE gone_1 PARTITION OF gone FOR VALUES IN (1);
  ALTER TABLE gone DETACH PARTITION gone_1;
  ALTER TABLE mix ENABLE ROW LEVEL SECURITY;
  CREATE INDEX ev_few ON ev (v) WHERE d >= '2025-01-01' AND kind = 'a';
  CREATE INDEX ev_all ON ev (id);
  CREATE FUNCTION shifty() RETURNS integer LANGUAGE sql VOLATILE AS 'SELECT 1';
  CREATE FUNCTION steady() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 1';
  CREATE SEQUENCE seq;
  CREATE SCHEMA timescaledb_information;
  CREATE VIEW timescaledb_information.hypertables AS SELECT name 'Old Books' AS hypertable_schema, name 'ev' AS hypertable_name;
`;

let catalog: Catalog;
beforeAll(async () => {
  const database = await openWith(['fixtures/cases/pruning/other.sql'], ddl);
  catalog = await readCatalog(database).finally(database.close);
});

function find(name: string, schema = 'public'): Partition {
  const partition = catalog.partitions.get(qualify({ schema, name }));
  if (partition === undefined) throw new Error(`no partition ${name}`);
  return partition;
}

const names = (partitions: readonly Partition[]): readonly string[] => partitions.map(({ name }) => name);

describe('a tree', () => {
  test('has groups, leaves and the leaves beside the groups', () => {
    const mix = find('mix');
    expect(mix).toMatchObject({ parent: null, bound: null, key: { strategy: 'list', parts: [{ name: 'tenant', isExpression: false }] } });
    expect([...names(mix.children)].sort()).toEqual(['mix_1', 'mix_2', 'mix_3']);
    expect([...names(leavesOf(mix))].sort()).toEqual(['mix_1_24', 'mix_1_25', 'mix_2_0', 'mix_2_1', 'mix_3']);
    expect(find('mix_2').key).toMatchObject({ strategy: 'hash', parts: [{ name: 'v' }] });
    expect(find('mix_3')).toMatchObject({ key: null, bound: { kind: 'list', values: ['3'] } });
    expect(rootOf(find('mix_2_1'))).toBe(mix);
    expect(rootOf(mix)).toBe(mix);
    expect(leavesOf(find('mix_3'))).toEqual([find('mix_3')]);
  });

  test('counts its leaves by group', () => {
    expect(leavesOf(find('mix')).map(groupOf).sort()).toEqual(['mix_1', 'mix_1', 'mix_2', 'mix_2', 'mix_3']);
    expect(leavesOf(find('ev')).map(groupOf)).toEqual(['*', '*', '*']);
    expect(groupOf(find('mix_1_24'))).toBe('mix_1');
  });

  test('can lack leaves', () => {
    expect(leavesOf(find('none_yet'))).toEqual([]);
    expect(names(find('gone').children)).toEqual([]);
    expect(catalog.partitions.has('public.gone_1')).toBe(false);
  });

  test('leaves a key part a choice where its level has more than one child', () => {
    expect(hasChoice(find('one'), 'k')).toBe(false);
    expect(hasChoice(find('ev'), 'd')).toBe(true);
    expect(hasChoice(find('ev'), 'v')).toBe(false);
    expect(hasChoice(find('mix'), 't')).toBe(true);
    expect(hasChoice(find('mix_1'), 'tenant')).toBe(false);
    expect(hasChoice(find('ev_2024'), 'd')).toBe(false);
  });

  test('may have names that need quotes, in a schema that does', () => {
    expect(find('Entry', 'Old Books').key?.parts).toMatchObject([{ name: 'K' }]);
    expect(find('Entry 1', 'Old Books')).toMatchObject({ schema: 'Old Books', parent: { name: 'Entry' } });
  });
});

describe('a key part', () => {
  test('has its type without modifiers, a domain’s its base, and the cast that PostgreSQL prints in front of it', () => {
    expect(find('typed').key?.parts).toEqual([
      { name: 'a', isExpression: false, type: 'character varying', relabelled: 'text' },
      { name: 'b', isExpression: false, type: 'integer', relabelled: 'int4' },
      { name: 'lower((e)::text)', isExpression: true, type: '', relabelled: null },
      { name: 'd', isExpression: false, type: 'numeric[]', relabelled: null },
    ]);
  });

  test('can be an expression', () => {
    expect(find('ex').key?.parts).toMatchObject([{ name: "date_part('year'::text, (t AT TIME ZONE 'UTC'::text))", isExpression: true }]);
  });
});

describe('a name is looked up', () => {
  const kindOf = (relation: Relation | null): string => {
    if (relation === null) return 'nothing';
    if ('partition' in relation) return `partition ${qualify(relation.partition)}`;
    return `view ${qualify(relation.view)}`;
  };
  test.each([
    [null, 'ev', 'partition public.ev'],
    [null, 'ev_2024', 'partition public.ev_2024'],
    ['public', 'ev', 'partition public.ev'],
    ['Old Books', 'ev', 'nothing'],
    [null, 'Entry', 'nothing'],
    ['Old Books', 'Entry', 'partition Old Books.Entry'],
    ['Old Books', 'entry', 'nothing'],
    [null, 'plain', 'nothing'],
    [null, 'inh', 'nothing'],
    [null, 'gone_1', 'nothing'],
    [null, 'ev_mv', 'nothing'],
    [null, 'ev_plus', 'view public.ev_plus'],
    [null, 'ev_few', 'nothing'],
    [null, 'seq', 'nothing'],
    ['nowhere', 'ev', 'nothing'],
  ])('%s, %s: %s', (schema, name, kind) => expect(kindOf(resolveRelation(catalog, schema, name))).toBe(kind));
});

test('views have their queries', () => {
  expect(catalog.views.get('public.ev_plus')?.definition).toMatch(/SELECT[\s\S]*UNION ALL[\s\S]*mix/);
  expect([...catalog.views.keys()].sort()).toEqual(['public.ev_plus', 'public.pv', 'timescaledb_information.hypertables']);
});

test('hypertables are not judged', () => {
  expect(catalog.unjudged.get('Old Books.ev')).toBe('is a TimescaleDB hypertable, whose chunks planlint does not know');
});

test('tables with row-level security are known', () => {
  expect([...catalog.secured]).toEqual(['public.mix']);
});

test('partial indexes have their predicates, those of the leaves too', () => {
  const predicates = [...catalog.predicates].filter(([name]) => name.startsWith('public.ev'));
  expect(predicates).toHaveLength(4);
  for (const [, predicate] of predicates) expect(predicate).toContain("(kind = 'a'::text)");
});

test('volatile functions are known, stable ones are not', () => {
  for (const name of ['random', 'clock_timestamp', 'nextval', 'shifty']) expect(catalog.volatileFunctions).toContain(name);
  for (const name of ['now', 'lower', 'steady', 'current_setting']) expect(catalog.volatileFunctions).not.toContain(name);
});

test('an unqualified name is sought in pg_catalog first', () => {
  expect(catalog.searchPath).toEqual(['pg_catalog', 'public']);
});
