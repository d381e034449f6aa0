import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Trial } from '../../src/database/database.ts';
import { toOffset } from '../../src/sql/span.ts';
import { makeSite } from './site.ts';

const site = makeSite();
let database: Database;

beforeAll(async () => {
  site.write(
    'schema.sql',
    `CREATE ROLE reader; CREATE TABLE t (id int PRIMARY KEY, grp int); GRANT SELECT ON t TO reader; INSERT INTO t VALUES (1, 3), (2, 4);
     ALTER TABLE t ENABLE ROW LEVEL SECURITY;
     CREATE POLICY own ON t USING (grp = current_setting('app.grp')::int);
     CREATE FUNCTION locks() RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN PERFORM pg_advisory_lock(7); RETURN 1; END $$;
     CREATE FUNCTION unbounds() RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN PERFORM set_config('statement_timeout', '0', false); RETURN 1; END $$;
     CREATE FUNCTION writes() RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO t VALUES (9, 9); RETURN 1; END $$;
     CREATE FUNCTION folds() RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN writes(); END $$;
     CREATE FUNCTION dodges() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM set_config('transaction_read_only', 'off', true); INSERT INTO t VALUES (9, 9); RETURN 1; END $$;`,
  );
  database = await open();
});

afterAll(async () => {
  await database.close();
  await site.remove();
});

const open = (settings: Readonly<Record<string, string>> = {}) => site.open({ schema: ['schema.sql'], settings });

const attempt = (...texts: readonly string[]) => database.attempt(texts.map((text) => ({ text })));

const sqlstate = (trial: Trial) => ('refusal' in trial ? trial.refusal.sqlstate : null);

describe('values', () => {
  test('are text, except JSON, booleans, small integers and arrays of them', async () => {
    const [row] = await database.query(
      `SELECT true AS a, 1::int2 AS b, 2 AS c, 3::bigint AS d, '{"x":[1]}'::json AS e, '[2]'::jsonb AS f, ARRAY[1,2] AS g, ARRAY[true] AS h,
         'infinity'::timestamptz AS i, 1.50 AS j, ARRAY['x'] AS k, NULL::int AS l`,
    );
    const json = { e: { x: [1] }, f: [2] };
    expect(row).toEqual({ a: true, b: 1, c: 2, d: '3', ...json, g: [1, 2], h: [true], i: 'infinity', j: '1.50', k: '{x}', l: null });
  });

  test('of parameters have the types the command gives', async () => {
    const command = { text: 'SELECT pg_typeof($1) AS a, pg_typeof($2) AS b, $3 + 1 AS c', values: ['1', '2', '3'], types: [1700, 1184, 0] };
    expect(await database.attempt([{ ...command, values: ['1', '2026-01-01', '3'] }])).toEqual({
      rows: [[{ a: 'numeric', b: 'timestamp with time zone', c: 4 }]],
    });
  });

  test('of parameters can be NULL', async () => {
    expect(await database.query('SELECT $1::int IS NULL AS a', [null])).toEqual([{ a: true }]);
  });
});

describe('attempt', () => {
  test('gives the rows of each command', async () => {
    expect(await attempt('SELECT 1 AS a', 'SET LOCAL jit = off', 'SELECT 2 AS b')).toEqual({ rows: [[{ a: 1 }], [], [{ b: 2 }]] });
  });

  test('refuses two commands in one text', async () => {
    expect(sqlstate(await attempt('SELECT 1; DROP TABLE t'))).toBe('42601');
    expect(await database.query('SELECT count(*)::int AS n FROM t')).toEqual([{ n: 2 }]);
  });

  test('reports the first refusal, not what follows from it', async () => {
    const trial = await attempt('SELECT 1', 'SELECT * FROM nowhere', 'SELECT 2');
    expect(trial).toEqual({ refusal: { sqlstate: '42P01', message: 'relation "nowhere" does not exist', offset: 14 } });
    expect(await attempt('SELECT 1 AS a')).toEqual({ rows: [[{ a: 1 }]] });
  });

  test('counts the offset in UTF-16 units', async () => {
    const text = "SELECT '😀 ü', nowhere";
    const trial = await attempt(text);
    expect('refusal' in trial && trial.refusal.offset).toBe(text.indexOf('nowhere'));
    expect(toOffset('😀x', 3)).toBe(3);
  });

  test('cannot write', async () => {
    expect(sqlstate(await attempt('INSERT INTO t VALUES (3, 3)'))).toBe('25006');
    expect(sqlstate(await attempt('SELECT writes()'))).toBe('25006');
    expect(sqlstate(await attempt('EXPLAIN SELECT * FROM t WHERE id = folds()'))).toBe('25006');
    expect(sqlstate(await attempt('EXPLAIN ANALYZE DELETE FROM t'))).toBe('25006');
    expect(sqlstate(await attempt('SELECT dodges()'))).toMatch(/^25/);
    expect(await database.query('SELECT count(*)::int AS n FROM t')).toEqual([{ n: 2 }]);
  });

  test('writes where it is to, and takes it back', async () => {
    const count = { text: 'SELECT count(*)::int AS n FROM t' };
    const commands = [{ text: 'INSERT INTO t VALUES (3, 3)' }, { text: 'SELECT writes()' }, count];
    expect(await database.attempt(commands, 'read write')).toMatchObject({ rows: [[], [{ writes: 1 }], [{ n: 4 }]] });
    expect(await database.attempt([count])).toEqual({ rows: [[{ n: 2 }]] });
    expect(sqlstate(await attempt('SELECT writes()'))).toBe('25006');
  });

  test('leaves nothing behind in the session', async () => {
    expect(sqlstate(await attempt('SELECT locks()', 'SELECT unbounds()', 'PREPARE p AS SELECT 1'))).toBeNull();
    const [row] = await database.query(
      `SELECT (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared,
         current_setting('statement_timeout') AS timeout`,
    );
    expect(row).toEqual({ locks: 0, prepared: 0, timeout: '0' });
    expect(await attempt("SELECT current_setting('statement_timeout') AS timeout")).toEqual({ rows: [[{ timeout: '1min' }]] });
  });

  test('keeps apart what runs at once', async () => {
    const trials = await Promise.all([
      attempt('SELECT 1 AS a'),
      attempt('SELEC'),
      attempt('SELECT 2 AS a'),
      attempt('SELECT 1/0'),
      attempt('SELECT 3 AS a'),
    ]);
    expect(trials.map(sqlstate)).toEqual([null, '42601', null, '22012', null]);
    expect(trials[4]).toEqual({ rows: [[{ a: 3 }]] });
  });
});

describe('query', () => {
  test('throws what the server refuses', async () => {
    await expect(database.query('SELECT nowhere')).rejects.toThrow(/column "nowhere" does not exist \(42703\): SELECT nowhere/);
  });
});

describe('settings', () => {
  test('are pinned', () => {
    expect(database.settings).toEqual({ timezone: 'UTC', search_path: '"$user", public', role: 'none' });
    expect(database).toMatchObject({ engine: 'embedded', major: 18, version: expect.stringMatching(/^18\.\d+$/) });
  });

  test('of the user win and outlive an attempt, the role included', async () => {
    const settings = {
      role: 'reader',
      TimeZone: 'Europe/Berlin',
      'app.grp': '3',
      search_path: '"a b", "c\\d", public',
      enable_partitionwise_join: 'on',
    };
    const other = await open(settings);
    try {
      expect(other.settings).toEqual({
        timezone: 'Europe/Berlin',
        search_path: '"a b", "c\\d", public',
        role: 'reader',
        'app.grp': '3',
        enable_partitionwise_join: 'on',
      });
      for (let round = 0; round < 2; round += 1) {
        const text = "SELECT current_user AS role, current_setting('timezone') AS zone, (SELECT array_agg(id) FROM t) AS ids";
        expect(await other.attempt([{ text }])).toEqual({ rows: [[{ role: 'reader', zone: 'Europe/Berlin', ids: [1] }]] });
        await other.attempt([{ text: 'SET ROLE NONE' }, { text: "SET timezone = 'Asia/Tokyo'" }]);
      }
    } finally {
      await other.close();
    }
  });

  test.each([
    [{ role: 'nobody_at_all' }, /role "nobody_at_all" does not exist/],
    [{ no_such_setting: '1' }, /unrecognized configuration parameter "no_such_setting"/],
    [{ timezone: 'Mars/Base' }, /invalid value for parameter "TimeZone": "Mars\/Base"/],
    [{ statement_timeout: 'soon' }, /invalid value for parameter "statement_timeout": "soon"/],
    [{ session_preload_libraries: 'nowhere' }, /could not access file "nowhere"/],
    [{ shared_buffers: '1GB' }, /"shared_buffers" cannot be changed/],
    [{ 'a b': '1' }, /"a b" is not the name of a setting/],
  ])('that the server refuses are a usage error: %o', async (settings, message) => {
    await expect(open(settings as unknown as Record<string, string>)).rejects.toMatchObject({
      name: 'UserError',
      area: 'usage',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  });
});

describe('a statement that takes too long', () => {
  test('is refused by the server', async () => {
    const other = await open({ statement_timeout: '100ms' });
    expect(sqlstate(await other.attempt([{ text: 'SELECT pg_sleep(60)' }]))).toBe('57014');
    await other.close();
  });

  test('is given up by the client where it took the timeout off, and costs the others nothing', async () => {
    const other = await open({ statement_timeout: '100ms' });
    const endless = other.attempt([{ text: 'SELECT unbounds()' }, { text: 'SELECT pg_sleep(60)' }]);
    const behind = [other.attempt([{ text: 'SELECT 1 AS a' }]), other.attempt([{ text: 'SELECT 2 AS a' }])];
    expect(sqlstate(await endless)).toBe('57014');
    expect(await Promise.all(behind)).toEqual([{ rows: [[{ a: 1 }]] }, { rows: [[{ a: 2 }]] }]);
    await other.close();
  });
});

describe('a timeout of the shortest', () => {
  test("is for users' statements, not for planlint's own", async () => {
    const other = await open({ statement_timeout: '1' });
    try {
      expect(other.settings['statement_timeout']).toBe('1ms');
      expect(await other.query('SELECT 1 AS a FROM pg_sleep(0.1)')).toEqual([{ a: 1 }]);
      expect(sqlstate(await other.attempt([{ text: 'SELECT pg_sleep(60)' }]))).toBe('57014');
    } finally {
      await other.close();
    }
  });

  test('costs the statements behind it nothing', async () => {
    const other = await open({ statement_timeout: '1' });
    try {
      const texts = Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? 'SELECT pg_sleep(60)' : 'SELECT 1'));
      const trials = await Promise.all(texts.map((text) => other.attempt([{ text }])));
      expect(new Set(trials.filter((_, index) => index % 3 === 0).map(sqlstate))).toEqual(new Set(['57014']));
      for (const trial of trials) expect([null, '57014']).toContain(sqlstate(trial));
      expect(await other.query('SELECT 1 AS a')).toEqual([{ a: 1 }]);
    } finally {
      await other.close();
    }
  });

  test('ends the run with what to do where it ends the session', async () => {
    await expect(open({ transaction_timeout: '1' })).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(/^the server closed the connection twice/),
      hint: expect.stringMatching(/a timeout among the session settings/),
    });
  });
});

describe('a lost session', () => {
  test('is opened again', async () => {
    const other = await open();
    const [own] = await other.query('SELECT pg_backend_pid() AS pid');
    await database.query(`SELECT pg_terminate_backend(${own?.['pid']})`);
    expect(await other.query('SELECT 1 AS a')).toEqual([{ a: 1 }]);
    await other.close();
  });

  test('is an error where it is lost each time', async () => {
    const other = await open();
    const trial = other.attempt([{ text: 'SELECT pg_terminate_backend(pg_backend_pid())' }]);
    await expect(trial).rejects.toMatchObject({ name: 'UserError', area: 'database' });
    await other.close();
  });
});
