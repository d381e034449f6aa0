import { describe, expect, test } from 'vitest';
import { run } from './cli/run.ts';
import { captures } from './source/log/read.ts';

const schema = ['--schema', 'schema/schema.sql', '--seed', 'schema/seed.sql'];

async function verdictOf(texts: readonly string[]) {
  const stdin = texts.map((text) => `[1] LOG:  statement: ${text}\n`).join('');
  const { stdout } = await run(['check', '-', '--format', 'json', '--show-values', ...schema], { cwd: captures, stdin });
  const { statements } = JSON.parse(stdout);
  expect(statements).toHaveLength(1);
  const [{ sql, verdict, calls }] = statements;
  expect(calls).toBe(texts.length);
  return { sql, verdict };
}

const days = Array.from({ length: 25 }, (_, index) => `2025-01-${String(index + 1).padStart(2, '0')}`);
const group = (where: string) => `SELECT 1 FROM ledger_entry WHERE account_group = ${where}`;

describe('of many executions the worst counts', () => {
  const cases: readonly (readonly [what: string, texts: readonly string[], verdict: string])[] = [
    ['all of one leaf', days.map((day) => group(`1 AND created_at = '${day}'`)), 'ok'],
    [
      'the end of a period',
      days.map((day, n) => group(`1 AND created_at >= '${day}' AND created_at < '${n === 20 ? '2026-03-01' : '2025-02-01'}'`)),
      'multi-leaf',
    ],
    ['its begin', days.map((day, n) => group(`1 AND created_at >= '${n === 20 ? '2024-03-01' : day}' AND created_at < '2025-02-01'`)), 'multi-leaf'],
    [
      'an item of a list',
      days.map((day, n) => `SELECT 1 FROM ledger_entry WHERE account_group IN (1, ${n === 20 ? 3 : 1}) AND created_at = '${day}'`),
      'multi-group',
    ],
    [
      'the items of an array',
      days.map((day, n) => `SELECT 1 FROM ledger_entry WHERE account_group = ANY ('{1${n === 20 ? ',3' : ''}}') AND created_at = '${day}'`),
      'multi-group',
    ],
  ];
  test.each(cases)('%s', async (_, texts, verdict) => {
    expect(await verdictOf(texts)).toMatchObject({ verdict });
  });
});
