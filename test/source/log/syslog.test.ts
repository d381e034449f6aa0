import { expect, test } from 'vitest';
import { brief, readText } from './read.ts';

const at = (pid: number, number: string): string => `Nov 30 18:17:21 db-1 postgres[${pid}]: [${number}] `;

test('reports that syslog cuts into parts', async () => {
  const text = [
    `${at(1, '5-1')}app@ledger LOG:  execute <unnamed>: SELECT a`,
    `${at(2, '9-1')}app@ledger LOG:  statement: SELECT 'x`,
    `${at(1, '5-2')}#011  FROM t WHERE a = $1`,
    `${at(1, '5-3')} AND b = $2`,
    `${at(2, '9-2')}#011#011y LOG:  statement: no'`,
    `${at(1, '5-4')}app@ledger DETAIL:  parameters: $1 = 'one', $2 = '`,
    `${at(1, '5-5')}#011two'`,
    `${at(1, '6-1')}app@ledger LOG:  duration: 1.5 ms`,
    'Nov 30 18:17:21 db-1 systemd[1]: Started something.',
  ].join('\n');
  const { statements, summary } = await readText(text);
  expect(statements.map(brief)).toEqual([['SELECT a FROM t WHERE a = $1 AND b = $2', 'one', '\ntwo'], ["SELECT 'x y LOG: statement: no'"]]);
  expect(summary).toMatchObject({ format: 'PostgreSQL syslog', records: 2, strays: 1 });
});
