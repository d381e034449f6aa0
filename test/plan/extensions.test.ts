import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { checkSql } from '../check-sql.ts';
import { extensionFiles, openFiles } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(extensionFiles);
});
afterAll(() => database.close());

const needs = (extension: string, message: string) => `needs the extension ${extension}, which this PostgreSQL does not have (${message})`;

describe('a statement that needs an extension is inconclusive', () => {
  test.each([
    [
      "SELECT id FROM document WHERE tenant = 1 ORDER BY embedding OPERATOR(extensions.<->) '[1]' LIMIT 5",
      'vector',
      'operator does not exist: extensions.vector extensions.<-> unknown',
    ],
    ['SELECT id FROM document WHERE tenant = $1 ORDER BY half <-> $2 LIMIT 5', 'vector', 'operator does not exist: extensions.halfvec <-> unknown'],
    ["SELECT id FROM document WHERE tenant = 1 AND embedding = '[1]'", 'vector', 'operator does not exist: extensions.vector = unknown'],
    ['SELECT DISTINCT embedding FROM document WHERE tenant = 1', 'vector', 'could not identify an equality operator for type extensions.vector'],
    [
      "SELECT id FROM document WHERE tenant = 1 AND cosine_distance(embedding, '[1]') < 1",
      'vector',
      'function cosine_distance(extensions.vector, unknown) does not exist',
    ],
    ['SELECT embedding::real[] FROM document WHERE tenant = 1', 'vector', 'cannot cast type extensions.vector to real[]'],
    [
      'UPDATE document SET embedding = ARRAY[1, 2] WHERE tenant = 1',
      'vector',
      'column "embedding" is of type extensions.vector but expression is of type integer[]',
    ],
    ['SELECT ST_X(at) FROM place WHERE region = 1', 'postgis', 'function st_x(geometry) does not exist'],
    ['SELECT id FROM place WHERE region = 1 AND ST_MakePoint($1, $2) = at', 'postgis', 'function st_makepoint(unknown, unknown) does not exist'],
    ['SELECT count(*) FROM spatial_ref_sys', 'postgis', 'relation "spatial_ref_sys" does not exist'],
    ['SELECT jobid FROM cron.job', 'pg_cron', 'relation "cron.job" does not exist'],
    ['INSERT INTO event (id, hour) VALUES (uuid_generate_v7(), 1)', 'pg_uuidv7', 'function uuid_generate_v7() does not exist'],
    ["SELECT time_bucket('1 day', now())", 'timescaledb', 'function time_bucket(unknown, timestamp with time zone) does not exist'],
  ])('%s', async (sql, extension, message) => {
    const { statement, findings } = await checkSql(database, sql);
    expect(statement).toMatchObject({ status: 'inconclusive', reason: needs(extension, message) });
    expect(findings).toEqual([]);
  });
});

describe('so is one that reaches what was left out', () => {
  test.each([
    ['SELECT id FROM closest_of_one', 'closest_of_one is a view that needs the extension vector'],
    ["SELECT id FROM nearest('[1]', 5)", 'nearest is a function that needs the extension vector'],
    ['SELECT centre FROM centre WHERE tenant = 1', 'centre is a materialized view that needs the extension vector'],
    ['SELECT id FROM place WHERE region = 1', 'place has the policy nearby, which needs the extension postgis'],
    ['SELECT new_id()', 'new_id is a function that needs the extension pg_uuidv7'],
    ['SELECT value FROM conditions WHERE device = 1', 'conditions is a TimescaleDB hypertable, whose chunks planlint does not know'],
    ['INSERT INTO metrics VALUES (now(), 1)', 'metrics is a TimescaleDB hypertable, whose chunks planlint does not know'],
    ['SELECT value FROM recent', 'conditions is a TimescaleDB hypertable, whose chunks planlint does not know'],
  ])('%s', async (sql, reason) => {
    expect((await checkSql(database, sql)).statement).toMatchObject({ status: 'inconclusive', reason });
  });
});

describe('all other statements are judged, values of their types included', () => {
  test.each([
    ['SELECT id, embedding, half FROM document WHERE tenant = 1', 'analysed', 'ok', null],
    ["INSERT INTO document (tenant, id, body, embedding) VALUES (1, 5, 'x', $1)", 'analysed', 'ok', null],
    ["UPDATE document SET embedding = '[1,2]'::extensions.vector(2) WHERE tenant = 1 AND id = 1", 'analysed', 'ok', null],
    ['SELECT id, embedding FROM document', 'analysed', 'missing-key', null],
    ['SELECT at FROM place', 'analysed', 'missing-key', null],
    ["SELECT total FROM orders WHERE tenant = 1 AND at = '2025-03-01'", 'analysed', 'ok', null],
    ['SELECT total FROM orders WHERE tenant = 1', 'analysed', 'missing-key', null],
    ['SELECT lenght(body) FROM document WHERE tenant = 1', 'failed', null, 'function lenght(text) does not exist'],
    ['SELECT nothing FROM document WHERE tenant = 1', 'failed', null, 'column "nothing" does not exist'],
    ["SELECT id FROM document WHERE tenant = 1 AND body <-> 'x' < 1", 'failed', null, 'operator does not exist: text <-> unknown'],
    ['SELECT id FROM missing_table', 'inconclusive', null, 'relation "missing_table" does not exist'],
  ])('%s', async (sql, status, verdict, reason) => {
    expect((await checkSql(database, sql)).statement).toMatchObject({ status, verdict, reason });
  });
});
