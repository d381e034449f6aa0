import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import type { LogRecord, LogValue } from '../../../src/source/log/log-format.ts';
import { captures, detect, readAll, readLines } from './read-log.ts';

interface Expected {
  readonly sql: string;
  readonly params: readonly (string | null)[];
  readonly calls: number;
}

const readExpected = (library: string) =>
  readFileSync(join(captures, library, 'expected.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line): Expected => JSON.parse(line));

/** As the server saw it, but for white space and a last semicolon. */
const squeeze = (sql: string) => sql.replace(/\s+/g, '').replace(/;$/, '');

/** Without its literals, to be compared with a text whose values are not known. */
const mask = (sql: string) => squeeze(sql.replace(/(?:'(?:[^']|'')*'(?:::\w+)?|(?<![\w$])\d+(?:\.\d+)?\b)/g, '?'));

/** The values of a record that has them in its text, or whose driver puts them there. */
function spread(record: LogRecord): LogRecord {
  if (record.dialect === 'pyformat') {
    const params = (record.params ?? {}) as Readonly<Record<string, LogValue>>;
    const isHidden = Object.values(params).some(({ known }) => !known);
    const sql = record.sql.replace(/%\((\w+)\)s/g, (_, name: string) => toLiteral(params[name])).replaceAll('%%', '%');
    return { ...record, sql, params: isHidden ? null : [] };
  }
  const found: LogValue[] = [];
  if (!/\('(?:[^']|'')*'(?:::|\))/.test(record.sql)) return record;
  const sql = record.sql.replace(
    /\('((?:[^']|'')*)'(?:::[\w ]+)?\)/g,
    (_, text: string) => `$${found.push({ known: true, text: text.replaceAll("''", "'"), type: null })}`,
  );
  return { ...record, sql, params: found };
}

function toLiteral(value: LogValue | undefined): string {
  if (!value?.known) return '?';
  if (value.text === null) return 'NULL';
  if (value.type === 'timestamptz') return `'${value.text.replace(' ', 'T')}:00'::timestamptz`;
  if (value.type === 'uuid') return `'${value.text}'::uuid`;
  return /^-?\d+(?:\.\d+)?$/.test(value.text) ? value.text : `'${value.text.replaceAll("'", "''")}'`;
}

const canonical = (text: string | null) => {
  if (text === null) return null;
  const date = /^\d{4}-\d\d-\d\d[T ]/.test(text)
    ? Date.parse(
        text
          .replace(/(\d)([+-]\d\d)$/, '$1$2:00')
          .replace(/ ([+-])/, '$1')
          .replace(' ', 'T'),
      )
    : Number.NaN;
  return Number.isNaN(date) ? text.replaceAll('"', '') : String(date);
};

const isAll = (params: LogRecord['params'], expected: Expected) =>
  Array.isArray(params)
    ? params.length >= expected.params.length &&
      expected.params.every((text, index) => params[index]?.known && canonical(params[index].text) === canonical(text))
    : expected.params.length === 0;

const isNone = (params: LogRecord['params']) => params === null || Object.values(params).some((value: LogValue) => !value.known);

function measure(path: string) {
  const lines = readLines(path);
  const format = detect(lines);
  const records = readAll(format?.createReader() ?? { read: () => [], end: () => [], strays: () => 0 }, lines);
  const read = records.flatMap((record) => [record, spread(record)]);
  const expected = readExpected(path.split('/')[0] ?? '');
  const exact = (one: Expected) => read.filter(({ sql }) => squeeze(sql) === squeeze(one.sql));
  const masked = (one: Expected) =>
    read.filter(({ sql, params, dialect }) => dialect === 'pyformat' && isNone(params) && mask(sql) === mask(one.sql));
  const isFound = (one: Expected) => exact(one).some(({ params }) => isAll(params, one) || isNone(params)) || masked(one).length > 0;
  const found = expected.filter(isFound);
  const known = found.filter((one) => exact(one).some(({ params }) => isAll(params, one)));
  return {
    format: format?.id,
    expected: expected.length,
    found: found.length,
    known: known.length,
    missing: expected.filter((one) => !found.includes(one)).map(({ sql }) => sql),
  };
}

const cursor = 'SELECT * FROM ledger_entry WHERE account_id = $1';
const several = "UPDATE ledger_entry SET kind = 'credit' WHERE id = '00000000-0000-4000-8000-000000003122'";
const manyRows = readExpected('sqlalchemy').find(({ sql }) => sql.startsWith('INSERT INTO ledger_lookup'))?.sql ?? '';

describe.each([
  // A cursor of pg logs nothing, and the last is one of three statements of a text.
  ['pg/app.log', 'pg', 16, 14, 14, [cursor, several]],
  ['pg/app.json-lines.log', 'pg', 16, 14, 14, [cursor, several]],
  ['drizzle/app.log', 'drizzle', 16, 16, 16, []],
  ['knex/app.log', 'knex', 13, 13, 13, []],
  ['knex/app.debug.tty.log', 'knex', 13, 13, 13, []],
  ['knex/app.DEBUG-env.log', 'knex', 13, 13, 13, []],
  ['knex/app.event.jsonl', 'knex', 13, 13, 13, []],
  ['knex/app.sqlcommenter.log', 'psycopg', 13, 13, 0, []],
  ['typeorm/app.log', 'typeorm', 27, 27, 27, []],
  ['typeorm/app.default.tty.log', 'typeorm', 27, 27, 27, []],
  ['typeorm/app.simple-console.log', 'typeorm', 27, 27, 27, []],
  ['typeorm/app.formatted-console.log', 'typeorm', 27, 27, 27, []],
  ['typeorm/app.ormlogs.log', 'typeorm', 27, 27, 27, []],
  ['typeorm/app.debug.log', 'typeorm', 27, 27, 27, []],
  // Without their values: two UPDATEs, an INSERT, and a statement of the application's own.
  ['sequelize/app.log', 'sequelize', 22, 22, 18, []],
  ['sequelize/app.params.log', 'sequelize', 22, 22, 22, []],
  ['sequelize/app.bench.log', 'sequelize', 22, 22, 22, []],
  // The format of console.log has eaten a LIKE, and named values do not say which number they have.
  [
    'sequelize/app.fn.log',
    'sequelize',
    22,
    21,
    20,
    ["SELECT * FROM ledger_entry WHERE id = '00000000-0000-4000-8000-000000002402' AND kind LIKE '%it%'"],
  ],
  ['prisma/app.log', 'prisma', 16, 16, 0, []],
  ['prisma/app.event-docs.log', 'prisma', 16, 16, 16, []],
  ['prisma/app.event.jsonl', 'prisma', 16, 16, 16, []],
  ['prisma/app.DEBUG-env.log', 'prisma', 16, 16, 16, []],
  // The driver sends many rows in one statement.
  ['sqlalchemy/app.log', 'sqlalchemy', 22, 21, 21, [manyRows]],
  ['sqlalchemy/app.logging.log', 'sqlalchemy', 22, 21, 21, [manyRows]],
  // All values are hidden, but for a statement's that has none.
  ['sqlalchemy/app.hide-parameters.log', 'sqlalchemy', 22, 21, 0, null],
  ['pgjdbc/app.jul-finest.log', 'pgjdbc', 16, 16, 16, []],
  // The application printed ten of its statements.
  ['pgjdbc/app.log', 'pgjdbc', 16, 10, 10, null],
] as const)('%s', (path, format, expected, found, known, missing) => {
  test(`${format}: ${found} of ${expected}, ${known} with all values`, () => {
    const measured = measure(path);
    expect(measured).toEqual({ format, expected, found, known, missing: missing ?? measured.missing });
  });
});

test('no capture is left out', () => {
  const files = globSync(['*/app*', '_*/*.{log,jsonl}'], { cwd: captures });
  expect(files.length).toBeGreaterThan(40);
  for (const path of files) expect([path, detect(readLines(path))?.id]).toEqual([path, expect.any(String)]);
});
