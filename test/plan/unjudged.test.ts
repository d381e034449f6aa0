import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { checkSql } from '../check-sql.ts';
import { openWith } from '../open-schema.ts';

const schema = `
  CREATE TABLE entry (id int, grp int, secret int) PARTITION BY LIST (grp);
  CREATE TABLE entry_1 PARTITION OF entry FOR VALUES IN (1);
  CREATE TABLE entry_2 PARTITION OF entry FOR VALUES IN (2);
  CREATE TABLE free (id int, grp int) PARTITION BY LIST (grp);
  CREATE TABLE free_1 PARTITION OF free FOR VALUES IN (1);
  CREATE TABLE free_2 PARTITION OF free FOR VALUES IN (2);
  CREATE TABLE plain (id int);
  CREATE SCHEMA other;
  CREATE TABLE other.free (LIKE free);
  CREATE VIEW over_entry AS SELECT id, grp FROM entry;
  CREATE VIEW over_view AS SELECT id, grp FROM over_entry;
  CREATE FUNCTION entries(g int) RETURNS SETOF entry LANGUAGE sql STABLE AS 'SELECT * FROM entry WHERE grp = g';
`;

const unjudged = {
  'public.entry': 'has a policy that is not there',
  'public.plain': 'is not what it seems',
  'public.gone': 'is a view that is not there',
  'public.away': 'is a function that is not there',
  'other.free': 'is not the one',
};

let database: Database;
beforeAll(async () => {
  const opened = await openWith([], schema);
  database = { ...opened, state: { ...opened.state, unjudged } };
});
afterAll(() => database.close());

describe('a statement that reaches what cannot be judged is no pass', () => {
  const entry = 'entry has a policy that is not there';
  test.each([
    ['SELECT id FROM entry WHERE grp = 1', entry],
    ['SELECT id FROM public.entry WHERE grp = $1', entry],
    ['SELECT f.id FROM free f WHERE f.grp = 1 AND EXISTS (SELECT FROM entry e WHERE e.grp = 1)', entry],
    ['SELECT id FROM over_entry WHERE grp = 1', entry],
    ['SELECT id FROM over_view WHERE grp = 1', entry],
    ['SELECT id FROM entries(1)', entry],
    ['INSERT INTO entry VALUES (1, 1)', entry],
    ['SELECT id FROM plain', 'plain is not what it seems'],
    ['SELECT id FROM gone', 'gone is a view that is not there'],
    ['SELECT away(id) FROM free WHERE grp = 1', 'away is a function that is not there'],
    ['SELECT id FROM other.free', 'other.free is not the one'],
  ])('%s', async (sql, reason) => {
    const { statement, findings } = await checkSql(database, sql);
    expect(statement).toMatchObject({ status: 'inconclusive', reason });
    expect(findings).toEqual([]);
  });
});

describe('all else is judged as ever', () => {
  test.each([
    ['SELECT id FROM free WHERE grp = 1', 'analysed', 'ok', null],
    ['SELECT id FROM entry', 'analysed', 'missing-key', null],
    ['SELECT id FROM over_view', 'analysed', 'missing-key', null],
    ['SELECT id FROM entry WHERE grp = 7', 'analysed', 'no-scan', null],
    ['SELECT id FROM entry_1', 'analysed', 'ok', null],
    ['WITH entry AS (SELECT 1 AS id) SELECT id FROM entry', 'analysed', 'not-partitioned', null],
    ['SELECT nothing FROM entry WHERE grp = 1', 'failed', null, 'column "nothing" does not exist'],
    ['SELECT typo(id) FROM entry WHERE grp = 1', 'failed', null, 'function typo(integer) does not exist'],
  ])('%s', async (sql, status, verdict, reason) => {
    expect((await checkSql(database, sql)).statement).toMatchObject({ status, verdict, reason });
  });
});
