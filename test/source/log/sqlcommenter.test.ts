import { expect, test } from 'vitest';
import { findCaller, findName, parseSqlcommenter } from '../../../src/source/log/sqlcommenter.ts';

test.each<readonly [sql: string, caller: string | null, name: string | null]>([
  ["SELECT 1 /*action='show',controller='entries',file='src%2Fa%20b.ts',line='12'*/", 'src/a b.ts:12', 'entries#show'],
  ["SELECT 1 /*code.filepath='/src/a.js',code.lineno='7',route='%2Fentries%2F%3Aid'*/", '/src/a.js:7', '/entries/:id'],
  ['/*controller:entries,action:show,line:/app/models/entry.rb:12:in `load`*/ SELECT 1', '/app/models/entry.rb:12', 'entries#show'],
  ["SELECT 1 /*application='Ledger',source_location='app/jobs/close.rb:9'*/;", 'app/jobs/close.rb:9', null],
  ["SELECT 1 /*file='it\\'s.ts:3'*/", "it's.ts:3", null],
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
