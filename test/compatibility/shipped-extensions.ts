import { row } from './extension-trial.ts';
import type { Row } from './section.ts';

/** Extensions that come with PostgreSQL. */
export const shippedExtensions: readonly Row[] = [
  row(
    '`btree_gin`',
    { extension: 'btree_gin', more: 'CREATE INDEX t_gin ON t USING gin (id)', use: 'SELECT id FROM t WHERE tenant = 1 AND id = 1' },
    'Judged; using it: passes',
  ),
  row(
    '`btree_gist`',
    {
      extension: 'btree_gist',
      columns: 'during tstzrange, EXCLUDE USING gist (tenant WITH =, during WITH &&)',
      use: 'SELECT id FROM t WHERE tenant = 1 AND id <-> 1 < 2',
    },
    'Judged; using it: passes',
  ),
  row(
    '`citext`',
    {
      extension: 'citext',
      columns: 'name citext',
      use: "SELECT id FROM t WHERE tenant = 1 AND name = 'a'",
    },
    'Judged; using it: passes',
  ),
  row(
    '`cube`, `earthdistance`',
    { extension: 'earthdistance', columns: 'at earth', use: 'SELECT id FROM t WHERE tenant = 1 AND earth_box(ll_to_earth(1, 1), 10) @> at' },
    'Judged; using it: passes',
  ),
  row('`dblink`', { extension: 'dblink', use: "SELECT id FROM t WHERE tenant = 1 AND dblink_error_message('a') = ''" }, 'Judged; using it: passes'),
  row(
    '`fuzzystrmatch`',
    { extension: 'fuzzystrmatch', columns: 'name text', use: "SELECT id FROM t WHERE tenant = 1 AND levenshtein(name, 'a') < 2" },
    'Judged; using it: passes',
  ),
  row('`hstore`', { extension: 'hstore', columns: 'body hstore', use: "SELECT body -> 'a' FROM t WHERE tenant = 1" }, 'Judged; using it: passes'),
  row(
    '`intarray`',
    {
      extension: 'intarray',
      columns: 'n integer[]',
      more: 'CREATE INDEX t_n ON t USING gist (n gist__int_ops)',
      use: "SELECT id FROM t WHERE tenant = 1 AND n @@ '1&2'::query_int",
    },
    'Judged; using it: passes',
  ),
  row('`isn`', { extension: 'isn', columns: 'book isbn13', use: 'SELECT isbn(book) FROM t WHERE tenant = 1' }, 'Judged; using it: passes'),
  row(
    '`ltree`',
    {
      extension: 'ltree',
      columns: 'path ltree',
      more: 'CREATE INDEX t_path ON t USING gist (path)',
      use: "SELECT id FROM t WHERE tenant = 1 AND path <@ 'a.b'",
    },
    'Judged; using it: passes',
  ),
  row('`pg_stat_statements`', { extension: 'pg_stat_statements', use: 'SELECT id FROM t WHERE tenant = 1' }, 'Judged; using it: passes'),
  row(
    '`pg_trgm`',
    {
      extension: 'pg_trgm',
      columns: 'name text',
      more: 'CREATE INDEX t_name ON t USING gin (name gin_trgm_ops)',
      use: "SELECT id FROM t WHERE tenant = 1 AND name % 'a'",
    },
    'Judged; using it: passes',
  ),
  row(
    '`pgcrypto`',
    {
      extension: 'pgcrypto',
      columns: "hash bytea DEFAULT digest('a', 'sha256')",
      use: "SELECT id FROM t WHERE tenant = 1 AND hash = digest('b', 'sha256')",
    },
    'Judged; using it: passes',
  ),
  row(
    '`postgres_fdw`',
    {
      extension: 'postgres_fdw',
      more: "CREATE SERVER pg FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'h'); CREATE FOREIGN TABLE t_f (id integer) SERVER pg",
      use: 'SELECT t.id FROM t WHERE tenant = 1',
    },
    'Judged; using it: passes',
  ),
  row('`tablefunc`', { extension: 'tablefunc', use: 'SELECT id FROM t, normal_rand(1, 5, 3) WHERE tenant = 1' }, 'Judged; using it: passes'),
  row(
    '`unaccent`',
    { extension: 'unaccent', columns: 'name text', use: "SELECT id FROM t WHERE tenant = 1 AND unaccent(name) = 'a'" },
    'Judged; using it: passes',
  ),
  row(
    '`uuid-ossp`',
    { extension: 'uuid-ossp', columns: 'key uuid DEFAULT uuid_generate_v4()', use: 'SELECT id FROM t WHERE tenant = 1 AND key = uuid_generate_v1()' },
    'Judged; using it: passes',
  ),
];
