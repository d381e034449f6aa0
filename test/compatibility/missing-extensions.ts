import { row } from './extension-trial.ts';
import type { Row } from './section.ts';

/** Extensions that are not in the binaries. */
export const missingExtensions: readonly Row[] = [
  row(
    'pgvector: `vector`',
    {
      extension: 'vector',
      columns: 'e vector(3)',
      more: "CREATE INDEX t_e ON t USING hnsw (e vector_l2_ops); INSERT INTO t VALUES (1, 1, '[1,2,3]')",
      use: "SELECT id FROM t WHERE tenant = 1 ORDER BY e <-> '[1,2,3]'",
    },
    'Judged; vector stands in; left out: 1 index (t_e); using it: inconclusive',
  ),
  row(
    'pgvectorscale: `vectorscale`',
    {
      extension: 'vectorscale',
      columns: 'e vector(3)',
      more: 'CREATE INDEX t_e ON t USING diskann (e)',
      use: "SELECT id FROM t WHERE tenant = 1 ORDER BY e <=> '[1,2,3]'",
    },
    'Judged; left out: 1 index (t_e); using it: inconclusive',
  ),
  row(
    'PostGIS: `postgis`',
    {
      extension: 'postgis',
      columns: 'at geometry(Point, 4326) CHECK (ST_IsValid(at)), area geography',
      more: 'CREATE INDEX t_at ON t USING gist (at)',
      use: 'SELECT ST_X(at) FROM t WHERE tenant = 1',
    },
    'Judged; geography and geometry stand in; left out: 1 constraint (of t.at), 1 index (t_at); using it: inconclusive',
  ),
  row(
    '`postgis_topology`',
    {
      extension: 'postgis_topology',
      columns: 'g topology.topogeometry',
      use: 'SELECT topology.GetTopologySRID(1) FROM t WHERE tenant = 1',
    },
    'Judged; topogeometry stands in; using it: inconclusive',
  ),
  row(
    'pgRouting: `pgrouting`',
    { extension: 'pgrouting', use: 'SELECT pgr_version() FROM t WHERE tenant = 1' },
    'Judged; nothing left out; using it: inconclusive',
  ),
  row(
    '`h3`',
    {
      extension: 'h3',
      columns: "cell h3index DEFAULT h3_lat_lng_to_cell('(0,0)', 9)",
      use: "SELECT id FROM t WHERE tenant = 1 AND cell = '8928308280fffff'",
    },
    'Judged; h3index stands in; left out: 1 default (of t.cell); using it: inconclusive',
  ),
  row(
    'TimescaleDB: `timescaledb`',
    {
      extension: 'timescaledb',
      more: "CREATE TABLE t_h (at timestamptz); SELECT create_hypertable('t_h', 'at'); SELECT add_retention_policy('t_h', INTERVAL '1 year')",
      use: 'SELECT at FROM t_h',
    },
    'Judged; left out: 1 call (add_retention_policy); statements on t_h are not judged; using it: inconclusive, t_h is a TimescaleDB hypertable, whose chunks planlint does not know',
  ),
  row('`pg_partman`', { extension: 'pg_partman', use: 'SELECT * FROM part_config_sub' }, 'Judged; nothing left out; using it: inconclusive'),
  row(
    'Hydra, Citus: `columnar`',
    {
      extension: 'columnar',
      more: 'CREATE TABLE t_c (id integer) USING columnar',
      use: "SELECT columnar.get_storage_id('t') FROM t WHERE tenant = 1",
    },
    'Judged; left out: 1 access method (columnar of t_c); using it: inconclusive',
  ),
  row(
    'Citus: `citus`',
    { extension: 'citus', more: "SELECT create_distributed_table('t', 'tenant')", use: 'SELECT citus_version() FROM t WHERE tenant = 1' },
    'Judged; planned as if on one server: t; using it: inconclusive',
  ),
  row(
    '`pg_cron`',
    { extension: 'pg_cron', more: "SELECT cron.schedule('a', '* * * * *', 'SELECT 1')", use: 'SELECT jobid FROM cron.job' },
    'Judged; left out: 1 call (schedule); using it: inconclusive',
  ),
  row(
    '`pgmq`',
    { extension: 'pgmq', more: "SELECT pgmq.create('q')", use: "SELECT pgmq.send('q', '{}') FROM t WHERE tenant = 1" },
    'Judged; left out: 1 call (create); using it: inconclusive',
  ),
  row(
    'Supabase: `pg_net`',
    {
      extension: 'pg_net',
      more: "CREATE TRIGGER t_sent AFTER INSERT ON t_1 FOR EACH ROW EXECUTE FUNCTION net.http_request('u')",
      use: "SELECT net.http_get('u') FROM t WHERE tenant = 1",
    },
    'Judged; left out: 1 trigger (t_sent); using it: inconclusive',
  ),
  row(
    'Supabase: `supabase_vault`',
    { extension: 'supabase_vault', use: 'SELECT name FROM vault.secrets' },
    'Judged; nothing left out; using it: inconclusive',
  ),
  row(
    'Supabase: `pg_graphql`',
    { extension: 'pg_graphql', more: 'GRANT USAGE ON SCHEMA graphql TO PUBLIC', use: "SELECT graphql.resolve('{}') FROM t WHERE tenant = 1" },
    'Judged; nothing left out; using it: inconclusive',
  ),
  row(
    '`pgjwt`',
    { extension: 'pgjwt', use: "SELECT algorithm_sign('a', 'b', 'c') FROM t WHERE tenant = 1" },
    'Judged; nothing left out; using it: inconclusive',
  ),
  row(
    '`pg_jsonschema`',
    {
      extension: 'pg_jsonschema',
      columns: "body jsonb CHECK (jsonb_matches_schema('{}', body))",
      use: "SELECT jsonb_matches_schema('{}', body) FROM t WHERE tenant = 1",
    },
    'Judged; left out: 1 constraint (of t.body); using it: inconclusive',
  ),
  row('`http`', { extension: 'http', use: "SELECT http_get('u') FROM t WHERE tenant = 1" }, 'Judged; nothing left out; using it: inconclusive'),
  row(
    '`pg_uuidv7`',
    { extension: 'pg_uuidv7', columns: 'key uuid DEFAULT uuid_generate_v7()', use: 'SELECT uuid_generate_v7() FROM t WHERE tenant = 1' },
    'Judged; left out: 1 default (of t.key); using it: inconclusive',
  ),
  row(
    '`pgx_ulid`',
    { extension: 'pgx_ulid', columns: 'key ulid DEFAULT gen_ulid()', use: "SELECT id FROM t WHERE tenant = 1 AND key = '01H'" },
    'Judged; ulid stands in; left out: 1 default (of t.key); using it: inconclusive',
  ),
  row(
    '`hll`',
    { extension: 'hll', columns: 'seen hll', use: 'SELECT hll_cardinality(seen) FROM t WHERE tenant = 1' },
    'Judged; hll stands in; using it: inconclusive',
  ),
  row(
    '`roaringbitmap`',
    { extension: 'roaringbitmap', columns: 'seen roaringbitmap', use: 'SELECT rb_cardinality(seen) FROM t WHERE tenant = 1' },
    'Judged; roaringbitmap stands in; using it: inconclusive',
  ),
  row(
    '`semver`',
    { extension: 'semver', columns: 'v semver', use: "SELECT id FROM t WHERE tenant = 1 AND v > '1.0.0'" },
    'Judged; semver stands in; using it: inconclusive',
  ),
  row(
    '`ip4r`',
    {
      extension: 'ip4r',
      columns: 'net ip4r, EXCLUDE USING gist (tenant WITH =, net WITH &&)',
      use: "SELECT id FROM t WHERE tenant = 1 AND net >>= '10.0.0.1'",
    },
    'Judged; ip4r stands in; left out: 1 constraint (of t); using it: inconclusive',
  ),
  row(
    '`prefix`',
    { extension: 'prefix', columns: 'p prefix_range', use: "SELECT id FROM t WHERE tenant = 1 AND p @> '33'" },
    'Judged; prefix_range stands in; using it: inconclusive',
  ),
  row(
    '`rum`',
    {
      extension: 'rum',
      columns: 'v tsvector',
      more: 'CREATE INDEX t_v ON t USING rum (v rum_tsvector_ops)',
      use: "SELECT id FROM t WHERE tenant = 1 ORDER BY v <=> to_tsquery('a')",
    },
    'Judged; left out: 1 index (t_v); using it: inconclusive',
  ),
  row(
    'PGroonga: `pgroonga`',
    {
      extension: 'pgroonga',
      columns: 'body text',
      more: 'CREATE INDEX t_body ON t USING pgroonga (body)',
      use: "SELECT id FROM t WHERE tenant = 1 AND body &@~ 'a'",
    },
    'Judged; left out: 1 index (t_body); using it: inconclusive',
  ),
  row(
    'ParadeDB: `pg_search`',
    {
      extension: 'pg_search',
      columns: 'body text',
      more: "CREATE INDEX t_body ON t USING bm25 (id, body) WITH (key_field = 'id')",
      use: "SELECT id FROM t WHERE tenant = 1 AND body @@@ 'a'",
    },
    'Judged; left out: 1 index (t_body); using it: inconclusive',
  ),
  row(
    '`pg_bigm`',
    {
      extension: 'pg_bigm',
      columns: 'body text',
      more: 'CREATE INDEX t_body ON t USING gin (body gin_bigm_ops)',
      use: 'SELECT show_bigm(body) FROM t WHERE tenant = 1',
    },
    'Judged; left out: 1 index (t_body); using it: inconclusive',
  ),
  row(
    'Apache AGE: `age`',
    {
      extension: 'age',
      columns: 'v ag_catalog.agtype',
      more: "LOAD 'age'; SELECT ag_catalog.create_graph('g')",
      use: "SELECT * FROM ag_catalog.cypher('g', $$RETURN 1$$) AS (v ag_catalog.agtype)",
    },
    'Judged; agtype stands in; left out: 1 call (create_graph); using it: inconclusive',
  ),
  row('`hypopg`', { extension: 'hypopg', use: 'SELECT hypopg_reset() FROM t WHERE tenant = 1' }, 'Judged; nothing left out; using it: inconclusive'),
  row(
    '`mysql_fdw`, as every `…_fdw`',
    {
      extension: 'mysql_fdw',
      more: "CREATE SERVER my FOREIGN DATA WRAPPER mysql_fdw OPTIONS (host 'h'); CREATE FOREIGN TABLE t_f (id integer) SERVER my OPTIONS (dbname 'd')",
      use: 'SELECT id FROM t_f',
    },
    'Judged; nothing left out; using it: inconclusive, it reads a foreign table, and this server does not have the foreign-data wrapper mysql_fdw',
  ),
  row(
    '`plv8`, as every language',
    { extension: 'plv8', more: "CREATE FUNCTION t_js() RETURNS integer LANGUAGE plv8 AS 'return 1'", use: 'SELECT t_js() FROM t WHERE tenant = 1' },
    'Judged; nothing left out; using it: inconclusive, t_js is written in plv8, which this server does not have',
  ),
  row(
    'One of your own',
    {
      extension: 'in_house',
      columns: 'money bag(2)',
      more: 'CREATE INDEX t_money ON t USING bag_tree (money)',
      use: 'SELECT bag_total(money) FROM t WHERE tenant = 1',
    },
    'Judged; bag stands in; left out: 1 index (t_money); using it: inconclusive',
  ),
];
