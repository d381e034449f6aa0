import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import type { UserError } from '../../src/errors.ts';
import { extensionFiles, majors, openFiles, openWith } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(extensionFiles);
});
afterAll(() => database.close());

/** What is said of an extension, after that it is not there. */
function noteOn(extension: string, { state }: Database = database): string | null {
  const note = state.notes.find(({ subject }) => subject === `extension ${extension}`);
  return note?.message.replace(/^not in this PostgreSQL; /, '') ?? null;
}

/** What stands in the way of judging the tables, views and functions of these names. */
function unjudged(...names: readonly string[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(names.map((name) => [name, database.state.unjudged[`public.${name}`] ?? database.state.unjudged[name]]));
}

async function leavesOf(table: string): Promise<number> {
  const [row] = await database.query(`SELECT count(*)::int AS leaves FROM pg_partition_tree('${table}') WHERE isleaf`);
  return Number(row?.['leaves']);
}

test('a schema with pgvector has all of its tables, columns and rows', async () => {
  expect(noteOn('vector')).toBe(
    'types halfvec, sparsevec and vector made here without their functions and operators; ' +
      'left out: 2 constraints (embedding_is_unit, of document.length), 3 indexes (document_embedding_idx, document_half_idx, centre_tenant), ' +
      '1 function (nearest), 2 views (closest, closest_of_one), 1 materialized view (centre)',
  );
  expect(noteOn('vectorscale')).toBe('left out: 1 index (document_disk_idx)');
  expect(await leavesOf('document')).toBe(2);
  expect(
    await database.query('SELECT id, embedding::text AS e, half::text AS h, many::text AS m, summary, length FROM document ORDER BY id'),
  ).toEqual([
    { id: '1', e: '[1,2,3]', h: '[0,0,0,0,0,0,0,0]', m: '{"[1,2,3]",NULL}', summary: null, length: null },
    { id: '2', e: null, h: '[0,0,0,0,0,0,0,0]', m: null, summary: null, length: null },
    { id: '3', e: '[3,2,1]', h: '[0,0,0,0,0,0,0,0]', m: null, summary: null, length: null },
  ]);
  expect(database.state.missingExtensions).toContainEqual({ name: 'vector', types: ['halfvec', 'sparsevec', 'vector'] });
  expect(database.state.missingExtensions).toContainEqual({ name: 'vectorscale', types: [] });
  expect(unjudged('nearest', 'closest', 'closest_of_one', 'centre', 'document')).toEqual({
    nearest: 'is a function that needs the extension vector',
    closest: 'is a view that needs the extension vector',
    closest_of_one: 'is a view that needs the extension vector',
    centre: 'is a materialized view that needs the extension vector',
  });
});

test('a migration in one transaction goes on behind what is left out of it', async () => {
  expect(noteOn('postgis')).toBe(
    'types geography, geometry and spot made here without their functions and operators; ' +
      'left out: 4 constraints (of spot.value, at_is_valid, apart, area_is_small), 1 default (of place.lon), 2 indexes (place_at, place_low_hull), ' +
      '1 policy (nearby on place), 2 INSERTs (place, spatial_ref_sys), 1 rule (keep_shape on region)',
  );
  expect(noteOn('h3')).toBe('type h3index made here without its functions and operators; left out: 1 default (of place.cell)');
  expect(await database.query('SELECT id, at::text AS at FROM place')).toEqual([{ id: 1, at: 'SRID=4326;POINT(1 1)' }]);
  expect(await database.query('SELECT shape, centre, "Outline" FROM region')).toEqual([]);
  expect(await leavesOf('place')).toBe(2);
  expect(unjudged('place', 'region')).toEqual({
    place: 'has the policy nearby, which needs the extension postgis',
    region: 'has the rule keep_shape, which needs the extension postgis',
  });
});

test('hypertables are tables that are not judged', async () => {
  expect(noteOn('timescaledb')).toBe(
    'left out: 1 storage option (of conditions), 3 calls (add_compression_policy, add_columnstore_policy, add_continuous_aggregate_policy), ' +
      '1 materialized view (conditions_daily); statements on crypto_tick, conditions and metrics are not judged',
  );
  const hypertable = 'is a TimescaleDB hypertable, whose chunks planlint does not know';
  expect(unjudged('crypto_tick', 'conditions', 'metrics', 'device', 'conditions_daily')).toEqual({
    crypto_tick: hypertable,
    conditions: hypertable,
    metrics: hypertable,
    conditions_daily: 'is a materialized view that needs the extension timescaledb',
  });
});

test('what a hosted database brings along is done without', async () => {
  expect(noteOn('pg_cron')).toBe('left out: 1 call (schedule), 1 UPDATE (job)');
  expect(noteOn('pg_net')).toBe('left out: 1 trigger (event_sent)');
  expect(noteOn('pg_uuidv7')).toBe('left out: 2 defaults (of event.id, of event.other), 1 function (new_id)');
  expect(noteOn('pgx_ulid')).toMatch(/^type ulid made here .*; left out: 2 defaults .*, 2 constraints /);
  expect(noteOn('pgcrypto')).toBeNull();
  expect(await database.query("SELECT extnamespace::regnamespace::text AS schema FROM pg_extension WHERE extname = 'pgcrypto'")).toEqual([
    { schema: 'extensions' },
  ]);
  expect(await leavesOf('event')).toBe(2);
  expect(await database.query("SELECT attnotnull AS fixed FROM pg_attribute WHERE attrelid = 'keyed'::regclass AND attname = 'key'")).toEqual([
    { fixed: true },
  ]);
  expect(await database.query('SELECT id FROM made_in_block')).toEqual([]);
});

test('distributed tables are judged as tables of one server', async () => {
  expect(noteOn('citus')).toBe(
    'left out: 1 access method (columnar of orders_old), 1 call (citus_set_coordinator_host); planned as if on one server: orders, country',
  );
  expect(await leavesOf('orders')).toBe(3);
  expect(unjudged('orders', 'country')).toEqual({});
});

test.each(majors.filter((major) => major < 18))('all of this is the same on %i', async (major) => {
  const older = await openFiles(extensionFiles, { major });
  try {
    expect(older.major).toBe(major);
    expect(older.state).toEqual(database.state);
    const values = 'SELECT embedding::text AS e, half::text AS h, many::text AS m FROM document ORDER BY id';
    expect(await older.query(values)).toEqual(await database.query(values));
  } finally {
    await older.close();
  }
});

describe('extensions that nothing is known of', () => {
  let house: Database;
  beforeAll(async () => {
    house = await openWith(
      [],
      `CREATE EXTENSION citext;
       CREATE EXTENSION in_house;
       CREATE TYPE own AS ENUM ('a');
       CREATE TABLE before_view (id bigserial, kind own, name citext, money bag(3)[], total purse NOT NULL, day date) PARTITION BY LIST (day);
       CREATE FUNCTION worth(bag) RETURNS purse LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE TABLE odd (id int, "Odd Type" "Odd Type");
       CREATE INDEX by_total ON before_view USING ledger_tree (total);`,
    );
  });
  afterAll(() => house.close());

  test('give the types that nobody else makes', async () => {
    expect(house.state.missingExtensions).toEqual([{ name: 'in_house', types: ['Odd Type', 'bag', 'purse'] }]);
    expect(await house.query("SELECT typname::text AS name FROM pg_type WHERE obj_description(oid) ~ 'stands in' ORDER BY 1")).toEqual([
      { name: 'Odd Type' },
      { name: 'bag' },
      { name: 'purse' },
    ]);
  });

  test('and may be what an index needs', () => {
    expect(noteOn('in_house', house)).toBe(
      'types Odd Type, bag and purse made here without their functions and operators; left out: 1 index (by_total)',
    );
  });
});

describe('what must not be missing is never passed over', () => {
  const extensions =
    'CREATE EXTENSION vector; CREATE EXTENSION pg_partman; CREATE EXTENSION citus; CREATE EXTENSION postgis; CREATE EXTENSION timescaledb;';
  async function fail(sql: string): Promise<UserError> {
    const folder = mkdtempSync(join(tmpdir(), 'planlint-extensions-'));
    try {
      writeFileSync(join(folder, 'x.sql'), `${extensions}\n${sql}`);
      const error = await openEmbedded({ schema: ['x.sql'], seed: [], cwd: folder, settings: {}, binaries: null }).then(
        (database) => database.close(),
        (reason) => reason,
      );
      expect(error).toMatchObject({ name: 'UserError', area: 'database' });
      return error;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  const needs = (name: string) => new RegExp(`^it needs the extension ${name}, .*--pg-bin DIR .*--url `);
  test.each([
    ['a table partitioned by a type', 'CREATE TABLE t (e vector) PARTITION BY RANGE (e);', needs('vector')],
    ['a table made from a query', 'CREATE TABLE t AS SELECT st_makepoint(1, 2) AS p;', needs('postgis')],
    ['partitions made by a call', "SELECT create_time_partitions('t', '1 day', now());", needs('citus')],
    [
      'a function of the schema that makes partitions',
      `CREATE FUNCTION make() RETURNS void LANGUAGE plpgsql AS 'BEGIN CREATE TABLE p (id int); PERFORM st_area(NULL); END'; SELECT make();`,
      needs('postgis'),
    ],
    ['a block that makes tables', `DO $$ BEGIN CREATE TABLE p (id int); PERFORM st_area('x'); END $$;`, needs('postgis')],
    ['a block that calls what makes partitions', `DO $$ BEGIN PERFORM create_time_partitions('t', '1 day', now()); END $$;`, needs('citus')],
    ['a misspelt type', 'CREATE TABLE t (e vektor);', /is a file missing/],
    ['a misspelt function', 'CREATE TABLE t (id int); CREATE INDEX ON t (lowr(id));', /is a file missing/],
  ])('%s', async (_, sql, hint) => {
    const error = await fail(sql);
    expect(error.message).toMatch(/^x\.sql:2(:\d+)?: /);
    expect(error.hint).toMatch(hint);
  });
});
