import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import { libraryFormats } from '../../../src/source/log/library-formats.ts';
import { captures, detect, findFormat, read, readAll, readLines, shorten, toLines } from './read-log.ts';

type Params = null | readonly (string | null)[] | Readonly<Record<string, string | null>>;

const byId = 'SELECT * FROM ledger_entry WHERE id = $1';

describe.each<readonly [id: string, title: string, log: string, records: readonly (readonly [sql: string, params: Params])[]]>([
  [
    'drizzle',
    'the marker in the text, in a value, and a comment',
    `Query: select 1 -- params: x\nfrom t where a = $1 -- params: [" -- params: [1]"]`,
    [['select 1 -- params: x\nfrom t where a = $1', [' -- params: [1]']]],
  ],
  [
    'drizzle',
    'a value with quotes, brackets, a line end and a backslash',
    `Query: ${byId} -- params: ["]\\"[\\n\\\\ it's"]`,
    [[byId, [']"[\n\\ it\'s']]],
  ],
  ['drizzle', 'long numbers keep their digits', `Query: ${byId} -- params: [12345678901234567890.10]`, [[byId, ['12345678901234567890.10']]]],
  [
    'drizzle',
    'lists, JSON and bytes',
    `Query: select $1, $2, $3 -- params: [["a b",null,"c"], {"a":[1]}, {"type":"Buffer","data":[1,255]}]`,
    [['select $1, $2, $3', ['{"a b",NULL,c}', '{"a":[1]}', '\\x01ff']]],
  ],
  [
    'drizzle',
    'values that were cut off',
    `Query: ${byId} -- params: ["00000000-\nQuery: begin`,
    [
      [byId, null],
      ['begin', []],
    ],
  ],
  [
    'drizzle',
    'lines of other things in between',
    `Query: begin\n[12:00:01] GET /x\nQuery: select 1\nINFO ready\nUser 5 has come\nQuery: commit`,
    [
      ['begin', []],
      ['select 1', []],
      ['commit', []],
    ],
  ],
  [
    'typeorm',
    'a text that ends in a bracket',
    `query: SELECT ARRAY[1]\nquery: SELECT a[1] FROM t WHERE b = $1 -- PARAMETERS: ["[x] -- PARAMETERS: [2]"]`,
    [
      ['SELECT ARRAY[1]', []],
      ['SELECT a[1] FROM t WHERE b = $1', ['[x] -- PARAMETERS: [2]']],
    ],
  ],
  [
    'typeorm',
    'values in a line of their own',
    `query: SELECT *\nFROM t\nWHERE a = $1\n-- PARAMETERS: [1]`,
    [['SELECT *\nFROM t\nWHERE a = $1', ['1']]],
  ],
  [
    'typeorm',
    'only what failed or was slow is logged',
    `query failed: ${byId} -- PARAMETERS: ["a"]\nerror: error: it failed\nquery is slow: ${byId} -- PARAMETERS: ["b"]\nexecution time: 1200`,
    [
      [byId, ['a']],
      [byId, ['b']],
    ],
  ],
  ['typeorm', 'a file', `[2026-11-30T18:20:58.982Z][SLOW QUERY: 1200 ms]: ${byId} -- PARAMETERS: ["b"]`, [[byId, ['b']]]],
  [
    'sequelize',
    'the separator in a value, behind a semicolon of the text',
    `Executing (default): INSERT INTO t VALUES ($1,$2); "a; 1", 2\nExecuted (default): UPDATE t SET a=$1; "b; \\"c\\"" Elapsed time: 4ms`,
    [['INSERT INTO t VALUES ($1,$2)', ['a; 1', '2']]],
  ],
  ['sequelize', 'several statements are no values', `Executing (default): SELECT 1; SELECT 'a; 2'`, [["SELECT 1; SELECT 'a; 2'", null]]],
  [
    'sequelize',
    'a text of several lines',
    `Executing (default): SELECT *\nFROM t\nWHERE a = 'x\nExecuted y';\nListening on 3000`,
    [["SELECT *\nFROM t\nWHERE a = 'x\nExecuted y';", null]],
  ],
  [
    'mikro-orm',
    'the end in a value',
    `[query] select 'a [took 1 ms]', '\n[took 2 ms, 1 result]' [took 3 ms, 1 result]`,
    [["select 'a [took 1 ms]', '\n[took 2 ms, 1 result]'", null]],
  ],
  [
    'knex',
    'every kind of quotes, and what inspect leaves out',
    `{\n  method: 'raw',\n  sql: "select 'a' \\\\? " +\n    'b' +\n    \`\\n\${x} "\\'"\`,\n  bindings: [ "it's", \`"'\`, [Array], '${'x'.repeat(3)}'... 5 more characters, ... 2 more items ],\n  __knexQueryUid: 'a'\n}`,
    [["select 'a' ? b\n${x} \"'\"", ["it's", '"\'', '?', '?', '?', '?']]],
  ],
  [
    'knex',
    'on a terminal',
    `  knex:query select *\n  knex:query from t where a = $1 undefined +3ms\n  knex:bindings [\n  knex:bindings   'x',\n  knex:bindings   2\n  knex:bindings ] undefined +0ms\n  knex:query COMMIT; trx2 +1ms\n  knex:bindings undefined trx2 +0ms`,
    [
      ['select *\nfrom t where a = $1', ['x', '2']],
      ['COMMIT;', []],
    ],
  ],
  [
    'knex',
    'an object that breaks off',
    `{\n  method: 'select',\n  bindings: [ 1,\n{\n  sql: 'select ?',\n  bindings: [ 1 ],\n  __knexQueryUid: 'b'\n}`,
    [['select $1', ['1']]],
  ],
  [
    'pg',
    'dates, bytes, long numbers, nested and empty lists',
    `executed query { text: '${byId}', values: [ 2025-01-01T00:00:00.000Z, <Buffer 01 ff>, <Buffer 01 ... 9 more bytes>, 10n, [ [ 1, 2 ], [] ], undefined, Infinity, { a: [ 'b' ] } ], duration: 1 }`,
    [[byId, ['2025-01-01T00:00:00.000Z', '\\x01ff', '?', '10', '{{1,2},{}}', null, 'Infinity', '{"a":["b"]}']]],
  ],
  [
    'pg',
    'a name, and a logger in front',
    `2026-11-30 18:20:01 debug: executed query {"text":"${byId}","values":["{\\"text\\":1}"],"name":"find","rows":1}`,
    [[byId, ['{"text":1}']]],
  ],
  [
    'postgres.js',
    'brackets in the text and in values',
    `1 select a[1] from t where b = any($1::int[]) [ [ 1, 2 ] ] [ 1007 ]\n2 select $1 [ '] [ 25 ]' ] [ 25 ]`,
    [
      ['select a[1] from t where b = any($1::int[])', ['{1,2}']],
      ['select $1', ['] [ 25 ]']],
    ],
  ],
  [
    'pg-promise',
    'a value with a time in front of its second line',
    `18:20:01 select 'a\n18:20:02 b'\n18:20:03 select 2`,
    [
      ["select 'a\n18:20:02 b'", null],
      ['select 2', null],
    ],
  ],
  [
    'prisma',
    'values without quotes',
    'Query: SELECT $1, $2, $3\nParams: ["a,b]",2025-01-01 00:00:00 UTC,null]\nDuration: 2ms',
    [['SELECT $1, $2, $3', ['a,b]', '2025-01-01 00:00:00 UTC', null]]],
  ],
  [
    'prisma',
    'an event as console.log prints it',
    `{\n  timestamp: 2026-11-30T18:21:09.076Z,\n  query: 'SELECT $1 /* traceparent=00-0-0-00 */',\n  params: '["it\\'s"]',\n  duration: 3,\n  target: 'quaint::connector::metrics'\n}`,
    [['SELECT $1 /* traceparent=00-0-0-00 */', ["it's"]]],
  ],
  [
    'prisma',
    'a text of several lines',
    'prisma:query \n  SELECT *\n  FROM t\nprisma:info started\nprisma:query COMMIT',
    [
      ['SELECT *\n  FROM t', []],
      ['COMMIT', []],
    ],
  ],
  [
    'sqlalchemy',
    'values of every type',
    `INFO:sqlalchemy.engine.Engine:SELECT %(a)s, '100%%'\nINFO:sqlalchemy.engine.Engine:[generated in 0.1s] {'a': None, 'b': True, 'c': [1, None, 'x y'], 'd': datetime.datetime(2025, 1, 1, 2, 3, 4, 5, tzinfo=datetime.timezone(datetime.timedelta(seconds=7200))), 'e': datetime.date(2025, 1, 2), 'f': Decimal('1E+3'), 'g': b'\\x00a', 'h': "it's {} \\\\", 'i': <object at 0x1>, 'j': datetime.datetime(2025, 1, 1, 0, 0), 'k': 'a ... (400 characters truncated) ... b', 'l': datetime.timedelta(days=1, seconds=5), 'm': datetime.datetime(2025, 1, 1, 0, 0, tzinfo=zoneinfo.ZoneInfo(key='Europe/Berlin'))}`,
    [
      [
        "SELECT %(a)s, '100%%'",
        {
          a: null,
          b: 'true',
          c: '{1,NULL,"x y"}',
          d: '2025-01-01 02:03:04.000005+02',
          e: '2025-01-02',
          f: '1E+3',
          g: '\\x0061',
          h: "it's {} \\",
          i: '?',
          j: '2025-01-01 00:00:00',
          k: '?',
          l: '86405 seconds',
          m: '2025-01-01 00:00:00 Europe/Berlin',
        },
      ],
    ],
  ],
  [
    'sqlalchemy',
    'asyncpg and positional values',
    `2026-11-30 18:20:01,001 INFO sqlalchemy.engine.Engine SELECT * FROM t WHERE a = $1::UUID AND b = ANY($2::INTEGER[])\n2026-11-30 18:20:01,002 INFO sqlalchemy.engine.Engine [generated in 0.00013s] (UUID('00000000-0000-4000-8000-000000002402'), [1, 2])\n2026-11-30 18:20:01,001 INFO sqlalchemy.engine.Engine SELECT %s\n2026-11-30 18:20:01,002 INFO sqlalchemy.engine.Engine [raw sql] ('a',)`,
    [
      ['SELECT * FROM t WHERE a = $1::UUID AND b = ANY($2::INTEGER[])', ['00000000-0000-4000-8000-000000002402', '{1,2}']],
      ['SELECT %s', ['a']],
    ],
  ],
  [
    'sqlalchemy',
    'many sets of values, of which few are shown',
    `INFO sqlalchemy.engine.Engine INSERT INTO t VALUES (%(a)s)\nINFO sqlalchemy.engine.Engine [generated in 0.1s] [{'a': 1}, {'a': 2}  ... displaying 10 of 500 total bound parameter sets ...  {'a': 499}, {'a': 500}]`,
    [
      ['INSERT INTO t VALUES (%(a)s)', { a: '1' }],
      ['INSERT INTO t VALUES (%(a)s)', { a: '2' }],
      ['INSERT INTO t VALUES (%(a)s)', { a: '499' }],
      ['INSERT INTO t VALUES (%(a)s)', { a: '500' }],
      ['INSERT INTO t VALUES (%(a)s)', null],
    ],
  ],
  [
    'sqlalchemy',
    'the marker in a value, a thread in between',
    `2026-11-30 18:20:01,001 INFO sqlalchemy.engine.Engine SELECT %(a)s\nFROM t\n2026-11-30 18:20:01,002 INFO app hello\n2026-11-30 18:20:01,003 INFO sqlalchemy.engine.Engine [generated in 0.1s] {'a': '[generated in 0.1s] {}'}`,
    [['SELECT %(a)s\nFROM t', { a: '[generated in 0.1s] {}' }]],
  ],
  [
    'django',
    'the marker in a value, and a name as placeholder',
    `(0.001) SELECT 'x; args=(1,)'; args=('x; args=(1,)',); alias=default\n(0.002) INSERT INTO t VALUES (%(a)s); args=[{'a': "it's"}]`,
    [
      ["SELECT 'x; args=(1,)'", null],
      ['INSERT INTO t VALUES (%(a)s)', { a: "it's" }],
    ],
  ],
  [
    'psycopg',
    'bytes from a logger',
    `DEBUG:root:b"SELECT 'a\\n' FROM t"\nDEBUG:root:b'SELECT 1'`,
    [
      ["SELECT 'a\n' FROM t", null],
      ['SELECT 1', null],
    ],
  ],
  [
    'psycopg',
    'what console.log prints of a statement and its values',
    `${byId} [ 'a [ 1 ]' ]\nselect 1\nselect $1::text[] [\n  [ 'a', 'b' ]\n]`,
    [
      [byId, ['a [ 1 ]']],
      ['select 1', null],
      ['select $1::text[]', ['{a,b}']],
    ],
  ],
  [
    'activerecord',
    'two blanks and brackets in a value',
    `  Entry Load (0.1ms)  SELECT 1 FROM t WHERE a = $1 AND b = $2  [["a", "x  [[\\"b\\", 1]]"], ["b", "\\u00e9\\n"]]`,
    [['SELECT 1 FROM t WHERE a = $1 AND b = $2', ['x  [["b", 1]]', 'é\n']]],
  ],
  [
    'activerecord',
    'tags, and values inlined',
    `[7f3a] [web]   Entry Load (12.1ms)  SELECT 1 FROM t WHERE a = '(1.0ms)  x'\n[7f3a] Completed 200 OK`,
    [["SELECT 1 FROM t WHERE a = '(1.0ms)  x'", null]],
  ],
  [
    'hibernate',
    'threads that interleave, a batch, a value of two lines',
    `1 DEBUG [t-1] org.hibernate.SQL : update t set a=? where b=?\n2 DEBUG [t-2] org.hibernate.SQL : select ?\n3 TRACE [t-1] org.hibernate.orm.jdbc.bind : binding parameter (1:VARCHAR) <- [a]\n4 TRACE [t-2] org.hibernate.orm.jdbc.bind : binding parameter (1:VARCHAR) <- [x\ny] <- [z]\n5 TRACE [t-1] org.hibernate.orm.jdbc.bind : binding parameter (2:INTEGER) <- [1]\n6 TRACE [t-1] org.hibernate.orm.jdbc.bind : binding parameter (1:VARCHAR) <- [null]\n7 TRACE [t-1] org.hibernate.orm.jdbc.bind : binding parameter (2:INTEGER) <- [2]`,
    [
      ['update t set a=? where b=?', ['a', '1']],
      ['update t set a=? where b=?', [null, '2']],
      ['select ?', ['x\ny] <- [z']],
    ],
  ],
  [
    'hibernate',
    'of WildFly, and printed to the output as well',
    `18:20:01,101 DEBUG [org.hibernate.SQL] (default task-1) select ?\nHibernate: select ?\n18:20:01,102 TRACE [org.hibernate.orm.jdbc.bind] (default task-1) binding parameter (1:UUID) <- [a]`,
    [['select ?', ['a']]],
  ],
  [
    'p6spy',
    'a bar in both texts',
    `1|3|statement|connection 4|url jdbc:x|select a || ? from t|select a || 'x|y' from t\n2|3|statement|connection 4|select 1 | 2|select 1 | 2`,
    [
      ['select a || ? from t', ['x|y']],
      ['select 1 | 2', null],
    ],
  ],
  [
    'p6spy',
    'two lines',
    `#1796062737 | took 3ms | statement | connection 4| url jdbc:x\nselect *\nfrom t where a = ?\nselect *\nfrom t where a = 'it''s;'\n;\n#1796062738 | took 3ms | commit | connection 4| url jdbc:x\n\n;`,
    [["select *\nfrom t where a = 'it''s;'\n", null]],
  ],
  [
    'datasource-proxy',
    'quotes in the text, a comma in a value',
    `Name:, Connection:1, Time:1, Success:True, Type:Prepared, Batch:False, QuerySize:1, BatchSize:0, Query:["select "a", ? from t"], Params:[(x,y)]\nName:a, Connection:1, Time:1, Success:True, Type:Prepared, Batch:False, QuerySize:1, BatchSize:0, Query:["select ?, ?"], Params:[(x,y,z)]\nName:a, Time:1, Success:True, Type:Statement, Batch:True, QuerySize:2, BatchSize:2, Query:["select 1","select 2"], Params:[]`,
    [
      ['select "a", ? from t', ['x,y']],
      ['select ?, ?', ['?', '?']],
      ['select 1', null],
      ['select 2', null],
    ],
  ],
  [
    'jooq',
    'formatted',
    `DEBUG [org.jooq.tools.LoggerListener] - Executing query          : \nselect *\nfrom t\nwhere a = ?\nDEBUG [org.jooq.tools.LoggerListener] - -> with bind values      : \nselect *\nfrom t\nwhere a = 'x : y'\nDEBUG [org.jooq.tools.LoggerListener] - Fetched result           : +--+`,
    [["select *\nfrom t\nwhere a = 'x : y'", null]],
  ],
  [
    'mybatis',
    'what looks like a type, mappers that interleave, a batch',
    `DEBUG c.A.one - ==>  Preparing: update t set a = ?, b = ? where c = ?\nDEBUG c.B.two - ==>  Preparing: select 1\nDEBUG c.A.one - ==> Parameters: x(String), y(String), 1(Integer), null\nDEBUG c.B.two - ==> Parameters: \nDEBUG c.A.one - ==> Parameters: a (b, c(d)(String), 2(Long), z(Kind)`,
    [
      ['update t set a = ?, b = ? where c = ?', ['?', '?', '?']],
      ['select 1', []],
      ['update t set a = ?, b = ? where c = ?', ['a (b, c(d)', '2', 'z']],
    ],
  ],
  [
    'ef-core',
    'the marker and quotes in a value, bytes, one line',
    `[18:20:01 INF] Executed DbCommand (1,204ms) [Parameters=[@p0='it's, @x='1' (Size = 4)', @p1='0x0AFF' (Nullable = false) (Size = 2), @p2='0xAB...' (DbType = Binary), @p3='' (DbType = Guid), @p4={ 'a', NULL }], CommandType='Text', CommandTimeout='30']\nSELECT @p0,\n  @p1\n[18:20:02 INF] done\ninfo: x -> Executed DbCommand (1ms) [Parameters=[], CommandType='Text', CommandTimeout='30'] SELECT 1`,
    [
      ['SELECT @p0,\n  @p1', { p0: "it's, @x='1' (Size = 4)", p1: '\\x0AFF', p2: '?', p3: null, p4: '{a,NULL}' }],
      ['SELECT 1', {}],
    ],
  ],
  [
    'ef-core',
    'structured',
    `{"@t":"x","@mt":"Executed DbCommand ({elapsed}ms)","elapsed":"3","parameters":"@p0='1' (DbType = Int32)","commandText":"SELECT @p0\\n"}`,
    [['SELECT @p0', { p0: '1' }]],
  ],
  [
    'sequelize',
    'a list that is printed, on one line and on several',
    `[ "Executing (default): SELECT 'a'", 3 ]\n[\n  'Executing (default): SELECT 1;',\n  { plain: false }\n]`,
    [
      ["SELECT 'a'", null],
      ['SELECT 1;', null],
    ],
  ],
  [
    'hibernate',
    'of Quarkus, and of a logger without its package',
    '1 DEBUG [org.hib.SQL] (executor-1) select ?\n2 TRACE [org.hib.orm.jdb.bind] (executor-1) binding parameter (1:UUID) <- [a]\nDEBUG SQL:144 - select 1',
    [
      ['select ?', ['a']],
      ['select 1', []],
    ],
  ],
  [
    'mikro-orm',
    'values that are not to be logged',
    '[query] select "l0".* from "ledger_entry" as "l0" where "l0"."id" = ? limit ? [took 3 ms, 1 result]',
    [['select "l0".* from "ledger_entry" as "l0" where "l0"."id" = ? limit ?', null]],
  ],
  [
    'activerecord',
    'an array',
    `  Entry Load (0.1ms)  SELECT 1 FROM t WHERE a = ANY($1) AND b = $2  [["a", #<struct ActiveRecord::ConnectionAdapters::PostgreSQL::OID::Array::Data encoder=#<PG::TextEncoder::Array:0x00 "integer[]">, values=["x]", nil]>], ["b", 1]]`,
    [['SELECT 1 FROM t WHERE a = ANY($1) AND b = $2', ['{x],NULL}', '1']]],
  ],
  [
    'sequelize',
    'on a terminal, by DEBUG',
    `  sequelize:sql:pg Executing (default): SELECT 1 +0ms\n  sequelize:sql:pg Executed (default): SELECT 1 +2ms`,
    [['SELECT 1', null]],
  ],
  [
    'typeorm',
    'on a terminal, by DEBUG',
    `  typeorm:query:log query: ${byId} +1ms\n  typeorm:query:log parameters: [\n  typeorm:query:log   'a'\n  typeorm:query:log ] +0ms\n  typeorm:query:log query: COMMIT +1ms`,
    [
      [byId, ['a']],
      ['COMMIT', []],
    ],
  ],
  [
    'mybatis',
    'texts that look like something else',
    'DEBUG c.A.one - ==>  Preparing: select ?, ?, ?, ?, ?\nDEBUG c.A.one - ==> Parameters: [x](String), bob@cafe0001(String), [a, b](ArrayList), [B@1f2e3d(byte[]), 2025-01-01T00:00+01:00[Europe/Paris](ZonedDateTime)',
    [['select ?, ?, ?, ?, ?', ['[x]', 'bob@cafe0001', '{a,b}', '?', '2025-01-01T00:00+01:00']]],
  ],
  [
    'hibernate',
    'texts that look like something else, and an index that cannot be',
    'DEBUG [m] org.hibernate.SQL : select ?, ?, ?\nTRACE [m] org.hibernate.orm.jdbc.bind : binding parameter (1:VARCHAR) <- [[x]]\nTRACE [m] org.hibernate.orm.jdbc.bind : binding parameter (2:ARRAY) <- [[a, b]]\nTRACE [m] org.hibernate.orm.jdbc.bind : binding parameter (3:VARBINARY) <- [[B@1f2e3d]\nTRACE [m] org.hibernate.orm.jdbc.bind : binding parameter (999999999:VARCHAR) <- [x]\nDEBUG [m] org.hibernate.SQL : select 1',
    [
      ['select ?, ?, ?', ['[x]', '{a,b}', '?']],
      ['select 1', []],
    ],
  ],
  [
    'gorm',
    'bytes, a text of several lines, an error in front',
    `2026/11/30 18:20:01 /src/a.go:1 ERROR: no (SQLSTATE 42703)\n[0.1ms] [rows:0] INSERT INTO t VALUES ('<binary>','a\n\nb')\n\n2026/11/30 18:20:01 /src/a.go:2\n[0.1ms] [rows:-] SELECT $1`,
    [
      ["INSERT INTO t VALUES ($1,'a\n\nb')", ['?']],
      ['SELECT $1', null],
    ],
  ],
  [
    'sqlx',
    'quotes, an old version, JSON',
    `DEBUG sqlx::query: summary="SELECT \\"a\\" …" db.statement="\\n\\nSELECT\\n  \\"a\\" = $1\\n" rows_affected=0\n[2026-11-30T18:20:01Z INFO  sqlx::query] SELECT a, b, …; rows affected: 0, rows returned: 1, elapsed: 1.2ms\n\nSELECT\n  a,\n  b\nFROM\n  t\n\n{"timestamp":"x","level":"DEBUG","fields":{"summary":"COMMIT","db.statement":"","elapsed_secs":0.1},"target":"sqlx::query"}`,
    [
      ['SELECT\n  "a" = $1', null],
      ['SELECT\n  a,\n  b\nFROM\n  t', []],
      ['COMMIT', []],
    ],
  ],
  [
    'ecto',
    'a text that ends in a bracket, every type',
    `[debug] QUERY OK db=1.0ms\nSELECT ARRAY[1] []\n[debug] QUERY OK db=1.0ms\nSELECT $1 [["a]", nil], %{a: 1}, ~D[2025-01-01], #Decimal<1.2>, ~c"*", {{2016, 10, 16}, {7, 4, 2, 0}}, <<1, 2>>, :on, true, "a \\"b\\" []"]`,
    [
      ['SELECT ARRAY[1]', []],
      ['SELECT $1', ['{a],NULL}', '{"a":1}', '2025-01-01', '1.2', '{42}', '2016-10-16 07:04:02.000000', '\\x0102', 'on', 'true', 'a "b" []']],
    ],
  ],
  [
    'pgx',
    'what is cut off, and lines of key and value',
    `{"level":"info","sql":"select $1","args":["a (truncated 20 bytes)"],"message":"Query"}\ntime=x level=INFO msg=Query sql="select \\"a\\" = $1" args="[7]" commandTag="SELECT 1"`,
    [
      ['select $1', ['?']],
      ['select "a" = $1', ['7']],
    ],
  ],
  [
    'pgjdbc',
    'what ends a value in a value',
    `FINEST:  FE=> Parse(stmt=null,query="SELECT $1,\n(1)",oids={1043})\nFINEST:  FE=> Bind(stmt=null,portal=null,$1=<('a'')>,type=INT4,$2=<x')>,type=VARCHAR,$2=<(NULL)>,type=INT4)`,
    [['SELECT $1,\n(1)', ["a')>,type=INT4,$2=<x", null]]],
  ],
])('%s: %s', (id, _, log, records) => {
  const expected = records.map(([sql, params]) => ({ sql: sql.trimEnd(), params }));

  test('is read', () => expect(read(id, log)).toEqual(expected));
  test('with CRLF and colours', () => expect(read(id, log.replaceAll('\n', '\x1b[0m\r\n'))).toEqual(expected));
});

describe.each(libraryFormats)('$id', ({ createReader }) => {
  test('throws on nothing', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    const texts = globSync(['*/app*', '_*/*'], { cwd: captures }).map((path) => readLines(path).slice(0, 60));
    const reader = createReader();
    let number = 0;
    for (let round = 0; round < 400; round += 1) {
      const lines = texts[random(texts.length)] ?? [];
      const line = lines[random(lines.length)] ?? '';
      const cut = random(3) === 0 ? line.slice(random(line.length + 1), random(line.length + 1) + 80) : line;
      number += 1;
      reader.read(cut, number);
    }
    reader.end();
    expect(reader.strays()).toBeLessThanOrEqual(number);
  });

  test.each(['[', '{"', '(', '\\', "'", '"', '$', '=', ' ', '[["', ' -- params: [', '|', '; ', 'a.', '/*', '{ text: '])(
    'a line of nothing but %j',
    (piece) => {
      const reader = createReader();
      reader.read(piece.repeat(20_000), 1);
      reader.read(`Query: ${piece.repeat(2000)}]`, 2);
      reader.read(`query: ${piece.repeat(2000)}]`, 3);
      reader.end();
      expect(reader.strays()).toBeLessThanOrEqual(3);
    },
  );
});

test('what has no end is not kept', () => {
  const reader = findFormat('drizzle').createReader();
  reader.read('Query: select (', 1);
  for (let line = 2; line < 20_000; line += 1) reader.read("  'x',", line);
  expect(reader.strays()).toBeGreaterThan(14_000);
  expect(reader.read('Query: begin', 20_000).map(({ sql }) => sql)).toEqual(['begin']);
});

test('a line too long for a statement is a stray', () => {
  const reader = findFormat('drizzle').createReader();
  expect(reader.read(`Query: select '${'x'.repeat(1_000_000)}'`, 1)).toEqual([]);
  expect(reader.strays()).toBe(1);
});

test.each(globSync(['*/app*', '_*/*', '!**/README.md', '!**/*.expected'], { cwd: captures }).sort())(
  '%s: a last line that is half written takes nothing from those before',
  (path) => {
    const text = readFileSync(join(captures, path), 'utf8');
    const format = detect(toLines(text));
    const readText = (part: string) => readAll(findFormat(format?.id ?? '').createReader(), toLines(part));
    const whole = readText(text);
    for (let cut = 3; cut < Math.min(text.length, 400); cut += 37) {
      const records = readText(text.slice(0, -cut)).slice(0, -1);
      expect(records.map(shorten)).toEqual(whole.slice(0, records.length).map(shorten));
    }
  },
);
