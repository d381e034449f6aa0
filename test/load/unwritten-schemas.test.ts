import { afterAll, expect, test } from 'vitest';
import { checkSql } from '../check-sql.ts';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

const table = (name: string): string =>
  `CREATE TABLE ${name} (k int, v int) PARTITION BY LIST (k); CREATE TABLE ${name}_1 PARTITION OF ${name} FOR VALUES IN (1);
   CREATE TABLE ${name}_2 PARTITION OF ${name} FOR VALUES IN (2); ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`;

/** Policies that this server cannot have, on tables whose schema only the search path says. */
const lacking = [
  table('by_language'),
  "CREATE FUNCTION allowed() RETURNS boolean LANGUAGE plnone AS 'true'; CREATE POLICY own ON by_language USING (allowed());",
  table('by_extension'),
  "CREATE POLICY near ON by_extension USING (st_distance(NULL, 'x') < 1);",
].join('\n');

const question = 'SELECT v FROM';

test.each([
  ['the file', 'CREATE SCHEMA app; CREATE EXTENSION postgis; SET search_path = app;', {}],
  ['a dump', "CREATE SCHEMA app; CREATE EXTENSION postgis; SELECT pg_catalog.set_config('search_path', 'app', false);", {}],
  ['the command line', 'CREATE SCHEMA app; CREATE EXTENSION postgis SCHEMA public;', { search_path: 'app,public' }],
])('what is left out of a table is known in whichever schema it is: search path by %s', async (_, path, settings) => {
  site.write('lacking.sql', `${path}\n${lacking}`);
  const database = await site.open({ schema: ['lacking.sql'], settings });
  try {
    const { statement: language } = await checkSql(database, `${question} app.by_language WHERE k = 1`);
    expect(language).toMatchObject({ status: 'inconclusive', reason: expect.stringMatching(/needs allowed, which this server cannot have/) });
    const { statement: extension } = await checkSql(database, `${question} app.by_extension WHERE k = 1`);
    expect(extension).toMatchObject({
      status: 'inconclusive',
      reason: expect.stringMatching(/policy near on by_extension|the policy near.*postgis/),
    });
  } finally {
    await database.close();
  }
});
