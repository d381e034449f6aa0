import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { captures, detect, readAll, readLines, shortest } from './read-log.ts';

const files = globSync(['_*/*', '!**/README.md', '!**/*.expected'], { cwd: captures }).sort();

test.each(files)('%s', (path) => {
  const lines = readLines(path);
  const format = detect(lines);
  const records = format === null ? [] : readAll(format.createReader(), lines);
  const read = [{ format: format?.id }, ...records.map(shortest)];
  const golden = readFileSync(join(captures, `${path}.expected`), 'utf8')
    .trim()
    .split('\n');
  expect(read).toEqual(golden.map((line) => JSON.parse(line)));
});

const others = `> app@1.0.0 start
Listening on http://localhost:3000
[Nest] 42  - 11/30/2026, 6:20:01 PM     LOG [NestFactory] Starting Nest application...
{"level":30,"time":1796062857000,"pid":42,"hostname":"a","msg":"request completed","req":{"method":"GET","url":"/entries"}}
127.0.0.1 - - [30/Nov/2026:18:20:01 +0000] "GET /entries HTTP/1.1" 200 512 "-" "curl/8"
2026-11-30 18:20:01,104 INFO app.views hello
2026-11-30T18:20:01.101Z  INFO 42 --- [main] com.example.App : Started App in 2.1 seconds
18:20:01.101 [info] GET /entries
I, [2026-11-30T18:20:01.123456 #42]  INFO -- : Started GET "/entries"
Traceback (most recent call last):
  File "app.py", line 3, in <module>
ValueError: no
Error: it failed
    at run (/app/index.js:3:5)
select an account first
`.split('\n');

// What is nothing but SQL is told by there being nothing else.
const plain: readonly string[] = ['_documented/psycopg.log', 'knex/app.sqlcommenter.log', 'pgjdbc/app.log'];

test.each(
  globSync(['*/app*', '_*/*', '!**/README.md', '!**/*.expected'], { cwd: captures })
    .filter((path) => !plain.includes(path))
    .sort(),
)('%s: with other lines in front and behind', (path) => {
  const alone = readLines(path);
  const format = detect(alone);
  const lines = [...others, ...others, ...alone, ...others];
  expect(detect(lines)?.id).toBe(format?.id);
  const shift = (line: number) => line - 2 * others.length;
  const readAs = (given: readonly string[]) => (format === null ? [] : readAll(format.createReader(), given).map(shortest));
  expect(readAs(lines).map((record) => ({ ...record, line: shift(record.line) }))).toEqual(readAs(alone));
});

test('no format takes what planlint itself captures', () => {
  const own = [
    { sql: 'SELECT $1', params: ['1'], types: ['int4'], name: 'a', file: 'a.ts', line: 1, calls: 2, durationMs: 1.5 },
    { sql: 'SELECT 1', params: [], types: [] },
    { sql: 'SELECT $1', params: { $1: null }, types: [null], plan: [{ Plan: {} }] },
    { sql: 'SELECT 1' },
  ];
  expect(detect(own.map((record) => JSON.stringify(record)))).toBeNull();
});

test('there are samples', () => {
  expect(files.length).toBeGreaterThan(30);
});
