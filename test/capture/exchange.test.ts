import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBackend } from '../../src/capture/backend.ts';
import { type Cluster, startCluster } from '../server/cluster.ts';
import { type Front, frontOf, schema } from './front.ts';
import { bind, bindBytes, close, describe as describeStatement, execute, flush, message, openWire, parse, query, sync, type Wire } from './wire.ts';

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
      'COPY whose data and its end are sent behind a Sync at once',
      [
        [
          [
            parse('COPY c FROM STDIN'),
            bind([]),
            execute(),
            sync,
            message('d', Buffer.from('3\n')),
            message('c'),
            sync,
            parse('SELECT $1::int'),
            ...again,
          ],
          '12GCZ12DCZ',
        ],
      ],
      ['COPY c FROM STDIN', 'SELECT $1::int | 7'],
    ],
    [
      'COPY that the server breaks off before its end is sent',
      [
        [[parse('COPY c FROM STDIN'), bind([]), execute(), sync], '12G'],
        [[message('d', Buffer.from(`x\n${'4\n'.repeat(100_000)}`))], 'E'],
        [[message('c'), sync], 'Z'],
        [[parse('SELECT $1::int'), ...again], '12DCZ'],
      ],
      ['COPY c FROM STDIN', 'SELECT $1::int | 7'],
    ],
    [
      'COPY that is refused, with its data',
      [
        [[parse('COPY nowhere FROM STDIN'), bind([]), execute(), sync, message('d', Buffer.from('3\n')), message('c'), sync], '12EZZ'],
        [[parse('SELECT $1::int'), ...again], '12DCZ'],
      ],
      ['COPY nowhere FROM STDIN', 'SELECT $1::int | 7'],
    ],
    [
      'COPY out',
      [[[parse('COPY (SELECT 1) TO STDOUT'), bind([]), execute(), sync, query('SELECT 2')], '12HdcCZTDCZ']],
      ['COPY (SELECT 1) TO STDOUT', 'SELECT 2'],
    ],
    [
      'a name that is taken: the server keeps the first',
      [
        [[parse('SELECT 11', 'taken'), sync, parse('SELECT 12', 'taken'), sync], '1ZEZ'],
        [[bind([], 'taken'), execute(), sync], '2DCZ'],
      ],
      ['SELECT 12', 'SELECT 11'],
    ],
    [
      'a name that is given away behind what fails: the server passes over it',
      [
        [[parse('SELECT 21', 'kept'), parse('SELEC'), close('S', 'kept'), parse('SELECT 22', 'kept'), sync], '1EZ'],
        [[bind([], 'kept'), execute(), sync], '2DCZ'],
      ],
      ['SELEC', 'SELECT 21'],
    ],
    [
      'an unnamed statement behind one that fails',
      [
        [[parse('SELECT 31'), sync], '1Z'],
        [[bind(['x'], 'nobody'), parse('SELECT 32'), sync], 'EZ'],
        [[bind([]), execute(), sync], '2DCZ'],
      ],
      ['null', 'SELECT 31'],
    ],
    [
      'a portal whose name is taken: its rows are those of the first',
      [
        [[query('BEGIN'), parse('SELECT $1::int', 'q'), bind(['1'], 'q', 'p'), sync], 'CZ12Z'],
        [[query('SAVEPOINT a'), bind(['2'], 'q', 'p'), sync, query('ROLLBACK TO a'), execute(0, 'p'), sync, query('COMMIT')], 'CZEZCZDCZCZ'],
      ],
      ['BEGIN', 'SAVEPOINT a', 'SELECT $1::int | 2', 'ROLLBACK TO a', 'SELECT $1::int | 1', 'COMMIT'],
    ],
    ...['DEALLOCATE gone', 'DEALLOCATE "gone"', 'DEALLOCATE ALL', 'DISCARD ALL'].map((text): (typeof cases)[number] => [
      `a name that ${text} took away, and that another has then`,
      [
        [[parse('SELECT 41', 'gone'), bind([], 'gone'), execute(), sync], '12DCZ'],
        [[query(text), query('PREPARE gone AS SELECT 42')], 'CZCZ'],
        [[bind([], 'gone'), execute(), sync], '2DCZ'],
        [[query('DEALLOCATE gone'), parse('SELECT 43', 'gone'), bind([], 'gone'), execute(), close('S', 'gone'), sync], 'CZ12DC3Z'],
      ],
      ['SELECT 41', text, 'PREPARE gone AS SELECT 42', 'null', 'DEALLOCATE gone', 'SELECT 43'],
    ]),
    [
      'texts and values in another encoding',
      [
        [[query("SET client_encoding = 'LATIN1'")], 'CZ'],
        [[message('Q', Buffer.from("SELECT 'M\xfcller'\0", 'latin1')), query("SELECT 'plain'")], 'TDCZTDCZ'],
        [[message('P', '', Buffer.from("SELECT 'M\xfcller'\0\0\0", 'latin1')), bind([]), execute(), sync], '12DCZ'],
        [[parse('SELECT $1::text, $2::int'), bindBytes(Buffer.from('M\xfcller', 'latin1'), Buffer.from('7')), execute(), sync], '12DCZ'],
        [[query('RESET client_encoding')], 'CZ'],
      ],
      ["SET client_encoding = 'LATIN1'", 'null', "SELECT 'plain'", 'null', 'SELECT $1::text, $2::int | {"2":"7"}', 'RESET client_encoding'],
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
    const values = Array.isArray(one.params) ? one.params : one.params === undefined ? [] : [JSON.stringify(one.params)];
    return [one.sql, ...values, ...(one.types ?? [])].join(' | ');
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
