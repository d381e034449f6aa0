import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBackend } from '../../src/capture/backend.ts';
import { type Cluster, startCluster } from '../server/cluster.ts';
import { type Front, frontOf, schema } from './front.ts';
import { bind, close, describe as describeStatement, execute, flush, message, openWire, parse, query, sync, type Wire } from './wire.ts';

let cluster: Cluster;
let front: Front;
let wire: Wire;
beforeAll(async () => {
  cluster = await startCluster();
  await cluster.sql(schema);
  front = await frontOf(await openBackend({ url: cluster.url(), env: {}, settings: {} }));
  wire = await openWire(front.url);
});
afterAll(async () => {
  wire.socket.destroy();
  await front.close();
  await cluster.remove();
});
afterEach(() => {
  front.told.splice(0);
});

const again = [bind(['7']), execute(), sync];

/** What a driver sends up to the answers that are listed, and what is told of it: texts and values. */
const cases: readonly (readonly [name: string, turns: readonly (readonly [sent: readonly Buffer[], answers: string])[], told: readonly string[]])[] =
  [
    [
      'a statement at once',
      [[[parse('SELECT $1::int'), bind(['1']), describeStatement(), execute(), sync], '12tTDCZ']],
      ['SELECT $1::int | 1 | int4'],
    ],
    [
      'a prepared one, described first, and again',
      [
        [[parse('SELECT $1::int', 's'), describeStatement('s'), sync], '1tTZ'],
        [[bind(['1'], 's'), execute(), sync], '2DCZ'],
        [[bind(['2'], 's'), execute(), sync], '2DCZ'],
      ],
      ['SELECT $1::int | 1 | int4', 'SELECT $1::int | 2 | int4'],
    ],
    ['prepared and never executed', [[[parse('SELECT 1', 'p'), sync, close('S', 'p'), sync], '1Z3Z']], []],
    [
      'a name that is given to another',
      [
        [[parse('SELECT 1', 'n'), bind([], 'n'), execute(), close('S', 'n'), sync], '12DC3Z'],
        [[parse('SELECT 2', 'n'), bind([], 'n'), execute(), sync], '12DCZ'],
      ],
      ['SELECT 1', 'SELECT 2'],
    ],
    [
      'several before one Sync, the second of which fails: the third is not executed',
      [
        [
          [
            parse('SELECT 10 / $1::int'),
            bind(['1']),
            execute(),
            bind(['0']),
            execute(),
            bind(['5']),
            execute(),
            sync,
            parse('SELECT $1::int'),
            ...again,
          ],
          '12DCEZ12DCZ',
        ],
      ],
      ['SELECT 10 / $1::int | 1', 'SELECT 10 / $1::int | 0', 'SELECT $1::int | 7'],
    ],
    [
      'what is refused when it is parsed, with its values',
      [[[parse('SELECT * FROM nowhere WHERE id = $1'), bind(['1']), execute(), sync], 'EZ']],
      ['SELECT * FROM nowhere WHERE id = $1 | 1'],
    ],
    ['the same without values', [[[parse('SELECT * FROM nowhere'), describeStatement(), sync], 'EZ']], ['SELECT * FROM nowhere']],
    ['what is refused when it is bound', [[[parse('SELECT $1::int'), bind(['x']), execute(), sync], '1EZ']], ['SELECT $1::int | x']],
    [
      'rows in pieces',
      [
        [[query('BEGIN')], 'CZ'],
        [[parse('SELECT * FROM entry WHERE id < $1'), bind(['4'], '', 'c'), execute(2, 'c'), execute(2, 'c'), close('P', 'c'), sync], '12DDsDC3Z'],
        [[query('COMMIT')], 'CZ'],
      ],
      ['BEGIN', 'SELECT * FROM entry WHERE id < $1 | 4', 'COMMIT'],
    ],
    [
      'answers that are flushed',
      [
        [[parse('SELECT 1'), bind([]), execute(), flush], '12DC'],
        [[sync], 'Z'],
      ],
      ['SELECT 1'],
    ],
    [
      'COPY, whose data comes behind a Sync that nobody answers',
      [
        [[query('CREATE TEMP TABLE c (id int)')], 'CZ'],
        [[parse('COPY c FROM STDIN'), bind([]), execute(), sync], '12G'],
        [[message('d', Buffer.from('1\n2\n')), message('c'), sync], 'CZ'],
        [[parse('SELECT $1::int'), ...again], '12DCZ'],
      ],
      ['CREATE TEMP TABLE c (id int)', 'COPY c FROM STDIN', 'SELECT $1::int | 7'],
    ],
    [
      'COPY that is broken off',
      [
        [[parse('COPY c FROM STDIN'), bind([]), execute(), sync], '12G'],
        [[message('f', 'no more'), sync], 'EZ'],
        [[parse('SELECT $1::int'), ...again], '12DCZ'],
      ],
      ['COPY c FROM STDIN', 'SELECT $1::int | 7'],
    ],
    [
      'a call of a function by its number',
      [
        [[message('F', 1_598, Buffer.from([0, 0, 0, 0, 0, 0]))], 'VZ'],
        [[query('SELECT 1')], 'TDCZ'],
      ],
      ['', 'SELECT 1'],
    ],
    [
      'nothing',
      [
        [[query('')], 'IZ'],
        [[parse(''), bind([]), execute(), sync], '12IZ'],
      ],
      ['', ''],
    ],
    [
      'a statement that does not exist',
      [
        [[bind(['1'], 'missing'), execute(), sync], 'EZ'],
        [[query('SELECT 1')], 'TDCZ'],
      ],
      ['null', 'SELECT 1'],
    ],
  ];

test.each(cases)('%s', async (_, turns, expected) => {
  for (const [sent, answers] of turns) {
    wire.send(...sent);
    const last = answers.at(-1) ?? '';
    expect(await wire.until(last, answers.split(last).length - 1)).toBe(answers);
  }
  const told = await front.take(expected.length);
  const lines = told.map((one) => {
    if (one === null) return 'null';
    return [one.sql, ...(Array.isArray(one.params) ? one.params : []), ...(one.types ?? [])].join(' | ');
  });
  expect(lines).toEqual(expected);
});

test('each told with the name of the application', async () => {
  wire.send(query('SELECT 1'));
  expect(await front.take(1)).toMatchObject([{ application: 'wire' }]);
  await wire.until('Z');
});

test('a message that is too long to be kept, and the next one', async () => {
  wire.send(query(`SELECT 1 -- ${'x'.repeat(17 * 1024 * 1024)}`), query('SELECT 2'));
  await wire.until('Z', 2);
  expect((await front.take(2)).map((one) => (one === null ? null : one.sql))).toEqual([null, 'SELECT 2']);
});

test('what was sent and never answered', async () => {
  const lost = await openWire(front.url);
  lost.send(query('SELECT pg_sleep(60)'));
  await cluster.sql(`SELECT pg_sleep(0.2); SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'`);
  expect(await front.take(1)).toMatchObject([{ sql: 'SELECT pg_sleep(60)', durationMs: null }]);
});
