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

/** 1,200 periods of up to two days that stay within a year, in each group; with one over New Year in the middle of them. */
const periods = Array.from({ length: 1200 }, (_, index) => {
  const start = new Date(Date.UTC(2024 + (index % 2), (index * 7) % 12, 1 + (index % 26)));
  const day = (add: number): string => new Date(start.getTime() + add * 86_400_000).toISOString().slice(0, 10);
  return index === 600 ? { n: index, from: '2024-12-20', to: '2025-01-10' } : { n: index, from: day(0), to: day(1 + (index % 2)) };
});

async function judge(log: string) {
  const { stdout } = await run(['check', '-', '--format', 'json', '--show-values', ...schema], { cwd: captures, stdin: log });
  return JSON.parse(stdout).statements.map(({ verdict, calls, unjudgedCalls }: Record<string, unknown>) => ({ verdict, calls, unjudgedCalls }));
}

const inText = (where: (of: (typeof periods)[number]) => string): string =>
  periods.map((of) => `[1] LOG:  statement: SELECT 1 FROM ledger_entry WHERE ${where(of)}\n`).join('');
const asValues = (where: string, values: (of: (typeof periods)[number]) => readonly string[]): string =>
  periods
    .map((of) => {
      const detail = values(of).map((value, index) => `$${index + 1} = '${value}'`);
      return `[1] LOG:  execute s: SELECT 1 FROM ledger_entry WHERE ${where}\n[1] DETAIL:  parameters: ${detail.join(', ')}\n`;
    })
    .join('');
const period = 'account_group = $1 AND created_at >= $2 AND created_at < $3';

describe('of more than a thousand executions the one in the middle that reads more is found', () => {
  const cases: readonly (readonly [what: string, log: string, verdict: string])[] = [
    ['constants', inText(({ n, from, to }) => `account_group = ${1 + (n % 3)} AND created_at >= '${from}' AND created_at < '${to}'`), 'multi-leaf'],
    [
      'typed constants',
      inText(({ n, from, to }) => `account_group = ${1 + (n % 3)} AND created_at >= DATE '${from}' AND created_at < '${to}'::date`),
      'multi-leaf',
    ],
    ['BETWEEN', inText(({ from, to }) => `account_group = 3 AND created_at BETWEEN '${from}' AND '${to}'`), 'multi-leaf'],
    ['values', asValues(period, ({ n, from, to }) => [`${1 + (n % 3)}`, from, to]), 'multi-leaf'],
    ['values with an offset', asValues(period, ({ n, from, to }) => [`${1 + (n % 3)}`, `${from} 00:00:00+00`, `${to} 00:00:00+00`]), 'multi-leaf'],
    [
      'the offset alone',
      asValues(period, ({ n }) => [
        '1',
        n === 600 ? '2025-01-01 00:00:00+01' : `2025-03-0${1 + (n % 9)} 00:${10 + (n % 50)}:00+00`,
        `2025-04-0${1 + (n % 9)} 00:${10 + (n % 50)}:00+00`,
      ]),
      'multi-leaf',
    ],
    [
      'a moment behind the end of a year',
      asValues(period, ({ n }) => [
        '1',
        `2024-03-${10 + (n % 20)} 00:${10 + (n % 50)}:00+00`,
        n === 600 ? '2025-01-01 00:00:00.001+00' : '2025-01-01 00:00:00+00',
      ]),
      'multi-leaf',
    ],
    [
      'a value beside many others that are no keys',
      asValues(`kind <> $4 AND amount > $5 AND ${period}`, ({ n, from, to }) => [`${1 + (n % 3)}`, from, to, `${n * 7919}`, `${n}.5`]),
      'multi-leaf',
    ],
    [
      'a group that there is not, before',
      asValues(period, ({ n, from, to }) => (n === 600 ? ['1', from, to] : ['9', n % 2 ? '2024-12-20' : from, n % 2 ? '2025-01-10' : to])),
      'multi-leaf',
    ],
    [
      'a list of groups',
      asValues('account_group = ANY ($1) AND created_at = $2', ({ n, from }) => [n === 600 ? '{1,3}' : `{${1 + (n % 3)}}`, from]),
      'multi-group',
    ],
    ['IN', inText(({ n, from }) => `account_group IN (${1 + (n % 2)}, ${n === 600 ? 3 : 1 + (n % 2)}) AND created_at = '${from}'`), 'multi-group'],
  ];
  test.each(cases)('%s', async (_, log, verdict) => {
    expect(await judge(log)).toMatchObject([{ verdict, calls: 1200 }]);
  });

  test('without it nothing is found, and nothing left out', async () => {
    const log = asValues(period, ({ n, from, to }) => (n === 600 ? ['1', from, from] : ['1', from, to]));
    expect(await judge(log)).toEqual([{ verdict: 'ok', calls: 1200, unjudgedCalls: 0 }]);
  });

  test('what was not looked at is counted', async () => {
    const log = asValues('account_group = ANY ($1) AND created_at = $2', ({ n, from }) => [`{${1 + (n % 3)}}`.padEnd(5 + (n % 900)), from]);
    const [{ verdict, unjudgedCalls }] = await judge(log);
    expect(verdict).toBe('ok');
    expect(unjudgedCalls).toBeGreaterThan(500);
    expect(unjudgedCalls).toBeLessThan(1200);
    const outcomes = await Promise.all(
      [[], ['--fail-on-inconclusive']].map((flags) => run(['check', '-', ...flags, ...schema], { cwd: captures, stdin: log })),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 1]);
    for (const { stdout } of outcomes) {
      expect(stdout).not.toMatch(/✔|each reads one leaf/);
      expect(stdout).toContain('1 partly judged');
    }
    expect(outcomes[1]?.stderr).toBe('planlint: 1 partly judged, which --fail-on-inconclusive does not let pass\n');
  });
});
