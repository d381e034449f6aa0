import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalog } from '../../src/catalog/read-catalog.ts';
import type { Database } from '../../src/database/database.ts';
import { openServer } from '../../src/database/remote.ts';
import { lint } from '../../src/lint.ts';
import { createJudge } from '../../src/plan/judge.ts';
import { loadParser } from '../../src/sql/parse.ts';
import { readStatementText } from '../../src/sql/statement-text.ts';
import { checkSql, toStatement } from '../check-sql.ts';
import { run } from '../cli/run.ts';
import { type Cluster, startCluster, until } from './cluster.ts';

let cluster: Cluster;
beforeAll(async () => {
  // The oldest that is there: what an old one lacks shows there first.
  cluster = await startCluster({ major: 14 });
  await cluster.sql(`
    CREATE ROLE app LOGIN; CREATE SCHEMA closed; CREATE SCHEMA sales_eu; CREATE SCHEMA sales_us;
    CREATE FUNCTION hidden() RETURNS int LANGUAGE sql STABLE AS 'SELECT 1'; REVOKE EXECUTE ON FUNCTION hidden FROM public;
    ${['public', 'closed', 'sales_eu', 'sales_us'].map(partitioned).join(' ')}
    CREATE TABLE closed.only_here (id int); CREATE TABLE denied (day date) PARTITION BY RANGE (day); CREATE TABLE denied_1 PARTITION OF denied DEFAULT;
    GRANT SELECT ON entry TO app; GRANT USAGE ON SCHEMA sales_eu, sales_us TO app; GRANT SELECT ON sales_eu.entry, sales_us.entry TO app;
    GRANT SELECT ON closed.entry, closed.only_here TO app`);
});
afterAll(() => cluster.remove());

function partitioned(schema: string): string {
  return `CREATE TABLE ${schema}.entry (day date, amount int) PARTITION BY RANGE (day);
    CREATE TABLE ${schema}.entry_1 PARTITION OF ${schema}.entry FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
    CREATE TABLE ${schema}.entry_2 PARTITION OF ${schema}.entry FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');`;
}

async function withDatabase<T>(use: (database: Database) => Promise<T>, settings: Readonly<Record<string, string>> = {}): Promise<T> {
  const database = await openServer({ url: cluster.url('app'), env: {}, settings });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

describe('a role without rights', () => {
  const cases: readonly (readonly [sql: string, status: string, reason: RegExp | null])[] = [
    ["SELECT amount FROM entry WHERE day = '2025-02-02'", 'analysed', null],
    ['SELECT amount FROM entry', 'analysed', null],
    ["SELECT * FROM denied WHERE day = '2025-02-02'", 'inconclusive', /^permission denied for table denied: GRANT SELECT ON denied to the role/],
    ['SELECT * FROM denied WHERE day = $1', 'inconclusive', /^permission denied for table denied: GRANT SELECT ON denied/],
    ['UPDATE entry SET amount = 1 WHERE day = $1', 'inconclusive', /: GRANT SELECT, UPDATE ON entry/],
    ['DELETE FROM entry WHERE day = $1', 'inconclusive', /: GRANT SELECT, DELETE ON entry/],
    ["INSERT INTO entry VALUES ('2025-01-01', 1)", 'inconclusive', /: GRANT SELECT, INSERT ON entry/],
    ['SELECT * FROM closed.entry', 'inconclusive', /^permission denied for schema closed: GRANT USAGE ON SCHEMA closed/],
    ['SELECT * FROM only_here', 'inconclusive', /closed\.only_here is out of reach: put closed on the search path/],
    ['SELECT * FROM nowhere', 'inconclusive', /^relation "nowhere" does not exist$/],
    ['SELECT hidden(), amount FROM entry', 'inconclusive', /GRANT EXECUTE ON FUNCTION hidden/],
    ['SELECT amnt FROM entry', 'failed', /column "amnt" does not exist/],
  ];
  test.each(cases)('%s', async (sql, status, reason) => {
    const { statement } = await withDatabase((database) => checkSql(database, sql));
    expect([statement.status, statement.reason]).toEqual([status, reason === null ? null : expect.stringMatching(reason)]);
  });

  test('can be given another with --set, if it may have that', async () => {
    await expect(withDatabase((database) => database.query('SELECT 1'), { role: 'postgres' })).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(/permission denied to set role "postgres"/),
    });
  });
});

describe('--only-schema', () => {
  const sql = 'SELECT amount FROM entry; SELECT amount FROM sales_eu.entry; SELECT amount FROM sales_us.entry;';
  const judged = async (flags: string) => {
    const { code, stdout, stderr } = await run(['check', '-', '--url', cluster.url('app'), '-f', 'json', ...flags.split(' ').filter(Boolean)], {
      stdin: sql,
    });
    if (code === 2) return stderr;
    const report = JSON.parse(stdout);
    expect(report.schema.partitioned).toBe(flags === '' ? 5 : flags.split('--').length - 1);
    return report.findings.map((finding: { table: string }) => finding.table);
  };

  test.each([
    ['', ['public.entry', 'sales_eu.entry', 'sales_us.entry']],
    ['--only-schema sales_eu', ['sales_eu.entry']],
    ['--only-schema sales_?u --only-schema closed', ['sales_eu.entry']],
    ['--only-schema sales_us --only-schema sales_eu', ['sales_eu.entry', 'sales_us.entry']],
  ])('%s', async (flags, tables) => expect(await judged(flags)).toEqual(tables));

  test.each(['sales', 'SALES_EU', 'sales.eu', 'pg_catalog'])('%s matches nothing, which is an error that names what there is', async (pattern) => {
    expect(await judged(`--only-schema public --only-schema ${pattern}`)).toBe(
      `planlint: --only-schema ${pattern}: no schema of that name has a partitioned table\nhint: these have some: closed, public, sales_eu, sales_us\n`,
    );
  });

  test('is a matter of the library, too', async () => {
    const settings = { rules: [], showValues: false, onProgress: () => {}, onlySchemas: ['sales_*'] };
    const report = await withDatabase((database) => lint({ files: 1, statements: [toStatement('SELECT amount FROM entry')] }, database, settings));
    expect(report.statements[0]).toMatchObject({ status: 'analysed', tables: [] });
    expect(report.schema.partitioned).toBe(2);
  });
});

describe('a server without a partitioned table', () => {
  test('is told of', async () => {
    await cluster.sql('CREATE DATABASE empty');
    const argv = ['check', '-', '--url', cluster.url('app', 'empty')];
    const { code, stdout } = await run(argv, { stdin: 'SELECT 1;' });
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^There is no partitioned table: .*\n\n✔ 1 statement.* · PostgreSQL 14\.\d+ server · empty@127\.0\.0\.1 · /),
    ]);
    const { stderr } = await run([...argv, '--only-schema', 'public'], { stdin: 'SELECT 1;' });
    expect(stderr).toMatch(/hint: no schema has one: is it the right database\?/);
  });
});

describe('a server with Citus', () => {
  test('has tables that no statement is judged on', async () => {
    await cluster.sql('CREATE DATABASE distributed');
    // As much of Citus as planlint looks at.
    const tables = `SET allow_system_table_mods = on; CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass); ${partitioned('public')}
      CREATE TABLE local (LIKE entry) PARTITION BY RANGE (day); CREATE TABLE local_1 PARTITION OF local DEFAULT; GRANT SELECT ON entry, local TO app;
      INSERT INTO pg_dist_partition VALUES ('entry'); GRANT SELECT ON pg_dist_partition TO app`;
    await cluster.sql(tables, 'distributed');
    const database = await openServer({ url: cluster.url('app', 'distributed'), env: {}, settings: {} });
    try {
      const day = "day = '2025-02-02'";
      const statements = await Promise.all(['entry', 'local'].map((table) => checkSql(database, `SELECT amount FROM ${table} WHERE ${day}`)));
      expect(statements.map(({ statement }) => `${statement.status}: ${statement.reason}`)).toEqual([
        'inconclusive: entry is distributed by Citus, whose plans do not show what is read',
        'analysed: null',
      ]);
    } finally {
      await database.close();
    }
  });
});

describe('a lock that another session holds', () => {
  const sql = 'SELECT amount FROM sales_us.entry';
  const withLock = async (use: () => Promise<void>) => {
    const holder = await openServer({ url: cluster.url(), env: {}, settings: {} });
    const done = holder.attempt([{ text: 'LOCK TABLE sales_us.entry IN ACCESS EXCLUSIVE MODE' }, { text: 'SELECT pg_sleep(60)' }]).catch(() => {});
    try {
      await until(async () => expect(await cluster.sql("SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock'")).toHaveLength(3));
      await use();
    } finally {
      await cluster.sql("SELECT pg_cancel_backend(pid) FROM pg_locks WHERE mode = 'AccessExclusiveLock'");
      await done;
      await holder.close();
    }
  };

  test('makes a statement inconclusive, and is not waited for long', async () => {
    await loadParser();
    await withDatabase(async (database) => {
      const judge = createJudge(database, await readCatalog(database));
      await withLock(async () => {
        const judgements = await Promise.all([sql, 'SELECT amount FROM sales_eu.entry'].map((text) => judge(readStatementText(text), null)));
        expect(judgements[0]).toMatchObject({
          status: 'inconclusive',
          reason: expect.stringMatching(/^planning it waits for a lock that another session holds: /),
        });
        expect(judgements[1]?.status).toBe('analysed');
      });
    });
  });

  test('is waited for a while to read the catalogue, and then said', async () => {
    const checking = () => withDatabase((database) => checkSql(database, sql), { lock_timeout: '100ms' });
    await withLock(() =>
      expect(checking()).rejects.toMatchObject({ name: 'UserError', message: expect.stringMatching(/holds a lock on the schema/) }),
    );
    expect((await checking()).statement.status).toBe('analysed');
  });
});
