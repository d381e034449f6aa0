import { describe, expect, test } from 'vitest';
import { readText, squeeze } from './read.ts';

interface Sample {
  readonly title: string;
  /** The lines of one record, whose statement reads a column of this name. */
  record(column: string): readonly string[];
}

const sql = (column: string) => `SELECT ${column} FROM t WHERE id = $1`;

const typeorm: Sample = { title: 'TypeORM', record: (column) => [`query: ${sql(column)} -- PARAMETERS: [1]`] };
const typeormLines: Sample = { title: 'TypeORM', record: (column) => ['query: ', `      SELECT ${column}`, '      FROM t', '      WHERE id = 1'] };
const sequelize: Sample = { title: 'Sequelize', record: (column) => [`Executing (default): ${sql(column)}; 1`] };
const sequelizeLines: Sample = {
  title: 'Sequelize',
  record: (column) => [`Executing (default): SELECT ${column}`, 'FROM t', "WHERE id = 'a", "b';"],
};
const drizzle: Sample = { title: 'Drizzle', record: (column) => [`Query: ${sql(column)} -- params: [1]`] };
const prisma: Sample = {
  title: 'Prisma',
  record: (column) => [
    '{',
    '  timestamp: 2026-11-30T18:21:09.076Z,',
    `  query: '${sql(column)}',`,
    "  params: '[1]',",
    '  duration: 3,',
    "  target: 'quaint::connector::metrics'",
    '}',
  ],
};
const knex: Sample = {
  title: 'Knex, Objection',
  record: (column) => ['{', "  method: 'select',", '  bindings: [ 1 ],', `  sql: '${sql(column).replace('$1', '?')}',`, "  __knexQueryUid: 'a'", '}'],
};
const knexDebug: Sample = {
  title: 'Knex, Objection',
  record: (column) => [`  knex:query ${sql(column)} undefined +3ms`, '  knex:bindings [ 1 ] undefined +0ms'],
};
const mikroOrm: Sample = { title: 'MikroORM', record: (column) => [`[query] SELECT ${column} FROM t WHERE id = 1 [took 3 ms, 1 result]`] };
const django: Sample = {
  title: 'Django (django.db.backends)',
  record: (column) => [`(0.002) SELECT ${column} FROM t WHERE id = %s; args=(1,); alias=default`],
};
const sqlalchemy: Sample = {
  title: 'SQLAlchemy',
  record: (column) => [
    `2026-11-30 18:20:01,001 INFO sqlalchemy.engine.Engine SELECT ${column}`,
    'FROM t',
    'WHERE id = %(id)s',
    "2026-11-30 18:20:01,002 INFO sqlalchemy.engine.Engine [generated in 0.1s] {'id': 1}",
  ],
};
const activeRecord: Sample = { title: 'Active Record (Rails)', record: (column) => [`  Entry Load (0.1ms)  ${sql(column)}  [["id", 1]]`] };
const hibernate: Sample = {
  title: 'Hibernate',
  record: (column) => [
    `1 DEBUG [t-1] org.hibernate.SQL : SELECT ${column} FROM t WHERE id = ?`,
    '2 TRACE [t-1] org.hibernate.orm.jdbc.bind : binding parameter (1:INTEGER) <- [1]',
  ],
};
const stderr: Sample = {
  title: 'PostgreSQL stderr',
  record: (column) => [
    `2026-11-30 18:20:01.123 UTC [12] LOG:  execute <unnamed>: SELECT ${column}`,
    '\tFROM t',
    '\tWHERE id = $1',
    "2026-11-30 18:20:01.123 UTC [12] DETAIL:  Parameters: $1 = '1'",
  ],
};
const jsonLog: Sample = {
  title: 'PostgreSQL jsonlog',
  record: (column) => [
    JSON.stringify({
      timestamp: '2026-11-30 18:20:01.123 UTC',
      pid: 12,
      session_id: 'a.1',
      error_severity: 'LOG',
      message: `execute <unnamed>: ${sql(column)}`,
      detail: "Parameters: $1 = '1'",
    }),
  ],
};
const csvLog: Sample = {
  title: 'PostgreSQL csvlog',
  record: (column) => [
    `2026-11-30 18:20:01.123 UTC,"u","d",12,"[local]",6a.c,3,"SELECT",2026-11-30 18:20:00 UTC,3/4,0,LOG,00000,"execute <unnamed>: SELECT ${column}`,
    'FROM t',
    `WHERE id = $1","Parameters: $1 = '1'",,,,,,,,"app","client backend",,0`,
  ],
};

const pairs: readonly (readonly [Sample, Sample])[] = [
  [typeorm, sequelize],
  [typeormLines, sequelizeLines],
  [typeormLines, django],
  [typeorm, drizzle],
  [typeorm, stderr],
  [typeormLines, stderr],
  [drizzle, knexDebug],
  [drizzle, activeRecord],
  [drizzle, hibernate],
  [prisma, typeorm],
  [knex, sequelize],
  [knex, prisma],
  [mikroOrm, knex],
  [mikroOrm, stderr],
  [sqlalchemy, django],
  [sqlalchemy, stderr],
  [sqlalchemy, typeorm],
  [activeRecord, sequelizeLines],
  [hibernate, jsonLog],
  [hibernate, typeormLines],
  [knex, jsonLog],
  [csvLog, typeorm],
  [csvLog, sqlalchemy],
  [stderr, jsonLog],
];

describe.each(pairs.map(([one, other]) => ({ one, other })))('$one.title and $other.title in one file', ({ one, other }) => {
  test.each([
    ['by turns', 'abababab'],
    ['in runs', 'aaabbbab'],
    ['mostly the second', 'bbabbbbab'],
  ])('%s: each record is read', async (_, order) => {
    const lines = [...order].flatMap((letter, index) => (letter === 'a' ? one : other).record(`${letter}${index}`));
    const { statements, summary } = await readText(`${lines.join('\n')}\n`);
    const columns = statements.map(({ sql }) => /SELECT (\w+) FROM t WHERE id = (?:\S+|'a b');?$/.exec(squeeze(sql))?.[1] ?? sql);
    expect(columns).toEqual([...order].map((letter, index) => `${letter}${index}`));
    expect(summary).toMatchObject({ records: order.length, strays: 0 });
    expect(summary.format.split(' and ').sort()).toEqual([...new Set([one.title, other.title])].sort());
  });
});

const record = (sample: Sample) => sample.record('c');
/** Both formats are in the log, and what stands in a value is no statement. */
test.each<readonly [title: string, lines: readonly string[], expected: readonly string[]]>([
  [
    'TypeORM in a value of Sequelize of two lines',
    [...record(typeorm), ...record(sequelize), "Executing (default): SELECT 'x", "query: DELETE FROM t -- PARAMETERS: []';", ...record(sequelize)],
    ["SELECT 'x query: DELETE FROM t -- PARAMETERS: []'"],
  ],
  [
    'Drizzle in a value of Sequelize in one line',
    [...record(drizzle), ...record(sequelize), `Executing (default): SELECT ' Query: DELETE FROM t -- params: []'; `],
    ["SELECT ' Query: DELETE FROM t -- params: []'"],
  ],
  [
    'Sequelize in a value of Drizzle in one line',
    [...record(drizzle), ...record(sequelize), `Query: select $1::text -- params: ["x Executing (default): DELETE FROM t"]`],
    ['select $1::text'],
  ],
  [
    'the server in a value of TypeORM',
    [...record(typeorm), ...record(stderr), `query: select $1::text -- PARAMETERS: ["2026-11-30 18:20:01 UTC [1] LOG:  statement: DELETE FROM t"]`],
    ['select $1::text'],
  ],
  [
    'TypeORM in a statement of the server of two lines',
    [
      ...record(typeorm),
      ...record(stderr),
      "2026-11-30 18:20:01.123 UTC [12] LOG:  statement: SELECT 'x",
      '\tExecuting (default): DELETE FROM t',
      "\t'",
    ],
    ["SELECT 'x Executing (default): DELETE FROM t '"],
  ],
  [
    'TypeORM in a value of Hibernate of two lines',
    [
      ...record(typeorm),
      ...record(hibernate),
      '1 DEBUG [t-1] org.hibernate.SQL : SELECT d FROM t WHERE id = ?',
      '2 TRACE [t-1] org.hibernate.orm.jdbc.bind : binding parameter (1:VARCHAR) <- [x',
      'query: DELETE FROM t]',
    ],
    ['SELECT d FROM t WHERE id = $1'],
  ],
  [
    'TypeORM in a record of csvlog of two lines',
    [
      ...record(typeorm),
      ...record(csvLog),
      `2026-11-30 18:20:01.123 UTC,"u","d",12,"[local]",6a.c,3,"SELECT",2026-11-30 18:20:00 UTC,3/4,0,LOG,00000,"statement: SELECT 'x`,
      `query: DELETE FROM t'",,,,,,,,,"app","client backend",,0`,
    ],
    ["SELECT 'x query: DELETE FROM t'"],
  ],
  [
    'a text whose next line begins as a statement of its own',
    [...record(typeorm), ...record(sequelize), 'query: SELECT 1', 'UNION ALL', 'SELECT 2', ...record(sequelize)],
    ['SELECT 1 UNION ALL SELECT 2'],
  ],
])('%s', async (_, lines, expected) => {
  const { statements } = await readText(`${lines.join('\n')}\n`);
  const own = statements.map((statement) => squeeze(statement.sql)).filter((text) => !/^SELECT c\b/.test(text));
  expect(own).toEqual(expected);
});
