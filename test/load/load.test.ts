import { afterAll, describe, expect, test } from 'vitest';
import type { UserError } from '../../src/errors.ts';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

/** Loads the files and gives the rows of a query. */
async function load(files: Readonly<Record<string, string>>, query: string): Promise<unknown> {
  for (const [path, text] of Object.entries(files)) site.write(path, text);
  const database = await site.open({ schema: Object.keys(files) });
  try {
    return await database.query(query);
  } finally {
    await database.close();
  }
}

async function fail(files: Readonly<Record<string, string>>): Promise<UserError> {
  const error = await load(files, 'SELECT 1').then(
    () => null,
    (reason) => reason,
  );
  expect(error).toMatchObject({ name: 'UserError', area: 'database' });
  return error;
}

describe('a schema loads', () => {
  test('with COPY data between other statements', async () => {
    const text =
      "CREATE TABLE t (id int, name text);\nCOPY t FROM stdin;\n1\ta;b\n2\t\\N\n\\.\nCOPY t (id) FROM stdin;\n3\n\\.\nINSERT INTO t VALUES (4, 'd');\n";
    expect(await load({ 'copy.sql': text }, 'SELECT id, name FROM t ORDER BY id')).toEqual([
      { id: 1, name: 'a;b' },
      { id: 2, name: null },
      { id: 3, name: null },
      { id: 4, name: 'd' },
    ]);
  });

  test('with names that a dump has in another encoding', async () => {
    const text = 'SET client_encoding = \'LATIN1\';\nCREATE TABLE caf\xe9 (id int);\nCREATE TABLE "\xc3\xa9" (id int);\n';
    site.write('latin.sql', Buffer.from(text, 'latin1'));
    const database = await site.open({ schema: ['latin.sql'] });
    const tables = await database.query("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1");
    await database.close();
    expect(tables).toEqual([{ relname: 'café' }, { relname: 'Ã©' }]);
  });

  test('with transactions, and with statements that run in none', async () => {
    const text = 'BEGIN; CREATE TABLE t (id int); INSERT INTO t VALUES (1); COMMIT; CREATE INDEX CONCURRENTLY t_id ON t (id); VACUUM t;';
    expect(await load({ 'vacuum.sql': text }, "SELECT count(*)::int AS n FROM pg_indexes WHERE tablename = 't'")).toEqual([{ n: 1 }]);
  });

  test('with a session of its own for every file', async () => {
    const dump = "SELECT pg_catalog.set_config('search_path', '', false); SET search_path = nowhere; CREATE TABLE public.t (id int);";
    expect(await load({ 'dump.sql': dump, 'next.sql': 'ALTER TABLE t ADD COLUMN b int;' }, 'SELECT b FROM t')).toEqual([]);
  });

  test('with the files that psql takes in, in one session and one transaction, and rows from files', async () => {
    site.write('parts/table.sql', 'CREATE TABLE t (id int, name text);\n');
    site.write('parts/rows.csv', 'id,name\n1,"a\nb"\n2,\n');
    const text =
      "\\set place apart\nBEGIN;\nCREATE SCHEMA :place; SET LOCAL search_path = :place;\n\\ir parts/table.sql\n\\copy t FROM 'parts/rows.csv' (FORMAT csv, HEADER)\nINSERT INTO t VALUES (3, :'place');\nCOMMIT;";
    expect(
      await load({ 'parts.sql': text, 'after.sql': 'CREATE TABLE apart.u (LIKE apart.t);' }, 'SELECT id, name FROM apart.t ORDER BY id'),
    ).toEqual([
      { id: 1, name: 'a\nb' },
      { id: 2, name: null },
      { id: 3, name: 'apart' },
    ]);
  });

  test('and every table has statistics, the roots of partitions included', async () => {
    const text = `CREATE TABLE r (g int, y int) PARTITION BY LIST (g);
      CREATE TABLE r_1 PARTITION OF r FOR VALUES IN (1) PARTITION BY RANGE (y);
      CREATE TABLE r_1_a PARTITION OF r_1 FOR VALUES FROM (0) TO (1000);
      INSERT INTO r SELECT 1, n FROM generate_series(1, 500) n;`;
    expect(await load({ 'roots.sql': text }, "SELECT DISTINCT tablename::text AS name FROM pg_stats WHERE tablename LIKE 'r%' ORDER BY 1")).toEqual([
      { name: 'r' },
      { name: 'r_1' },
      { name: 'r_1_a' },
    ]);
  });

  test('without what only says something to psql', async () => {
    const text = "\\restrict key\n\\set ON_ERROR_STOP on\n\\echo 'next: \\i other.sql'\nCREATE TABLE p (id int);\n\\.\n\\unrestrict key\n\\q\n";
    expect(await load({ 'psql.sql': text }, 'SELECT id FROM p')).toEqual([]);
  });

  test('in the time zone of the session', async () => {
    site.write('zone.sql', "CREATE TABLE z AS SELECT timestamptz '2024-01-01 00:00' AS at;");
    for (const [timezone, expected] of [
      ['UTC', '2024-01-01 00:00:00'],
      ['Europe/Berlin', '2023-12-31 23:00:00'],
    ] as const) {
      const database = await site.open({ schema: ['zone.sql'], settings: { timezone } });
      expect(await database.query("SELECT at AT TIME ZONE 'UTC' AS at FROM z")).toEqual([{ at: expected }]);
      await database.close();
    }
  });
});

describe('a schema that does not load', () => {
  test('names file, line and place, and the file that comes too late', async () => {
    const foreign = 'CREATE TABLE entry (id int, account_id int);\n\nALTER TABLE entry\n\tADD FOREIGN KEY (account_id) REFERENCES accounts (id);\n';
    const error = await fail({ 'db/7_fk.sql': foreign, 'db/9_accounts.sql': 'CREATE TABLE public.accounts (id int PRIMARY KEY);' });
    expect(error.message).toBe('db/7_fk.sql:4:42: relation "accounts" does not exist');
    const [, line = ''] = foreign.split('\n').slice(2);
    const blank = line.slice(1, line.indexOf('accounts (')).replaceAll(/./g, ' ');
    expect(error.excerpt).toEqual(['     3 │ ALTER TABLE entry', `     4 │ ${line}`, `       │ \t${blank}~~~~~~~~`]);
    expect(error.hint).toMatch(/^db\/9_accounts\.sql creates it later; /);
  });

  test('shows the first line of the statement where the server names no place', async () => {
    const error = await fail({ 'double.sql': '-- two\nCREATE TABLE d (id int PRIMARY KEY);\nINSERT INTO d\nVALUES (1), (1);' });
    expect(error.message).toMatch(/^double\.sql:3: duplicate key value violates unique constraint "d_pkey"$/);
    expect(error.excerpt).toEqual(['     3 │ INSERT INTO d']);
    expect(error.hint).toBe('Key (id)=(1) already exists.');
  });

  test('reports the statement that failed inside a transaction, not those after it', async () => {
    const error = await fail({ 'tx.sql': 'BEGIN;\nCREATE TABLE x (id int);\nCREATE TABLE x (id int);\nCREATE TABLE y (id int);\nCOMMIT;' });
    expect(error.message).toBe('tx.sql:3:14: relation "x" already exists');
  });

  test('says that a transaction stays open', async () => {
    expect((await fail({ 'open.sql': 'BEGIN; CREATE TABLE x (id int);' })).message).toBe('open.sql: ends inside a transaction');
  });

  test.each([
    ['stdin;\n1\tx\n2\n\\.\n', 4, '2', 'missing data for column "b"'],
    ['stdin; -- 1\r\n1\tx\r\nz\ty\r\n\\.\r\n', 4, 'z\ty', 'invalid input syntax for type integer: "z"'],
    ['stdin (FORMAT csv, HEADER); /* two\nlines */\na,b\n1,"x\ny"\n1,z\n\\.\n', 7, '1,z', 'duplicate key value violates unique constraint "c_pkey"'],
  ])('names the line of bad COPY data: %j', async (data, line, shown, message) => {
    const error = await fail({ 'bad-copy.sql': `CREATE TABLE c (a int PRIMARY KEY, b text);\nCOPY c FROM ${data}` });
    expect(error.message).toBe(`bad-copy.sql:${line}: ${message}`);
    expect(error.excerpt).toEqual([`     ${line} │ ${shown}`]);
  });

  test.each([
    ['DO $$ BEGIN GRANT SELECT ON a TO reader; END $$', 'role "reader" does not exist', /pg_dump --no-owner --no-privileges/],
    ['DO $$ BEGIN GRANT CONNECT ON DATABASE prod TO postgres; END $$', 'database "prod" does not exist', /one database/],
  ])('says what to do about what only a whole server has, where a block names it: %s', async (statement, message, hint) => {
    const error = await fail({ 'dump.sql': `CREATE TABLE a (id int);\n${statement};` });
    expect(error.message).toMatch(new RegExp(`^dump\\.sql:2:\\d+: ${message}$`));
    expect(error.hint).toMatch(hint);
  });

  test.each([';\nSELECT 1;', ''])('names the statement that ends the session, with %j behind it', async (behind) => {
    const end = `CREATE TABLE e (id int);\nSELECT pg_terminate_backend(pg_backend_pid())${behind}`;
    const error = await fail({ 'end.sql': end, 'next.sql': 'SELECT 2;' });
    expect(error.message).toBe('end.sql:2: the session ended: terminating connection due to administrator command');
    expect(error.excerpt).toEqual([expect.stringMatching(/^ {5}2 │ SELECT pg_terminate_backend/)]);
    expect(error.hint).toMatch(/leave out what ends it/);
  });

  test('names the place in the file that rows come from', async () => {
    site.write('rows.csv', '1,x\n2,y\nz,1\n');
    const error = await fail({ 'taking.sql': "CREATE TABLE c (a int, b text);\n\\copy c FROM 'rows.csv' CSV\n" });
    expect(error.message).toBe('rows.csv:3: invalid input syntax for type integer: "z"');
    expect(error.excerpt).toEqual(['     3 │ z,1']);
  });

  test('reports a text that is not SQL', async () => {
    expect((await fail({ 'quote.sql': "CREATE TABLE q (id int);\nSELECT 'open;\n" })).message).toMatch(/^quote\.sql:2:8: /);
  });

  test('leaves nothing in the cache, and no server', async () => {
    await fail({ 'again.sql': 'SELECT nowhere;' });
    expect(await site.becomesQuiet()).toBe(true);
    expect((await fail({ 'again.sql': 'SELECT nowhere;' })).message).toBe('again.sql:1:8: column "nowhere" does not exist');
  });
});
