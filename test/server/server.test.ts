import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer } from '../../src/database/remote.ts';
import { run } from '../cli/run.ts';
import { type Cluster, findPort, loadLedger, put, startCluster } from './cluster.ts';

const ledger = join(import.meta.dirname, '../../fixtures/ledger');

let cluster: Cluster;
beforeAll(async () => {
  // What the server does by itself would be seen, too.
  const config = { autovacuum: 'off' };
  cluster = await startCluster({
    config,
    hba: ['all limited 127.0.0.1/32 trust', 'all postgres 127.0.0.1/32 trust', 'all nologin 127.0.0.1/32 trust', 'all ghost 127.0.0.1/32 trust'],
  });
  await loadLedger(cluster);
  await cluster.sql('CREATE ROLE limited LOGIN CONNECTION LIMIT 0; CREATE ROLE nologin');
  await cluster.sql('CREATE DATABASE private');
  await cluster.sql('REVOKE CONNECT ON DATABASE private FROM public');
});
afterAll(() => cluster.remove());

const open = (url: string, env: Readonly<Record<string, string>> = {}, settings: Readonly<Record<string, string>> = {}) =>
  openServer({ url, env: { HOME: cluster.folder, ...env }, settings });

describe('nothing is touched', () => {
  /** What a run could leave behind on the server. */
  const snapshot = async () => {
    const [row] = await cluster.sql(`
      SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next_transaction,
        (SELECT md5(json_agg(c ORDER BY oid)::text) FROM (SELECT oid, relname, relfilenode, relpages, reltuples, relacl, reloptions FROM pg_class) c) AS relations,
        (SELECT md5(json_agg(s ORDER BY relid)::text) FROM (SELECT relid, n_tup_ins, n_tup_upd, n_tup_del, last_analyze, last_vacuum FROM pg_stat_user_tables) s) AS written,
        (SELECT md5(json_agg(s ORDER BY relid)::text) FROM (SELECT relid, seq_scan, idx_scan FROM pg_stat_user_tables) s) AS read,
        (SELECT count(*)::int FROM pg_locks WHERE pid <> pg_backend_pid()) AS locks, (SELECT count(*)::int FROM pg_prepared_xacts) AS prepared,
        (SELECT count(*)::int FROM pg_proc) AS functions, (SELECT count(*)::int FROM pg_db_role_setting) AS settings`);
    return row;
  };

  test('by a run of all queries of the ledger', async () => {
    const before = await snapshot();
    const { code } = await run(['check', 'queries', 'captured', '--url', cluster.url()], { cwd: ledger });
    expect(code).toBe(1);
    expect(await snapshot()).toEqual(before);
  });

  test('by statements that would write, lock or change the session', async () => {
    const before = await snapshot();
    const database = await open(cluster.url());
    const texts = [
      'INSERT INTO account SELECT * FROM account',
      'CREATE TEMP TABLE t (id int)',
      "SELECT nextval('s') FROM (SELECT set_config('transaction_read_only', 'off', true)) x",
      'EXPLAIN ANALYZE DELETE FROM account',
      "SELECT set_config('timezone', 'Asia/Tokyo', false)",
      'SET SESSION timezone = 3',
    ];
    await Promise.all(texts.map((text) => database.attempt([{ text }])));
    expect(await database.query("SELECT current_setting('timezone') AS zone, pg_current_xact_id_if_assigned()::text AS id")).toEqual([
      { zone: 'UTC', id: null },
    ]);
    await database.close();
    expect(await snapshot()).toEqual(before);
  });
});

describe('what only the run decides', () => {
  const byRun = 'account_group = 3 AND created_at = (SELECT max(created_at) FROM ledger_lookup WHERE entry_number = 1)';
  const state = () => cluster.sql('SELECT md5(string_agg(d::text, chr(10) ORDER BY id)) AS debits, count(*)::int AS n FROM debit d');

  test.each([
    [`DELETE FROM debit WHERE ${byRun}`, 1],
    [`SELECT 1 FROM debit WHERE ${byRun}`, 1],
  ])('is executed where the flag says so, and taken back: %s', async (sql, executed) => {
    const before = await state();
    const given = { cwd: ledger, stdin: sql };
    const { stdout } = await run(['check', '-', '--format', 'json', '--analyze-on-server', '--url', cluster.url()], given);
    expect(JSON.parse(stdout).statements[0].tables[0]).toMatchObject({ executed, executedWith: 'none' });
    const without = await run(['check', '-', '--format', 'json', '--url', cluster.url()], given);
    expect(JSON.parse(without.stdout).statements[0].tables[0]).toMatchObject({ executed: null, executedWith: null });
    expect(await state()).toEqual(before);
  });
});

describe('a session', () => {
  test('has the settings of the server, and those that were given', async () => {
    await cluster.sql("ALTER DATABASE private SET timezone = 'America/Lima'");
    const url = cluster.url('postgres', 'private');
    const database = await open(url, { PGTZ: 'Asia/Tokyo' }, { enable_seqscan: 'off' });
    const other = await open(url);
    try {
      expect(database.settings).toEqual({ timezone: 'Asia/Tokyo', search_path: '"$user", public', role: 'none', enable_seqscan: 'off' });
      expect(other.settings).toEqual({ timezone: 'America/Lima', search_path: '"$user", public', role: 'none' });
      const text = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('transaction_read_only') AS read_only, current_setting('application_name') AS name`;
      expect(await other.attempt([{ text }])).toEqual({ rows: [[{ statement: '1min', lock: '1s', read_only: 'on', name: 'planlint' }]] });
      expect(await other.query(text)).toEqual([{ statement: '5min', lock: '10s', read_only: 'on', name: 'planlint' }]);
    } finally {
      await Promise.all([database.close(), other.close()]);
    }
  });

  test('is one, however many statements there are', async () => {
    const database = await open(cluster.url());
    const text = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'planlint'";
    const trials = await Promise.all(Array.from({ length: 20 }, () => database.attempt([{ text }])));
    expect(new Set(trials.map((trial) => JSON.stringify(trial)))).toEqual(new Set(['{"rows":[[{"n":1}]]}']));
    await database.close();
  });

  test.each([
    [{ no_such_setting: '1' }, /unrecognized configuration parameter "no_such_setting"/],
    [{ timezone: 'Mars/Base' }, /invalid value for parameter "TimeZone"/],
    [{ role: 'nobody_at_all' }, /role "nobody_at_all" does not exist/],
    [{ shared_buffers: '1GB' }, /"shared_buffers" cannot be changed/],
  ])('refuses %o as a usage error', async (settings, message) => {
    const error = { name: 'UserError', area: 'usage', message: expect.stringMatching(message) };
    await expect(open(cluster.url(), {}, settings as unknown as Record<string, string>)).rejects.toMatchObject(error);
  });

  test('comes back after the server was restarted', async () => {
    const database = await open(cluster.url());
    await database.query('SELECT 1');
    await cluster.stop();
    const asked = database.query('SELECT 2 AS a');
    await cluster.start();
    expect(await asked).toEqual([{ a: 2 }]);
    await database.close();
  });
});

describe('what goes wrong is said with what to do', () => {
  test.each([
    ['postgresql://postgres@127.0.0.1:CLOSED/', /127\.0\.0\.1:\d+: nothing listens there/, /is the server up/],
    [
      'postgresql://postgres@no-such-host.invalid/',
      /no-such-host\.invalid:5432: (?:no such host is known|the name of the host could not be looked up)/,
      /percent-encoded/,
    ],
    [
      'postgresql:///postgres?host=/nowhere&user=postgres',
      /\/nowhere\/\.s\.PGSQL\.5432: there is no such socket/,
      /start the server, or name its host/,
    ],
    ['postgresql://postgres@127.0.0.1:PORT/nowhere', /database "nowhere" does not exist/, /name the database/],
    ['postgresql://ghost@127.0.0.1:PORT/postgres', /role "ghost" does not exist/, /name a role that may log in/],
    ['postgresql://nologin@127.0.0.1:PORT/postgres', /role "nologin" is not permitted to log in/, /name a role that may log in/],
    ['postgresql://stranger@127.0.0.1:PORT/postgres', /no pg_hba\.conf entry/, /pg_hba\.conf has no line/],
    ['postgresql://limited@127.0.0.1:PORT/postgres', /too many connections for role "limited"/, /no connection left/],
    ['postgresql://postgres@127.0.0.1:PORT/postgres?options=-c%20nonsense%3D1', /unrecognized configuration parameter "nonsense"/, /./],
    ['postgresql://postgres@127.0.0.1:PORT/postgres?target_session_attrs=standby', /it is not standby/, /./],
    [
      'postgresql://postgres@127.0.0.1:PORT/postgres?target_session_attrs=best',
      /target_session_attrs=best is not known/,
      /choose one of any, read-write/,
    ],
  ])('%s', async (url, message, hint) => {
    const text = url.replace('PORT', String(cluster.port)).replace('CLOSED', String(await findPort()));
    const error = { name: 'UserError', message: expect.stringMatching(message), hint: expect.stringMatching(hint) };
    await expect(open(text)).rejects.toMatchObject(error);
  });

  test('where the server may not be connected to', async () => {
    await cluster.sql('CREATE ROLE outsider LOGIN');
    const opening = open(`host=${cluster.folder} port=${cluster.port} user=outsider dbname=private`);
    await expect(opening).rejects.toMatchObject({ name: 'UserError', hint: expect.stringMatching(/GRANT CONNECT/) });
  });

  test('where none of several hosts takes the connection', async () => {
    const [one, two] = [await findPort(), await findPort()];
    await expect(open(`host=127.0.0.1,localhost port=${one},${two} user=postgres`)).rejects.toThrow(/to 127\.0\.0\.1:\d+: .*; to localhost:\d+: /);
  });
});

describe('the way there', () => {
  test('goes on to the next of several hosts', async () => {
    const database = await open(`host=127.0.0.1,127.0.0.1 port=${await findPort()},${cluster.port} user=postgres target_session_attrs=read-write`);
    expect(database.name).toBe('postgres@127.0.0.1');
    await database.close();
  });

  test('is that of a service', async () => {
    put(join(cluster.folder, '.pg_service.conf'), `[ledger]\nhost=${cluster.folder}\nport=${cluster.port}\nuser=postgres\n`);
    const database = await open('service=ledger');
    expect(database.name).toBe(`postgres@${cluster.folder}`);
    await database.close();
  });

  test('is that of variables, which only a name in --url lets planlint read beside libpq', async () => {
    const database = await open('DATABASE_URL', {
      DATABASE_URL: 'postgresql:///postgres',
      PGHOST: '127.0.0.1',
      PGPORT: String(cluster.port),
      PGUSER: 'postgres',
    });
    expect(await database.query('SELECT current_user AS role')).toEqual([{ role: 'postgres' }]);
    await database.close();
    const { code, stderr } = await run(['check', '-'], { stdin: 'SELECT 1;', env: { DATABASE_URL: cluster.url() } });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^planlint: no schema to plan on\n/)]);
  });
});
