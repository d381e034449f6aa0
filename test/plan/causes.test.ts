import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { readCatalog } from '../../src/catalog/read-catalog.ts';
import type { Database } from '../../src/database/database.ts';
import { lint } from '../../src/lint.ts';
import { causes } from '../../src/plan/causes/table.ts';
import { createJudge, type Judge } from '../../src/plan/judge.ts';
import type { KnownParameters } from '../../src/source/statement.ts';
import { readStatementText } from '../../src/sql/statement-text.ts';
import { tokensOf } from '../../src/sql/tokens.ts';
import { referencesOf } from '../../src/wording.ts';
import { toStatement } from '../check-sql.ts';
import { ledgerFiles, majors, openWith } from '../open-schema.ts';
import { type CauseCase, causeCases, causeDdl } from './cause-cases.ts';

/** Session settings, as text so that cases with equal ones share a server. */
const settingsOf = ({ settings = {} }: CauseCase): string => JSON.stringify(settings);

function toKnown(values: CauseCase['values']): KnownParameters | null {
  return values === undefined ? null : { from: 'given', values: new Map(values.map((value, index) => [index + 1, value])), types: new Map() };
}

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

  test.each(cases)('$id: $sql', async ({ id, sql, alias, key, piece, occurrence = 1, values, verdict, why, advice }) => {
    const judgement = await judge(readStatementText(sql), toKnown(values));
    expect(judgement).toMatchObject({ status: 'analysed', verdict });
    const bound = referencesOf(judgement)
      .filter((reference) => reference.alias === alias)
      .flatMap(({ keys }) => keys.filter(({ column }) => column === key));
    expect(bound).toMatchObject([{ cause: id, why, advice }]);
    expect(bound.map(({ fault }) => sql.slice(fault?.start, fault?.end))).toEqual([piece]);
    expect(bound[0]?.fault?.start).toBe(sql.split(piece).slice(0, occurrence).join(piece).length);
    expect(advice).toMatch(/^[A-Z][a-z]+ .*\.$/s);
  });
});

test('each cause has a case', () => {
  const told = new Set(causeCases.map(({ id }) => id));
  expect(causes.map(({ id }) => id).filter((id) => !told.has(id))).toEqual([]);
});

test('no cause is listed twice', () => {
  expect(new Set(causes.map(({ id }) => id)).size).toBe(causes.length);
});

/** Constants that no message has by chance. */
function literalsOf(sql: string): readonly string[] {
  const constants = [...tokensOf(sql)].filter(({ kind }) => kind === 'string' || kind === 'number');
  return constants.map(({ start, end }) => sql.slice(start, end).replaceAll("'", '')).filter((text) => /\d\D*\d/.test(text));
}

test('of a captured statement no value is told', async () => {
  const database = await openWith(ledgerFiles, causeDdl);
  const statements = causeCases.map(({ sql }) => toStatement(sql, { captured: true }));
  const report = await lint({ files: 1, statements }, database, { rules, showValues: false, onProgress: () => {} }).finally(database.close);
  const leaks = report.statements.flatMap(({ tables }, index) => {
    const findings = report.findings.filter(({ statement }) => statement === index);
    const told = [
      ...tables.flatMap(({ keys }) => keys.map(({ why }) => why)),
      ...findings.flatMap(({ message, help, evidence }) => [message, help, JSON.stringify(evidence)]),
    ];
    return literalsOf(statements[index]?.sql ?? '').filter((literal) => told.some((text) => text.includes(literal)));
  });
  expect(leaks).toEqual([]);
  expect(report.findings.length).toBeGreaterThan(causeCases.length / 2);
  expect(report.findings.some(({ message }) => message.includes("'****"))).toBe(true);
});
