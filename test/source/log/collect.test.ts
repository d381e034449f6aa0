import { describe, expect, test } from 'vitest';
import { brief, readText } from './read.ts';

const run = (sql: string, ...values: readonly (string | null)[]): string => {
  const detail = values.map((value, index) => `$${index + 1} = ${value === null ? 'NULL' : `'${value}'`}`).join(', ');
  return values.length === 0 ? `[1] LOG:  statement: ${sql}\n` : `[1] LOG:  execute s: ${sql}\n[1] DETAIL:  parameters: ${detail}\n`;
};
const numbers = (length: number): readonly number[] => Array.from({ length }, (_, index) => index + 1);

describe('what counts as one statement', () => {
  const cases: readonly (readonly [what: string, text: string, calls: readonly number[]])[] = [
    ['the same text with the same values', run('SELECT $1', 'a') + run('SELECT $1', 'a'), [2]],
    ['the same text with few values', run('SELECT $1', 'a') + run('SELECT $1', 'b'), [1, 1]],
    [
      'the same text with many values',
      numbers(20)
        .map((n) => run('SELECT $1', `${n}`))
        .join(''),
      [20],
    ],
    [
      'NULL is another',
      numbers(20)
        .map((n) => run('SELECT $1', `${n}`))
        .join('') + run('SELECT $1', null),
      [20, 1],
    ],
    ['few constants', run('SELECT 1 FROM t') + run('SELECT 2 FROM t'), [1, 1]],
    [
      'many constants',
      numbers(20)
        .map((n) => run(`SELECT ${n}, 'x${n}' FROM t`))
        .join(''),
      [20],
    ],
    ['another partition is another', run('SELECT * FROM t_2019') + run('SELECT * FROM t_2020'), [1, 1]],
    ['another schema is another', run('SELECT * FROM a.t') + run('SELECT * FROM b.t'), [1, 1]],
    [
      'another number of items is another',
      numbers(20)
        .map((n) => run(`SELECT * FROM t WHERE a IN (${n}, ${n})`))
        .join('') + run('SELECT * FROM t WHERE a IN (1)'),
      [20, 1],
    ],
    [
      'comments make no other',
      numbers(20)
        .map((n) => run(`SELECT $1 /*traceparent='00-${n}'*/`, 'a'))
        .join(''),
      [20],
    ],
    [
      'a comment in front makes no other',
      numbers(20)
        .map((n) => run(`/* ${n} */ SELECT 1`))
        .join(''),
      [20],
    ],
  ];
  test.each(cases)('%s', async (_, text, calls) => {
    expect((await readText(text)).statements.map((statement) => statement.calls)).toEqual(calls);
  });
});

describe('the values of many executions', () => {
  const valuesOf = async (rows: readonly string[]) => {
    const { statements } = await readText(rows.join(''));
    expect(statements).toHaveLength(1);
    return statements[0]?.valueSets;
  };

  test('are all kept where there is room', async () => {
    const sets = await valuesOf(numbers(200).map((n) => run('SELECT $1, $2', `${n}`, 'same')));
    expect(sets?.sets.map(({ textOf, calls }) => [textOf(1), calls])).toEqual(numbers(200).map((n) => [`${n}`, 1]));
  });

  test('lie between two magnitudes where there is none', async () => {
    const sets = await valuesOf(numbers(5000).map((n) => run('SELECT $1', `${n}`)));
    expect(sets?.rest).toBe(0);
    expect(sets?.sets.length).toBeLessThanOrEqual(256);
    expect(sets?.sets.reduce((sum, { calls }) => sum + calls, 0)).toBe(5000);
    expect(Math.min(...(sets?.sets ?? []).map(({ low: [low = 0] }) => low))).toBe(1);
    expect(Math.max(...(sets?.sets ?? []).map(({ high: [high = 0] }) => high))).toBe(5000);
  });

  test('are told apart where a hash would not do it', async () => {
    const pairs = ['Aa', 'BB'];
    const texts = pairs.flatMap((a) => pairs.flatMap((b) => pairs.flatMap((c) => pairs.map((d) => a + b + c + d))));
    const sets = await valuesOf(texts.map((text) => run('SELECT $1', text)));
    expect(sets?.sets.map(({ textOf }) => textOf(1))).toEqual(texts);
  });

  test('of too many texts are none that speaks for the others', async () => {
    const sets = await valuesOf(numbers(1000).map((n) => run('SELECT $1, $2', `name ${n}`, `${n % 3}`)));
    expect(sets?.sets.reduce((sum, { calls }) => sum + calls, 0)).toBe(1000);
    expect(sets?.sets.map(({ low, high }) => [low[0] !== high[0], low[1] === high[1]])).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  test('constants are numbered behind the parameters', async () => {
    const sets = await valuesOf(numbers(12).map((n) => run(`SELECT * FROM t WHERE a = $1 AND b = 'x' AND c = ${n}`, 'v')));
    expect(sets?.sets.map(({ textOf }) => [1, 2, 3].map(textOf))).toEqual(numbers(12).map((n) => ['v', 'x', `${n}`]));
  });
});

test('memory does not grow with the log', async () => {
  const { createCollector } = await import('../../../src/source/log/collect.ts');
  const { add, groups } = createCollector();
  const before = process.memoryUsage().heapUsed;
  for (let call = 0; call < 200_000; call += 1) {
    const sql = `SELECT * FROM t WHERE a = ${call} AND b = '${'x'.repeat(100)}${call}'`;
    add({ sql, dialect: 'dollar', params: null, line: call, caller: null, name: null, calls: 1, duration: null, plan: null });
  }
  const kept = process.memoryUsage().heapUsed - before;
  expect(groups()).toMatchObject([{ calls: 200_000 }]);
  expect(kept).toBeLessThan(40 << 20);
});

test('several statements in one text', async () => {
  const { statements } = await readText(run("SELECT 'a;b'; BEGIN; UPDATE t SET a = 1; SELECT 2;"));
  expect(statements.map(brief)).toEqual([["SELECT 'a;b'"], ['UPDATE t SET a = 1'], ['SELECT 2']]);
});

test('a name that sqlc sends', async () => {
  const { statements } = await readText("[1] LOG:  execute s: -- name: GetEntry :one\n\tSELECT $1\n[1] DETAIL:  parameters: $1 = 'a'\n");
  expect(statements).toMatchObject([{ name: 'GetEntry', sql: 'SELECT $1' }]);
});
