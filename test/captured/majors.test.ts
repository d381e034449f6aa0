import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statements } from '../../fixtures/plans/statements.js';
import type { Database } from '../../src/database/database.ts';
import { openFiles } from '../open-schema.ts';
import { checkUnseen } from './see-nothing.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(['fixtures/plans/schema.sql']);
});
afterAll(() => database.close());

const verdicts = new Map(statements.map(({ name, verdict }) => [name, verdict]));

function readPlans(major: number): string {
  return readFileSync(join(import.meta.dirname, `../../fixtures/plans/${major}.jsonl`), 'utf8');
}

/** No server of 19 is to be had yet. Its sub-plans have names where those of 18 have numbers, and a Result says what it stands for. */
function toNineteen(plans: string): string {
  return plans
    .replaceAll(/(InitPlan|SubPlan) (\d+)/g, (_, kind: string, number: string) => `${kind} ${kind === 'InitPlan' ? 'expr' : 'any'}_${number}`)
    .replaceAll('"One-Time Filter":', '"Replaces":"Scan on ledger_entry","One-Time Filter":');
}

const captured = new Map([12, 13, 14, 15, 16, 17, 18].map((major) => [major, readPlans(major)]));
captured.set(19, toNineteen(readPlans(18)));

describe.each([...captured])('plans of PostgreSQL %i', (_, text) => {
  test('get the verdict of their statement, in every form', async () => {
    const { statements: judged } = await checkUnseen(database, text);
    const found = judged.map(({ name, verdict, status, reason, plan }) => ({ name, verdict, status, reason, plan }));
    const expected = judged.map(({ name }) => {
      const [statement = '', form = ''] = name?.split(' ') ?? [];
      return {
        name,
        verdict: statement === 'generic' && form === 'auto' ? 'ok' : verdicts.get(statement),
        status: 'analysed',
        reason: null,
        plan: 'captured',
      };
    });
    expect(found).toEqual(expected);
    expect(found.length).toBe(text.trim().split('\n').length);
  });
});
