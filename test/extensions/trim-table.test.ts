import { beforeAll, describe, expect, test } from 'vitest';
import { trimTable } from '../../src/extensions/trim-table.ts';
import { toSchemaStatement } from '../../src/load/schema-statement.ts';
import { loadParser } from '../../src/sql/parse.ts';

beforeAll(loadParser);

const around = {
  missing: [
    { name: 'vector', types: ['vector', 'halfvec'] },
    { name: 'postgis', types: ['geometry'] },
    { name: 'pg_uuidv7', types: [] },
    { name: 'timescaledb', types: [] },
    { name: 'columnar', types: [] },
  ],
  columns: new Map([['old_place', 'postgis']]),
  absentFor: (name: string) => (name === 'own_id' ? 'pg_uuidv7' : null),
  isOwn: (name: string) => name === 'st_own',
};

/** The statement as it is sent, runs of blanks as one, and what is left out of it. */
function trim(sql: string): readonly string[] {
  const statement = toSchemaStatement({ sql, start: 0, end: sql.length, comments: [], copyData: null });
  const trimmed = statement === null ? null : trimTable(statement, around);
  if (trimmed === null) return [];
  expect(trimmed.sql.split('\n')).toHaveLength(sql.split('\n').length);
  const things = trimmed.leftOut.map(({ extension, noun, name }) => `${extension}: ${noun} ${name}`);
  const { divided } = trimmed;
  return [trimmed.sql.replace(/\s+/g, ' ').trim(), ...things, ...(divided === null ? [] : [`${divided.extension}: ${divided.table.name} divided`])];
}

type Table = readonly (readonly [sql: string, ...expected: string[]])[];

describe('what only the extension could do is left out of a table', () => {
  const table: Table = [
    [
      'CREATE TABLE t (id uuid DEFAULT uuid_generate_v7() PRIMARY KEY, n int)',
      'CREATE TABLE t (id uuid PRIMARY KEY, n int)',
      'pg_uuidv7: default of t.id',
    ],
    ['CREATE TABLE t (id uuid NOT NULL DEFAULT own_id())', 'CREATE TABLE t (id uuid NOT NULL )', 'pg_uuidv7: default of t.id'],
    [
      'CREATE TABLE t (g geometry(Point, 4326) CONSTRAINT c CHECK (st_srid(g) = 4326) NOT NULL)',
      'CREATE TABLE t (g geometry(Point, 4326) NOT NULL)',
      'postgis: constraint c',
    ],
    ['CREATE TABLE t (g geometry CHECK (g <> \'\') COLLATE "C")', 'CREATE TABLE t (g geometry COLLATE "C")', 'postgis: constraint of t.g'],
    ['CREATE TABLE t (e vector(3) PRIMARY KEY)', 'CREATE TABLE t (e vector(3) NOT NULL )', 'vector: constraint of t.e'],
    ['CREATE TABLE t (e vector UNIQUE REFERENCES u (e))', 'CREATE TABLE t (e vector )', 'vector: constraint of t.e', 'vector: constraint of t.e'],
    [
      'CREATE TABLE t (id int, e vector, d float GENERATED ALWAYS AS (l2_norm(e)) STORED)',
      'CREATE TABLE t (id int, e vector, d float )',
      'vector: default of t.d',
    ],
    [
      'CREATE TABLE t (a int, g geometry, EXCLUDE USING gist (g WITH &&), UNIQUE (a))',
      'CREATE TABLE t (a int, g geometry , UNIQUE (a))',
      'postgis: constraint of t',
    ],
    ['CREATE TABLE t (a int, e vector, CONSTRAINT pk PRIMARY KEY (a, e))', 'CREATE TABLE t (a int, e vector )', 'vector: constraint pk'],
    ['CREATE TABLE t (CHECK (st_srid(g) = 1), g geometry)', 'CREATE TABLE t ( g geometry)', 'postgis: constraint of t'],
    [
      'CREATE TABLE p PARTITION OF t (CHECK (st_srid(g) = 1)) FOR VALUES IN (1)',
      'CREATE TABLE p PARTITION OF t FOR VALUES IN (1)',
      'postgis: constraint of p',
    ],
    ['CREATE TABLE t (e vector DEFAULT ARRAY[1, 2]::vector)', 'CREATE TABLE t (e vector )', 'vector: default of t.e'],
    ['CREATE TABLE t (a int) USING columnar', 'CREATE TABLE t (a int)', 'columnar: access method columnar of t'],
    [
      'CREATE TABLE t (a int) USING "columnar" WITH (fillfactor = 10)',
      'CREATE TABLE t (a int) WITH (fillfactor = 10)',
      'columnar: access method columnar of t',
    ],
    ["CREATE TABLE t (a int) WITH (tsdb.hypertable, tsdb.partition_column = 'a')", 'CREATE TABLE t (a int)', 'timescaledb: t divided'],
    ['CREATE TABLE t (a int) WITH (tsdb.hypertable, fillfactor = 10)', 'CREATE TABLE t (a int) WITH ( fillfactor = 10)', 'timescaledb: t divided'],
    [
      'ALTER TABLE t ADD COLUMN a int, ADD COLUMN id uuid DEFAULT uuid_generate_v7() NOT NULL',
      'ALTER TABLE t ADD COLUMN a int, ADD COLUMN id uuid NOT NULL',
      'pg_uuidv7: default of t.id',
    ],
    [
      'ALTER TABLE t ADD COLUMN far float CHECK (far < old_place <-> old_place)',
      'ALTER TABLE t ADD COLUMN far float',
      'postgis: constraint of t.far',
    ],
    [
      'CREATE DOMAIN spot AS geometry CHECK (st_srid(value) = 1) NOT NULL',
      'CREATE DOMAIN spot AS geometry NOT NULL',
      'postgis: constraint of spot.value',
    ],
    ["CREATE DOMAIN spot AS geometry CHECK (value <> '')", 'CREATE DOMAIN spot AS geometry', 'postgis: constraint of spot.value'],
  ];
  test.each(table)('%s', (sql, ...expected) => expect(trim(sql)).toEqual(expected));
});

describe('all else stays', () => {
  test.each([
    ["CREATE TABLE t (id int PRIMARY KEY, e vector(3) NOT NULL DEFAULT '[1,2,3]', g geometry CHECK (g IS NOT NULL))"],
    ['CREATE TABLE t (id int CHECK (id > 0) DEFAULT 1, e vector[], UNIQUE (id))'],
    ['CREATE TABLE t (id uuid DEFAULT gen_random_uuid(), n int CHECK (st_own(n) > 0))'],
    ['CREATE TABLE t (old_place int PRIMARY KEY, a int CHECK (old_place > 0))'],
    ['CREATE TABLE p PARTITION OF t FOR VALUES FROM (1) TO (2)'],
    ['CREATE TABLE t (a int) USING heap WITH (fillfactor = 10)'],
    ['ALTER TABLE t ADD COLUMN e vector(3)'],
    ['ALTER TABLE t ATTACH PARTITION p FOR VALUES IN (1)'],
    ['CREATE DOMAIN small AS int CHECK (value < 10)'],
  ])('%s', (sql) => expect(trim(sql)).toEqual([]));
});
