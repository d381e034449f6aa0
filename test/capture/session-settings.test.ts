import { expect, test } from 'vitest';
import { trackSettings } from '../../src/capture/session-settings.ts';

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
  [['SELECT 1 AS "set app.tenant = 3"'], undefined],
];

test.each(cases)('%j', (sent, settings) => {
  const tracker = trackSettings();
  for (const sql of sent) tracker.follow(sql, []);
  expect(tracker.follow('SELECT 1', [])).toEqual(settings);
});

test('a value that was bound', () => {
  const tracker = trackSettings();
  tracker.follow('BEGIN', []);
  tracker.follow("SELECT set_config('app.tenant', $1, true)", ["'; DROP TABLE entry; --"]);
  expect(tracker.follow('SELECT 1', [])).toEqual({ 'app.tenant': "'; DROP TABLE entry; --" });
});
