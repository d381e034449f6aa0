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

const named = new Map(statements.map((statement) => [statement.name, statement]));

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

/** Bound values make a custom plan, whichever way it is logged. */
function expectedOf(name: string | null): object {
  const [statement = '', form = ''] = name?.split(' ') ?? [];
  const { verdict, status = 'analysed' } = named.get(statement) ?? {};
  return { name, verdict: statement === 'generic' && form === 'auto' ? 'ok' : verdict, status, plan: 'captured' };
}

describe.each([...captured])('plans of PostgreSQL %i', (_, text) => {
  test('get the verdict of their statement, in every form', async () => {
    const { statements: judged } = await checkUnseen(database, text);
    expect(judged.map(({ name, verdict, status, plan }) => ({ name, verdict, status, plan }))).toEqual(judged.map(({ name }) => expectedOf(name)));
    expect(judged.length).toBe(text.trim().split('\n').length);
  });

  test('say what was read where they were analysed', async () => {
    const { statements: judged } = await checkUnseen(database, text);
    const executedOf = (form: string) => judged.find(({ name }) => name === `known-at-run-time ${form}`)?.tables[0]?.executed;
    expect(['plain', 'verbose', 'analyze', 'auto'].map(executedOf)).toEqual([null, null, 1, 1]);
  });
});
