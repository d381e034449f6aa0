import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openWith } from '../open-schema.ts';
import { fixOf } from './fix-of.ts';
import { type SameCase, sameCases, unlike } from './same-cases.ts';
import { sameSchema } from './same-schema.ts';

const cases = Object.entries(sameCases).flatMap(([what, own]) => own.map((one) => ({ what, ...one })));

/** Zones with borders of partitions inside of a day, and with a clock that is turned. */
describe.each(['UTC', 'Europe/Berlin', 'America/New_York'])('in %s', (timezone) => {
  let database: Database;
  beforeAll(async () => {
    database = await openWith([], sameSchema, { settings: { timezone } });
  });
  afterAll(() => database.close());

  test.each(cases)('$what: $sql', async ({ sql, fixed, runs = [[]] }: SameCase) => {
    const fix = await fixOf(database, sql);
    // In another zone than the partitions', a day or a year can lie in two of them; then there is no fix.
    if (timezone === 'UTC') expect(fix).toMatchObject({ kind: 'same', sql: fixed, needs: [], assumes: [], leaves: 1 });
    const written = await Promise.all(runs.map((values) => rowsOf(database, sql, values)));
    expect(written.flat().length).toBeGreaterThan(0);
    expect(await Promise.all(runs.map((values) => rowsOf(database, fixed, values)))).toEqual(written);
    if (fix?.kind === 'same') expect(await Promise.all(runs.map((values) => rowsOf(database, fix.sql, values)))).toEqual(written);
  });
});

test('what is only like that is not called the same', async () => {
  const database = await openWith([], sameSchema);
  try {
    const fixes = await Promise.all(unlike.map((sql) => fixOf(database, sql)));
    expect(unlike.filter((_, index) => fixes[index]?.kind === 'same')).toEqual([]);
  } finally {
    await database.close();
  }
});

test('where an hour of a day lies before the day begins, days are left alone', async () => {
  const database = await openWith([], sameSchema, { settings: { timezone: 'America/Havana' } });
  try {
    const fixes = (sameCases['a time by its day'] ?? []).map(({ sql }) => fixOf(database, sql));
    expect((await Promise.all(fixes)).filter((fix) => fix?.kind === 'same')).toEqual([]);
  } finally {
    await database.close();
  }
});

async function rowsOf(database: Database, sql: string, values: readonly string[]): Promise<readonly unknown[]> {
  return (await database.query(`SELECT to_jsonb(r)::text AS row FROM (${sql}) r ORDER BY 1`, values)).map(({ row }) => row);
}
