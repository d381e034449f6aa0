import { describe, expect, test } from 'vitest';
import { findNeeded } from '../../src/extensions/need.ts';

const missing = [
  { name: 'vector', types: ['vector', 'halfvec', 'sparsevec'] },
  { name: 'postgis', types: ['geometry', 'geography'] },
  { name: 'pg_cron', types: [] },
  { name: 'timescaledb', types: [] },
  { name: 'pgroonga', types: [] },
  { name: 'pg_bigm', types: [] },
  { name: 'mysql_fdw', types: [] },
  { name: 'plv8', types: [] },
  { name: 'http', types: ['http_request'] },
  { name: 'pg_net', types: [] },
];
const unknown = [...missing, { name: 'in_house', types: ['money_bag'] }];

type Table = readonly (readonly [sqlstate: string, message: string, needed: string | null])[];

/** What PostgreSQL 15 to 18 say, word for word. */
const told: Table = [
  ['42883', 'operator does not exist: vector <-> unknown', 'vector'],
  ['42883', 'operator does not exist: public.vector public.<=> unknown', 'vector'],
  ['42883', 'operator does not exist: geometry[] && geometry[]', 'postgis'],
  ['42883', 'operator does not exist: text &@~ unknown', 'pgroonga'],
  ['42883', 'operator does not exist: integer ~~ unknown', null],
  ['42883', 'function st_makepoint(integer, integer) does not exist', 'postgis'],
  ['42883', 'function public.st_makepoint(integer, integer) does not exist', 'postgis'],
  ['42883', 'function lenght(vector) does not exist', 'vector'],
  ['42883', 'function net.http_request() does not exist', 'pg_net'],
  ['42883', 'function vector(integer) does not exist', null],
  ['42883', 'function lenght(text) does not exist', null],
  ['42883', 'function cron.schedule(unknown, unknown) does not exist', 'pg_cron'],
  ['42883', 'function time_bucket(unknown, timestamp with time zone) does not exist', 'timescaledb'],
  ['42883', 'procedure refresh_continuous_aggregate(unknown, unknown) does not exist', 'timescaledb'],
  ['42883', 'could not identify an ordering operator for type vector', 'vector'],
  ['42883', 'could not identify an equality operator for type json', null],
  ['42725', 'function st_area(unknown) is not unique', 'postgis'],
  ['42704', 'type "halfvec" does not exist', 'vector'],
  ['42704', 'type "extensions.halfvec" does not exist', 'vector'],
  ['42704', 'type "halfvec[]" does not exist', 'vector'],
  ['42704', 'type halfvec does not exist', 'vector'],
  ['42704', 'type "halfvek" does not exist', null],
  ['42704', 'access method "hnsw" does not exist', 'vector'],
  ['42704', 'access method "bitmap" does not exist', null],
  ['42704', 'operator class "gin_bigm_ops" does not exist for access method "gin"', 'pg_bigm'],
  ['42704', 'operator class "gin_trgm_ops" does not exist for access method "gin"', null],
  ['42704', 'data type geometry has no default operator class for access method "gist"', 'postgis'],
  ['42704', 'language "plv8" does not exist', 'plv8'],
  ['42704', 'foreign-data wrapper "mysql_fdw" does not exist', 'mysql_fdw'],
  ['55000', 'foreign-data wrapper "mysql_fdw" has no handler', 'mysql_fdw'],
  ['42704', 'extension "vector" does not exist', 'vector'],
  ['42704', 'extension "citext" does not exist', null],
  ['42P01', 'relation "cron.job" does not exist', 'pg_cron'],
  ['42P01', 'relation "spatial_ref_sys" does not exist', 'postgis'],
  ['42P01', 'relation "vector" does not exist', null],
  ['3F000', 'schema "cron" does not exist', 'pg_cron'],
  ['3F000', 'schema "corn" does not exist', null],
  ['42846', 'cannot cast type vector to real[]', 'vector'],
  ['42846', 'cannot cast type integer to jsonb', null],
  ['42804', 'column "e" is of type vector but expression is of type integer[]', 'vector'],
  ['42804', 'column "vector" is of type integer but expression is of type text', null],
  ['42804', 'COALESCE types geometry and integer cannot be matched', 'postgis'],
  ['58P01', 'could not access file "$libdir/vector": No such file or directory', 'vector'],
  ['58P01', 'could not access file "$libdir/postgis-3": No such file or directory', 'postgis'],
  ['58P01', 'could not access file "vectors": No such file or directory', null],
  ['22023', 'unrecognized parameter namespace "tsdb"', 'timescaledb'],
  ['22023', 'unrecognized parameter namespace "toast2"', null],
  ['42703', 'column "geometry" does not exist', null],
  ['42601', 'syntax error at or near "vector"', null],
];

describe('what is needed follows from what the server says', () => {
  test.each(told)('%s %s', (sqlstate, message, needed) => {
    expect(findNeeded({ sqlstate, message }, missing)).toBe(needed);
    expect(findNeeded({ sqlstate, message }, [])).toBeNull();
  });
});

describe('what nobody is known to make may come from an extension that nothing is known of', () => {
  test.each([
    ['42883', 'function bag_total(integer) does not exist', 'in_house'],
    ['42883', 'operator does not exist: money_bag + integer', 'in_house'],
    ['42704', 'type "purse" does not exist', 'in_house'],
    ['42704', 'access method "bitmap" does not exist', 'in_house'],
    ['42883', 'function st_area(integer) does not exist', 'postgis'],
    ['42883', 'operator does not exist: integer ~~ unknown', null],
    ['42703', 'column "purse" does not exist', null],
  ])('%s %s', (sqlstate, message, needed) => expect(findNeeded({ sqlstate, message }, unknown)).toBe(needed));
});
