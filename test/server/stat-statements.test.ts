import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { type Cluster, loadLedger, majors, startCluster } from './cluster.ts';

const load = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' };

interface Told {
  readonly path: string;
  readonly line: number;
  readonly sql: string;
  readonly calls: number;
  readonly status: string;
  readonly verdict: string | null;
  readonly reason: string | null;
}

const check = async (argv: readonly string[], stdin?: string): Promise<readonly Told[]> => {
  const { stdout, stderr } = await run(['check', ...argv, '--format', 'json'], stdin === undefined ? {} : { stdin });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).statements;
};

/** The statements of an application. */
const ofTables = (told: readonly Told[]) =>
  told
    .filter(({ sql }) => /ledger_entry|FROM debit|insufficient/.test(sql) && !/^(?:EXPLAIN|CREATE|COPY|ALTER|COMMENT)/i.test(sql))
    .map(({ sql, calls, status, verdict }) => ({ sql, calls, status, verdict }))
    .sort((one, other) => (one.sql < other.sql ? -1 : 1));

// The oldest and the newest that are there: columns differ.
describe.each([...new Set([majors[0], majors.at(-1)])])('pg_stat_statements of PostgreSQL %s', (major) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ major: major ?? 18, config: load });
    await loadLedger(cluster);
    await cluster.sql('CREATE EXTENSION pg_stat_statements; CREATE ROLE app LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO app');
    await cluster.sql('CREATE DATABASE other');
    await cluster.sql('CREATE FUNCTION inner_one() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT count(*) FROM ledger_entry); END $$');
    await cluster.sql('SELECT pg_stat_statements_reset()');
    for (const number of [1, 2, 3]) await cluster.sql(`SELECT amount FROM ledger_entry WHERE entry_number = ${number}`);
    await cluster.sql("SELECT amount FROM ledger_entry WHERE account_group = 2 AND created_at >= '2026-01-05' AND created_at < '2026-01-06'");
    await cluster.sql('SELECT inner_one()');
    await cluster.sql('CREATE TABLE ledger_entry (id int)', 'other');
    await cluster.sql('SELECT count(*) FROM ledger_entry AS elsewhere', 'other');
  });
  afterAll(() => cluster.remove());

  test('is judged with its calls, on its server, as a dump of it is', async () => {
    const argv = ['--stat-statements', '--url', cluster.url()];
    const live = ofTables(await check(argv));
    expect(live.map(({ calls, status }) => ({ calls, status }))).toEqual([
      { calls: 1, status: 'analysed' },
      { calls: 3, status: 'analysed' },
    ]);
    expect(live.map(({ verdict }) => verdict)).not.toEqual(['ok', 'ok']);
    const [{ dump } = { dump: '' }] = await cluster.sql(
      `SELECT json_agg(s)::text AS dump FROM pg_stat_statements AS s JOIN pg_database AS d ON d.oid = dbid AND datname = 'postgres'`,
    );
    expect(ofTables(await check(['-', '--url', cluster.url()], String(dump)))).toEqual(live);
    const rows = await cluster.sql(
      `SELECT s.query, s.queryid::text, s.calls::text, to_jsonb(s) ->> 'toplevel' AS toplevel FROM pg_stat_statements AS s JOIN pg_database AS d ON d.oid = dbid AND datname = 'postgres'`,
    );
    const quote = (text: unknown): string => `"${String(text ?? '').replaceAll('"', '""')}"`;
    const csv = rows.map(({ query, queryid, calls, toplevel }) => [query, queryid, calls, toplevel ?? 'true'].map(quote).join(',')).join('\n');
    expect(ofTables(await check(['-', '--url', cluster.url()], `query,queryid,calls,toplevel\n${csv}\n`))).toEqual(live);
  });

  test('names what the role may not see, and does not let it pass', async () => {
    const { code, stdout } = await run(['check', '--stat-statements', '--fail-on-inconclusive', '--url', cluster.url('app'), '--format', 'json']);
    const hidden = (JSON.parse(stdout).statements as readonly Told[]).filter(({ sql }) => sql === '<insufficient privilege>');
    expect(hidden).toMatchObject([{ status: 'inconclusive', reason: expect.stringContaining('GRANT pg_read_all_stats') }]);
    expect(hidden[0]?.calls).toBeGreaterThan(4);
    expect(code).toBe(1);
    await cluster.sql('GRANT pg_read_all_stats TO app');
    const told = await check(['--stat-statements', '--url', cluster.url('app')]);
    expect(told.filter(({ sql }) => sql === '<insufficient privilege>')).toEqual([]);
    expect(ofTables(told)).toHaveLength(2);
  });

  const refused = [
    ['not created', 'other', '', /has no pg_stat_statements[\s\S]*CREATE EXTENSION/],
    [
      'not to be read',
      'postgres',
      'REVOKE SELECT ON pg_stat_statements FROM public, app; REVOKE pg_read_all_stats FROM app',
      /cannot be read: permission denied[\s\S]*pg_read_all_stats/,
    ],
  ] as const;
  test.each(refused)('is an error where it is %s', async (_, database, before, message) => {
    if (before !== '') await cluster.sql(before);
    const { code, stderr } = await run(['check', '--stat-statements', '--url', cluster.url('app', database)]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

test('is an error where the library is not loaded, or there is no server', async () => {
  const cluster = await startCluster();
  try {
    await cluster.sql('CREATE EXTENSION pg_stat_statements');
    const { code, stderr } = await run(['check', '--stat-statements', '--url', cluster.url()]);
    expect(stderr).toMatch(/must be loaded via "?shared_preload_libraries[\s\S]*hint: add it to shared_preload_libraries/);
    expect(code).toBe(2);
  } finally {
    await cluster.remove();
  }
  const { code, stderr } = await run(['check', '--stat-statements', '--schema', 'fixtures/ledger/schema.sql']);
  expect(stderr).toMatch(/--stat-statements reads the view of a server[\s\S]*--url/);
  expect(code).toBe(2);
});
