import { expect, test } from 'vitest';
import { toSettings } from '../../src/capture/startup-settings.ts';
import { type Sent, trackSettings } from '../../src/source/track-settings.ts';

/** What is in force behind these statements. */
const cases: readonly (readonly [sent: readonly string[], settings: Readonly<Record<string, string>> | undefined])[] = [
  [["SET app.tenant = '3'"], { 'app.tenant': '3' }],
  [['SET app.tenant TO 3'], { 'app.tenant': '3' }],
  [["SET SESSION app.note = 'it''s'"], { 'app.note': "it's" }],
  [['SET LOCAL app.tenant = 3'], undefined],
  [['BEGIN', 'SET LOCAL app.tenant = 3'], { 'app.tenant': '3' }],
  [['BEGIN', 'SET LOCAL app.tenant = 3', 'COMMIT'], undefined],
  [['BEGIN', 'SET app.tenant = 3', 'COMMIT'], { 'app.tenant': '3' }],
  [['BEGIN', 'SET app.tenant = 3', 'ROLLBACK'], undefined],
  [['SET app.tenant = 1', 'BEGIN', 'SET LOCAL app.tenant = 2'], { 'app.tenant': '2' }],
  [['SET app.tenant = 1', 'BEGIN', 'SET LOCAL app.tenant = 2', 'END'], { 'app.tenant': '1' }],
  [['BEGIN', 'SET LOCAL app.a = 1', 'SAVEPOINT s', 'SET LOCAL app.a = 2', 'ROLLBACK TO SAVEPOINT s'], { 'app.a': '1' }],
  [['BEGIN', 'SET ROLE app', 'SELECT 1'], { role: 'app' }],
  [['SET ROLE "App"', 'SET ROLE NONE'], undefined],
  [['START TRANSACTION', "SELECT set_config('app.tenant', '3', true), set_config('rls.user', '7', true)"], { 'app.tenant': '3', 'rls.user': '7' }],
  [["SELECT set_config('app.tenant', '3', true)"], undefined],
  [["SELECT set_config('app.tenant', '3', false)"], { 'app.tenant': '3' }],
  [["SET TIME ZONE 'UTC'; SET enable_partition_pruning = off"], { timezone: 'UTC', enable_partition_pruning: 'off' }],
  [['SET work_mem = 64', 'SET statement_timeout TO 5'], undefined],
  [['SET app.tenant = 3', 'RESET app.tenant'], undefined],
  [['SET app.tenant = 3', 'DISCARD ALL'], undefined],
  [['SET ROLE app', 'SET app.tenant = 3', 'RESET ALL'], { role: 'app' }],
  [['SET ROLE app', 'DISCARD ALL'], undefined],
  [["SET SESSION AUTHORIZATION 'app'"], { session_authorization: 'app' }],
  [['SET ROLE other', 'SET SESSION AUTHORIZATION app'], { session_authorization: 'app' }],
  [['SET SESSION AUTHORIZATION app', 'SET ROLE other'], { role: 'other', session_authorization: 'app' }],
  [['SET SESSION AUTHORIZATION app', 'RESET SESSION AUTHORIZATION'], undefined],
  [['SET SESSION AUTHORIZATION app', 'SET SESSION AUTHORIZATION DEFAULT'], undefined],
  [['BEGIN', 'SET LOCAL SESSION AUTHORIZATION app', 'COMMIT'], undefined],
  [['SET search_path TO app, public'], { search_path: 'app, public' }],
  [['SET search_path = \'App\', "$user"'], { search_path: '"App", "$user"' }],
  [["SET search_path = 'a, b'"], { search_path: '"a, b"' }],
  [['SET datestyle = ISO, MDY'], { datestyle: 'ISO, MDY' }],
  [['SET TIME ZONE LOCAL'], undefined],
  [['SET TIME ZONE -7'], { timezone: '-7' }],
  [["SET TIME ZONE INTERVAL '+05:30' HOUR TO MINUTE"], { timezone: "INTERVAL '+05:30'" }],
  [["SET client_min_messages TO warning;SET TIME ZONE interval '-08:00' HOUR TO MINUTE;"], { timezone: "interval '-08:00'" }],
  [['SET app.tenant = 1', 'BEGIN', 'SET LOCAL app.tenant = DEFAULT'], undefined],
  [['SET app.tenant = 1', 'BEGIN', 'SET LOCAL app.tenant = DEFAULT', 'COMMIT'], { 'app.tenant': '1' }],
  [['BEGIN', 'SET app.tenant = 3', 'BEGIN', 'ROLLBACK'], undefined],
  [['BEGIN', 'SET app.tenant = 3', 'ROLLBACK AND CHAIN', 'SET LOCAL app.tenant = 4'], { 'app.tenant': '4' }],
  [['/* pool */ SET app.tenant = 3'], { 'app.tenant': '3' }],
  [['SET LOCAL app.tenant = 3; SELECT 1'], undefined],
  [['SET LOCAL app.tenant = 3; SET app.other = 4'], { 'app.other': '4' }],
  [['BEGIN; SET LOCAL app.tenant = 3'], { 'app.tenant': '3' }],
  [["UPDATE entry SET note = 'set app.tenant = 3'"], undefined],
  [['SELECT 1 AS "set app.tenant = 3"'], undefined],
];

/** Statements that end in an exclamation mark failed. */
const toSent = (sql: string): Sent => ({ sql: sql.replace(/!$/, ''), textOf: () => undefined, hasFailed: sql.endsWith('!') });

test.each(cases)('%j', (sent, settings) => {
  const tracker = trackSettings();
  for (const sql of sent) tracker.follow(toSent(sql));
  expect(tracker.follow(toSent('SELECT 1'))).toEqual(settings);
});

const failed: typeof cases = [
  [['SET app.tenant = 3!'], undefined],
  [['SET app.tenant = 1', 'SET app.tenant = 3!'], { 'app.tenant': '1' }],
  [['BEGIN', 'SET app.tenant = 3', 'SELECT 1/0!', 'COMMIT'], undefined],
  [['BEGIN', 'SET app.tenant = 3', 'SELECT 1/0!', 'ROLLBACK', 'SET app.tenant = 4'], { 'app.tenant': '4' }],
  [['BEGIN', 'SET app.tenant = 3', 'COMMIT!'], undefined],
  [['BEGIN', 'SET LOCAL app.a = 1', 'SAVEPOINT s', 'SET LOCAL app.a = 2', 'SELECT 1/0!', 'SET LOCAL app.a = 3!', 'ROLLBACK TO s'], { 'app.a': '1' }],
  [['BEGIN', 'SAVEPOINT s', 'SELECT 1/0!', 'ROLLBACK TO s', 'SET app.a = 3', 'COMMIT'], { 'app.a': '3' }],
  [['SET app.a = 3; SELECT 1/0!'], undefined],
  [['BEGIN; SET app.a = 3; SELECT 1/0!', 'COMMIT'], undefined],
];

test.each(failed)('with failures: %j', (sent, settings) => {
  const tracker = trackSettings();
  for (const sql of sent) tracker.follow(toSent(sql));
  expect(tracker.follow(toSent('SELECT 1'))).toEqual(settings);
});

test('a value that was bound', () => {
  const tracker = trackSettings();
  tracker.follow(toSent('BEGIN'));
  tracker.follow({
    ...toSent("SELECT set_config('app.tenant', $1, true)"),
    textOf: (number) => (number === 1 ? "'; DROP TABLE entry; --" : undefined),
  });
  expect(tracker.follow(toSent('SELECT 1'))).toEqual({ 'app.tenant': "'; DROP TABLE entry; --" });
});

const began: readonly (readonly [parameters: Readonly<Record<string, string>>, settings: Readonly<Record<string, string>>])[] = [
  [{ user: 'anna', database: 'shop', application_name: 'a', client_encoding: 'UTF8' }, {}],
  [
    { TimeZone: 'Asia/Tokyo', 'app.tenant': '3' },
    { timezone: 'Asia/Tokyo', 'app.tenant': '3' },
  ],
  [{ options: '-c app.tenant=3 -csearch_path=app,public' }, { 'app.tenant': '3', search_path: 'app,public' }],
  [{ options: '--app.note=a\\ b --enable-partition-pruning=off' }, { 'app.note': 'a b', enable_partition_pruning: 'off' }],
  [{ options: '-c timezone=UTC', TimeZone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
];

test.each(began)('a session that begins with %j', (parameters, settings) => {
  const initial = toSettings(new Map(Object.entries(parameters)));
  expect(initial).toEqual(settings);
  const tracker = trackSettings(initial);
  for (const sql of ['SET app.tenant = 9', "SET timezone = 'UTC'", 'RESET app.tenant', 'RESET TIME ZONE']) tracker.follow(toSent(sql));
  expect(tracker.follow(toSent('SELECT 1')) ?? {}).toEqual(settings);
  tracker.follow(toSent('SET app.tenant = 9'));
  tracker.follow(toSent('DISCARD ALL'));
  expect(tracker.follow(toSent('SELECT 1')) ?? {}).toEqual(settings);
});
