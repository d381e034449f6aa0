import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalog } from '../../src/catalog/read-catalog.ts';
import type { Database } from '../../src/database/database.ts';
import { causes } from '../../src/plan/causes/table.ts';
import { createJudge, type Judge } from '../../src/plan/judge.ts';
import { readStatementText } from '../../src/sql/statement-text.ts';
import { referencesOf } from '../../src/wording.ts';
import { ledgerFiles, majors, openWith } from '../open-schema.ts';
import { type CauseCase, causeCases, causeDdl } from './cause-cases.ts';

/** Session settings, as text so that cases with equal ones share a server. */
const settingsOf = ({ settings = {} }: CauseCase): string => JSON.stringify(settings);

/** All cases on the newest PostgreSQL, and on the older ones those that need no settings of their own. */
const servers = majors.flatMap((major) =>
  [...new Set(causeCases.map(settingsOf))]
    .filter((settings) => major === Math.max(...majors) || settings === '{}')
    .map((settings) => ({ major, settings, cases: causeCases.filter((one) => settingsOf(one) === settings && major <= (one.until ?? major)) })),
);

describe.each(servers)('PostgreSQL $major, settings $settings', ({ major, settings, cases }) => {
  let database: Database;
  let judge: Judge;
  beforeAll(async () => {
    database = await openWith(ledgerFiles, causeDdl, { settings: JSON.parse(settings) as Readonly<Record<string, string>>, major });
    judge = createJudge(database, await readCatalog(database));
  });
  afterAll(() => database.close());

  test.each(cases)('$id: $sql', async ({ id, sql, alias, key, piece, verdict, why }) => {
    const judgement = await judge(readStatementText(sql), null);
    expect(judgement).toMatchObject({ status: 'analysed', verdict });
    const bound = referencesOf(judgement)
      .filter((reference) => reference.alias === alias)
      .flatMap(({ keys }) => keys.filter(({ column }) => column === key));
    expect(bound).toMatchObject([{ cause: id, why }]);
    expect(bound.map(({ fault }) => sql.slice(fault?.start, fault?.end))).toEqual([piece]);
    expect(bound[0]?.fault?.start).toBe(sql.indexOf(piece));
    expect(bound[0]?.advice).toMatch(/^[A-Z][a-z]+ .*\.$/s);
  });
});

test('each cause has a case', () => {
  const told = new Set(causeCases.map(({ id }) => id));
  expect(causes.map(({ id }) => id).filter((id) => !told.has(id))).toEqual([]);
});

test('no cause is listed twice', () => {
  expect(new Set(causes.map(({ id }) => id)).size).toBe(causes.length);
});
