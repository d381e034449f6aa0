import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brief, captures, readText } from './read.ts';

const time = '2026-11-30T18:17:21.603456';
const json = (wrap: (line: string) => object) => (line: string) => [JSON.stringify(wrap(line))];
/** In pieces of a given length. */
const cut = (line: string, length: number): readonly string[] =>
  line.length <= length ? [line] : [line.slice(0, length), ...cut(line.slice(length), length)];

/** What something puts around a line; it may make several of it. */
const wrappings: readonly (readonly [name: string, wrap: (line: string, number: number) => readonly string[]])[] = [
  ['docker compose', (line) => [`app-1  | ${line}`]],
  ['docker json-file', json((line) => ({ log: `${line}\n`, stream: 'stdout', time: `${time}789Z` }))],
  [
    'docker json-file, in parts',
    (line) =>
      cut(line, 30).map((part, index, all) =>
        JSON.stringify({ log: index === all.length - 1 ? `${part}\n` : part, stream: 'stderr', time: `${time}789Z` }),
      ),
  ],
  ['docker logs -t', (line) => [`${time}789Z ${line}`]],
  ['Kubernetes CRI', (line) => [`${time}789Z stdout F ${line}`]],
  [
    'Kubernetes CRI, in parts',
    (line) => cut(line, 40).map((part, index, all) => `${time}789Z stderr ${index === all.length - 1 ? 'F' : 'P'} ${part}`),
  ],
  ['kubectl --prefix', (line) => [`[pod/app-7d9/web] ${line}`]],
  ['GitHub Actions', (line) => [`${time}7Z ${line}`]],
  ['gh run view', (line) => [`test (20)\tRun npm test\t${time}7Z ${line}`]],
  ['GitLab CI', (line) => [`${time}Z 01O ${line}`]],
  ['Heroku', (line) => [`${time}+00:00 app[web.1]: ${line}`]],
  ['journald', (line) => [`Nov 30 18:17:21 host node[4711]: ${line}`]],
  ['journald, short-iso', (line) => [`2026-11-30T18:17:21+0000 host node[4711]: ${line}`]],
  ['journald as JSON', json((line) => ({ __REALTIME_TIMESTAMP: '1', _PID: '4711', SYSLOG_IDENTIFIER: 'node', MESSAGE: line }))],
  [
    'journald as JSON, in bytes',
    json((line) => ({ __CURSOR: 's=1', _PID: '4711', SYSLOG_IDENTIFIER: 'node', MESSAGE: [...Buffer.from(`\u001b[32m${line}\u001b[0m`)] })),
  ],
  ['pino', json((line) => ({ level: 20, time: 1, pid: 4711, hostname: 'h', msg: line }))],
  ['bunyan', json((line) => ({ name: 'shop', hostname: 'h', pid: 4711, level: 20, msg: line, time, v: 0 }))],
  ['winston', json((line) => ({ level: 'debug', message: line, timestamp: time }))],
  ['winston, in colours', json((line) => ({ level: '\u001b[34mdebug\u001b[39m', message: `\u001b[36m${line}\u001b[39m` }))],
  ['log4j', json((line) => ({ instant: { epochSecond: 1 }, thread: 'main', level: 'DEBUG', loggerName: 'db', message: line }))],
  ['zap', json((line) => ({ level: 'debug', ts: 1.5, caller: 'db/log.go:12', msg: line }))],
  ['slog', json((line) => ({ time, level: 'DEBUG', msg: line }))],
  ['logstash', json((line) => ({ '@timestamp': time, '@version': '1', message: line, logger_name: 'db', level: 'DEBUG' }))],
  ['winston for logstash', json((line) => ({ '@message': line, '@timestamp': time, '@fields': { level: 'debug' } }))],
  ['fluentd', json((line) => ({ log: line, container_name: '/app' }))],
  ['GELF', json((line) => ({ version: '1.1', host: 'h', short_message: line, timestamp: 1 }))],
  ['Cloud Logging', json((line) => ({ textPayload: line, severity: 'DEBUG', timestamp: time }))],
  [
    'docker json-file around pino',
    json((line) => ({ log: `${JSON.stringify({ level: 20, pid: 1, msg: line })}\n`, stream: 'stdout', time: `${time}789Z` })),
  ],
  ['GitHub Actions around docker compose', (line) => [`${time}7Z db-1  | ${line}`]],
  ['CRI around winston', (line) => [`${time}789Z stdout F ${JSON.stringify({ level: 'debug', message: line })}`]],
  ['Windows line ends and colours', (line) => [`\u001b[2m${line}\u001b[0m\r`]],
];

const logs = [
  'drizzle/app.log',
  'typeorm/app.log',
  'knex/app.log',
  'prisma/app.log',
  'sequelize/app.log',
  'sqlalchemy/app.log',
  'pgjdbc/app.jul-finest.log',
  '_recreated/hibernate6.bind.log',
  '_recreated/mybatis.log',
  '_recreated/efcore.console.sensitive-on.log',
  '_recreated/ecto.log',
  'typeorm/server/logall.stderr.log',
  'pg/server/mindur.stderr.log',
  'pg/server/logall.json',
  'pg/server/logall.csv',
  '_recreated/pgx-tracelog.jsonl',
  'knex/app.event.jsonl',
];

const linesOf = (path: string) => readFileSync(join(captures, path), 'utf8').replace(/\n$/, '').split('\n');

describe.each(logs)('%s is read the same in', (path) => {
  const lines = linesOf(path);
  const plain = readText(`${lines.join('\n')}\n`);

  test.each(wrappings)('%s', async (_, wrap) => {
    const { statements, summary } = await readText(`${lines.flatMap(wrap).join('\n')}\n`);
    const { statements: expected, summary: own } = await plain;
    expect(summary.format).toBe(own.format);
    expect(statements.map((one) => [...brief(one), one.calls])).toEqual(expected.map((one) => [...brief(one), one.calls]));
    expect(expected.length).toBeGreaterThan(0);
  });
});

const typeorm = (sql: string, ...values: readonly string[]) =>
  `query: ${sql}${values.length === 0 ? '' : ` -- PARAMETERS: ${JSON.stringify(values)}`}`;
const server = (pid: number, ...lines: readonly string[]) => lines.map((line) => `2026-11-30 18:17:21.603 UTC [${pid}] ${line}`);
const select = 'SELECT * FROM t WHERE a = $1';

describe('what is read of', () => {
  const cases: readonly (readonly [what: string, lines: readonly string[], statements: readonly (readonly (string | null | undefined)[])[]])[] = [
    [
      'a statement of several lines in one object, with an empty one',
      ['{"level":20,"msg":"server is ready"}', JSON.stringify({ level: 20, msg: typeorm('SELECT *\nFROM t\n\nWHERE a = $1', 'x\ny') })],
      [['SELECT * FROM t WHERE a = $1', 'x\ny']],
    ],
    [
      'what npm says before the objects',
      ['> shop@1.0.0 start', '> node server.js', '', ...['x', 'y', 'z'].map((value) => JSON.stringify({ msg: typeorm(select, value) }))],
      ['x', 'y', 'z'].map((value) => [select, value]),
    ],
    [
      'two services with formats of their own',
      [
        ...server(7, `LOG:  execute <unnamed>: ${select}`, "DETAIL:  parameters: $1 = 'of the server'").map((line) => `db-1   | ${line}`),
        `app-1  | ${typeorm(select, 'of the application')}`,
        `app-1  | ${typeorm('SELECT 2')}`,
        `job-1  | ${JSON.stringify({ level: 20, msg: `Executing (default): SELECT 'of a job' FROM t;` })}`,
        ...server(7, "LOG:  statement: SELECT 'last' FROM t").map((line) => `db-1   | ${line}`),
      ],
      [[select, 'of the server'], [select, 'of the application'], ['SELECT 2'], ["SELECT 'of a job' FROM t"], ["SELECT 'last' FROM t"]],
    ],
    [
      'two processes of a server that write in between each other',
      [
        ...server(1, `LOG:  execute <unnamed>: ${select}`),
        ...server(2, `LOG:  execute <unnamed>: ${select}`),
        ...server(1, "DETAIL:  parameters: $1 = 'one'"),
        ...server(2, "DETAIL:  parameters: $1 = 'two'"),
      ].map((line) => `2026-11-30T18:17:21.603456789Z stderr F ${line}`),
      [
        [select, 'one'],
        [select, 'two'],
      ],
    ],
    [
      'two streams whose parts are in between each other',
      [
        `2026-11-30T18:17:21.603Z stdout P ${typeorm(select, 'a').slice(0, 20)}`,
        '2026-11-30T18:17:21.603Z stderr P Deprecation',
        `2026-11-30T18:17:21.603Z stdout F ${typeorm(select, 'a').slice(20)}`,
        '2026-11-30T18:17:21.603Z stderr F Warning',
      ],
      [[select, 'a']],
    ],
    [
      'a part that is the last of the log',
      [`2026-11-30T18:17:21.603Z stdout F ${typeorm(select, 'a')}`, `2026-11-30T18:17:21.603Z stdout P ${typeorm('SELECT 3 FROM t')}`],
      [[select, 'a'], ['SELECT 3 FROM t']],
    ],
    [
      'an object that is cut off',
      [JSON.stringify({ msg: typeorm(select, 'a') }), JSON.stringify({ msg: typeorm(select, 'b') }).slice(0, -6)],
      [[select, 'a']],
    ],
  ];
  test.each(cases)('%s', async (_, lines, statements) => {
    const read = await readText(lines.join('\n'));
    expect(read.statements.map(brief)).toEqual(statements);
  });

  test('a service whose container is named like a column', async () => {
    const { statements } = await readText(`query: SELECT a\n  | b FROM t\nquery: SELECT 2`);
    expect(statements.map(brief)).toEqual([['SELECT a | b FROM t'], ['SELECT 2']]);
  });
});

test('the line that is told is that of the log', async () => {
  const { statements } = await readText(
    ['', 'db-1  | ready', `db-1  | ${typeorm('SELECT *\ndb-1  | FROM t')}`, `db-1  | ${typeorm('SELECT 2')}`].join('\n'),
  );
  expect(statements.map(({ line }) => line)).toEqual([3, 5]);
});
