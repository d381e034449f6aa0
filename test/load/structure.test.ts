import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

/** The text of `bench/structure-sql.js`: groups, years, days, other tables. */
function write(...sizes: readonly number[]): string {
  const script = join(import.meta.dirname, '../../bench/structure-sql.js');
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...sizes.map(String)], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  expect(stderr).toBe('');
  return stdout;
}

test("the bench's structure.sql has 40,000 lines and 1,500 leaves", () => {
  const text = write();
  expect(text.split('\n').length).toBeGreaterThan(40_000);
  const attached = [...text.matchAll(/^ALTER TABLE ONLY \S+ ATTACH PARTITION (\S+) /gm)].map(([, name]) => name);
  const groups = [...text.matchAll(/^CREATE TABLE (\S+) \([^;]*\)\nPARTITION BY RANGE \(booked_on\);/gm)].map(([, name]) => name);
  expect(new Set(attached.filter((name) => !groups.includes(name))).size).toBe(1500);
});

test('a smaller one of its kind loads with all its leaves and keys', async () => {
  const [groups, years, days] = [3, 4, 5];
  site.write('structure.sql', write(groups, years, days, 2));
  const database = await site.open({ schema: ['structure.sql'] });
  const [row] = await database.query(`
    SELECT (SELECT count(*)::int FROM pg_class WHERE relispartition AND relkind = 'r') AS leaves,
      (SELECT json_object_agg(kind, n) FROM (
        SELECT CASE WHEN conparentid = 0 THEN 'declared' ELSE 'cloned' END AS kind, count(*)::int AS n FROM pg_constraint WHERE contype = 'f' AND convalidated GROUP BY 1) k) AS keys,
      (SELECT count(*)::int FROM pg_index WHERE NOT indisvalid) AS invalid`);
  await database.close();
  const members = groups + groups * years;
  expect(row).toEqual({
    leaves: groups * years + days + groups,
    keys: { declared: 6, cloned: 2 * members + days + (groups + members) },
    // Its index is declared on the root only.
    invalid: 1,
  });
  expect(database.state.notes).toEqual([{ subject: 'role reporting', message: 'not created by the schema, so made here without attributes' }]);
});
