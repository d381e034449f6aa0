import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { ledgerFiles, openWith } from '../open-schema.ts';
import { type CauseCase, causeCases, causeDdl } from '../plan/cause-cases.ts';
import { causeFixes } from './cause-fixes.ts';
import { fixOf, outlineFix } from './fix-of.ts';

const settingsOf = ({ settings = {} }: CauseCase): string => JSON.stringify(settings);
const servers = [...new Set(causeCases.map(settingsOf))].map((settings) => ({
  settings,
  cases: causeCases.filter((one) => settingsOf(one) === settings && one.until === undefined),
}));

describe.each(servers)('settings $settings', ({ settings, cases }) => {
  let database: Database;
  beforeAll(async () => {
    database = await openWith(ledgerFiles, causeDdl, { settings: JSON.parse(settings) as Readonly<Record<string, string>> });
  });
  afterAll(() => database.close());

  test.each(cases)('$id: $sql', async ({ sql }) => {
    expect(outlineFix(await fixOf(database, sql))).toBe(causeFixes.get(sql) ?? null);
  });
});

test('each cause is in the table', () => {
  const rows = causeCases.map(({ sql }) => sql);
  expect(rows.filter((sql) => !causeFixes.has(sql))).toEqual([]);
  expect([...causeFixes.keys()].filter((sql) => !rows.includes(sql))).toEqual([]);
});
