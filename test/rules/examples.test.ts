import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { Database } from '../../src/database/database.ts';
import { ignoreRules } from '../../src/findings/suppress.ts';
import { checkSql } from '../check-sql.ts';
import { ledgerFiles, openFiles } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(ledgerFiles);
});
afterAll(() => database.close());

// What is said in comments is found when all rules have spoken, and has a test of its own.
const ofComments: readonly string[] = Object.values(ignoreRules);

describe.each(rules.filter(({ id }) => !ofComments.includes(id)))('$id', ({ id, bad, good, severity }) => {
  test('finds fault with its bad example', async () => {
    const { findings } = await checkSql(database, bad);
    expect(findings.filter(({ rule }) => rule === id)).not.toEqual([]);
    for (const finding of findings) expect(finding).toMatchObject({ rule: id, severity });
  });

  test('is content with its good example, as all rules are', async () => {
    const { statement, findings } = await checkSql(database, good);
    expect(statement).toMatchObject({ status: 'analysed', reason: null });
    expect(findings).toEqual([]);
  });
});
