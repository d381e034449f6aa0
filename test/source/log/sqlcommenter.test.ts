import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readSources } from '../../../src/source/inputs.ts';
import { findCaller, findName, parseSqlcommenter } from '../../../src/source/log/sqlcommenter.ts';

test.each<readonly [sql: string, caller: string | null, name: string | null]>([
  ["SELECT 1 /*action='show',controller='entries',file='src%2Fa%20b.ts',line='12'*/", 'src/a b.ts:12', 'entries#show'],
  ["SELECT 1 /*code.filepath='/src/a.js',code.lineno='7',route='%2Fentries%2F%3Aid'*/", '/src/a.js:7', '/entries/:id'],
  ['/*controller:entries,action:show,line:/app/models/entry.rb:12:in `load`*/ SELECT 1', '/app/models/entry.rb:12', 'entries#show'],
  ["SELECT 1 /*application='Ledger',source_location='app/jobs/close.rb:9'*/;", 'app/jobs/close.rb:9', null],
  ["SELECT 1 /*file='it\\'s.ts:3'*/", "it's.ts:3", null],
  ["SELECT 1 /*db_driver='pg',file='src%2Fx.ts',line='12',route='%2Fa'*/", 'src/x.ts:12', '/a'],
  ['SELECT 1 /*application:Shop,controller:entries,action:index*/', null, 'entries#index'],
  ['SELECT 1 /*application:Shop,job:CloseJob,line:app/jobs/close.rb:7:in perform*/', 'app/jobs/close.rb:7', 'CloseJob'],
  ["SELECT 1 /*framework='express%3A4',route='%2Fledger'*/", null, '/ledger'],
  ["SELECT '/*file='a.ts',line='1'*/' -- /*file='b.ts',line='2'*/", null, null],
  ['/*+ SeqScan(t) */ SELECT 1 /* traceparent=00-0-0-01 */', null, null],
  ["SELECT 1 /*file='%E0%A4%A',line='1'*/", '%E0%A4%A:1', null],
  ['SELECT 1 /* not, of: this kind */', null, null],
  ['SELECT 1 /*', null, null],
])('%s', (sql, caller, name) => {
  const tags = parseSqlcommenter(sql);
  const found = findCaller(tags);
  expect([found === null ? null : `${found.file}:${found.line}`, findName(tags)]).toEqual([caller, name]);
});

describe('a statement is where its comment says', () => {
  const sql = `SELECT * FROM entry WHERE id = 1 /*file='src%2Fentries.ts',line='12',route='%2Fentries'*/`;
  const forms: readonly (readonly [title: string, path: string, text: string])[] = [
    ['in a capture', 'q.jsonl', `${JSON.stringify({ sql })}\n`],
    ['in stderr', 'pg.log', `2025-06-11 10:00:00.000 UTC [7] LOG:  statement: ${sql}\n`],
    [
      'in csvlog',
      'pg.csv',
      `2025-06-11 10:00:00.000 UTC,"u","d",7,"h:1",5f.7,1,"SELECT",2025-06-11 10:00:00 UTC,3/4,0,LOG,00000,"statement: ${sql}",,,,,,,,,"app"\n`,
    ],
    ['in jsonlog', 'pg.json', `${JSON.stringify({ error_severity: 'LOG', session_id: '5f.7', message: `statement: ${sql}` })}\n`],
  ];
  test.each(forms)('%s', async (_, path, text) => {
    const folder = mkdtempSync(join(tmpdir(), 'planlint-tags-'));
    writeFileSync(join(folder, path), text);
    const { statements } = await readSources([path], folder, Readable.from([]));
    rmSync(folder, { recursive: true });
    expect(statements.map(({ path: file, line, name }) => `${file}:${line} ${name}`)).toEqual(['src/entries.ts:12 /entries']);
  });
});
