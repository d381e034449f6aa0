import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSources } from '../../../src/source/inputs.ts';
import { findFormat } from '../../../src/source/log/detect.ts';

let folder: string;
const line = '2026-11-30 18:17:21.603 UTC [1] LOG:  statement: SELECT 1\n';
const report = `${JSON.stringify({ error_severity: 'LOG', pid: 1, message: 'statement: SELECT 2', query_id: 0 })}\n`;
const row = 'queryid,query,calls\n1,SELECT 3,7\n';
const noise = 'GET /entries 200\n'.repeat(20_000);
const files: Readonly<Record<string, string>> = {
  'a.log': line,
  'a.txt': line,
  'server.jsonl': report,
  'server.json': report,
  'statements.csv': row,
  'own.log': `${JSON.stringify({ sql: 'SELECT 4' })}\n`,
  'own.json': `${JSON.stringify({ sql: 'SELECT 4', params: [] })}\n`,
  'late.log': noise + line,
  'sql.txt': 'SELECT 5; -- LOG:  statement: no\n',
  'empty.log': '\n',
  'noise.log': noise,
  'noise.json': '{"a": 1}\n',
  'noise.csv': 'a,b\n1,2\n',
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'planlint-logs-'));
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (pattern: string, stdin = '') => readSources([pattern], folder, Readable.from([Buffer.from(stdin)]));

describe('what a file holds is told by its content', () => {
  const cases: readonly (readonly [pattern: string, sql: string, format: string | null])[] = [
    ['a.log', 'SELECT 1', 'PostgreSQL stderr'],
    ['a.txt', 'SELECT 1', 'PostgreSQL stderr'],
    ['server.jsonl', 'SELECT 2', 'PostgreSQL jsonlog'],
    ['server.json', 'SELECT 2', 'PostgreSQL jsonlog'],
    ['statements.csv', 'SELECT 3', 'pg_stat_statements (CSV)'],
    ['own.log', 'SELECT 4', null],
    ['own.json', 'SELECT 4', null],
    ['late.log', 'SELECT 1', 'PostgreSQL stderr'],
    ['sql.txt', 'SELECT 5', null],
  ];
  test.each(cases)('%s', async (pattern, sql, format) => {
    const { statements, logs = [], files: count } = await read(pattern);
    expect(statements).toMatchObject([{ path: pattern, sql, captured: format !== null || pattern.startsWith('own') }]);
    expect(logs.map((log) => log.format)).toEqual(format === null ? [] : [format]);
    expect(count).toBe(1);
  });

  test('so is standard input', async () => {
    expect(await read('-', line)).toMatchObject({ statements: [{ path: '-', sql: 'SELECT 1' }], logs: [{ lines: 1, records: 1, strays: 0 }] });
    expect(await read('-', 'SELECT 5;')).toMatchObject({ statements: [{ path: '-', sql: 'SELECT 5', captured: false }], logs: [] });
  });

  test('a folder gives no logs, a pattern does', async () => {
    expect((await read('.')).statements.map(({ path }) => path)).toEqual(['server.jsonl']);
    expect((await read('a.*')).statements.map(({ path }) => path)).toEqual(['a.log', 'a.txt']);
  });

  test('a format that is given is the format', async () => {
    const readAs = (id: string) => readSources(['a.log'], folder, Readable.from([]), findFormat(id));
    expect(await readAs('postgresql')).toMatchObject({ statements: [{ sql: 'SELECT 1' }], logs: [{ format: 'PostgreSQL stderr' }] });
    await expect(readAs('typeorm')).rejects.toMatchObject({
      name: 'UserError',
      message: 'a.log: no statement found in 1 line of TypeORM',
      hint: expect.stringMatching(/^--format-in typeorm says that it is one; /),
    });
  });
});

describe('a log in which nothing is recognised is an error', () => {
  test.each([
    ['noise.log', 20_000],
    ['noise.json', 1],
    ['noise.csv', 2],
  ])('%s', async (pattern, lines) => {
    await expect(read(pattern)).rejects.toMatchObject({
      name: 'UserError',
      area: 'source',
      message: `${pattern}: no statement found in ${lines.toLocaleString('en')} line${lines === 1 ? '' : 's'}`,
      hint: expect.stringMatching(/^looked for PostgreSQL stderr, csvlog, jsonlog, syslog, auto_explain, pg_stat_statements and \d+ library formats/),
    });
  });

  const compressed: readonly (readonly [name: string, bytes: Buffer])[] = [
    ['gzip', gzipSync(line)],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1])],
    ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])],
    ['bzip2', Buffer.from('BZh91AY&SY')],
    ['zip', Buffer.from('PK\u0003\u0004rest')],
  ];
  test.each(compressed)('so is one that is compressed with %s', async (name, bytes) => {
    writeFileSync(join(folder, 'packed.log'), bytes);
    await expect(read('packed.log')).rejects.toMatchObject({
      name: 'UserError',
      message: `packed.log is compressed with ${name}`,
      hint: expect.stringMatching(/packed\.log \| planlint check -$/),
    });
    rmSync(join(folder, 'packed.log'));
  });

  test.each(['utf-16le', 'utf-16be'])('one in %s is read', async (encoding) => {
    const bytes = Buffer.from(`\ufeff${line.replace('SELECT 1', "SELECT 'ä€😀'")}`, 'utf16le');
    writeFileSync(join(folder, 'wide.log'), encoding === 'utf-16be' ? bytes.swap16() : bytes);
    expect(await read('wide.log')).toMatchObject({ statements: [{ sql: "SELECT 'ä€😀'" }], logs: [{ lines: 1, strays: 0 }] });
    rmSync(join(folder, 'wide.log'));
  });

  test('an empty one is none', async () => {
    expect(await read('empty.log')).toMatchObject({ statements: [], files: 1 });
  });
});
