import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { toPlannable } from '../../../src/source/embedded/embedded.ts';
import { parseScript } from '../../../src/source/embedded/script/parse-script.ts';

/** Line, column, name, what is planned, and the expressions in the holes. */
type Golden = readonly [line: number, column: number, name: string, planned: string, holes: readonly string[]];

const goldens: Readonly<Record<string, readonly Golden[]>> = {
  'tagged.ts': [
    [3, 41, 'find', 'select * from ledger_entry where id = $1', ['id']],
    [4, 45, 'batch', 'select * from ledger_entry where id in ($1, $2)', ['ids', 'ids']],
    [5, 51, 'upd', 'update ledger_entry set "kind"=$1,"amount"=$2 where id = $3', ['p.kind', 'p.amount', 'id']],
    [6, 41, 'dyn', 'select * from "ledger_entry" where true and id = $1 and note like \'%${x}%\'', ['id']],
    [6, 41, 'dyn', 'select * from "ledger_entry" where true  and note like \'%${x}%\'', []],
    [7, 52, 'sl', 'SELECT * FROM "ledger_entry" WHERE id = $1 AND id = ANY($2::"uuid"[])', ['id', '[id]']],
    [8, 70, 'pr', 'SELECT * FROM ledger_entry WHERE id = $1::uuid', ['id']],
    [9, 43, 'ns', 'SELECT * FROM ledger_entry WHERE id = $1::uuid', []],
    [10, 39, 'dz', 'not static: `t.id` may be more than a value there', ['t.id', 't', 't.id', "'id'"]],
  ],
  'pgtyped.ts': [
    [2, 32, 'find', 'SELECT * FROM ledger_entry WHERE id = $1 AND account_group = $2', ['id', 'accountGroup']],
    [3, 34, 'batch', 'SELECT * FROM ledger_entry WHERE id IN ($1, $2)', ['ids', 'ids']],
    [
      4,
      30,
      'add',
      'INSERT INTO ledger_lookup (entry_number, account_id) VALUES ($1, $2), ($3, $4)',
      ['rows.entryNumber', 'rows.accountId', 'rows.entryNumber', 'rows.accountId'],
    ],
  ],
};

test.each(Object.entries(goldens))('%s', async (name, expected) => {
  const text = await readFile(resolve(import.meta.dirname, '../../../fixtures/query-files', name), 'utf8');
  const statements = await parseScript(name, text);
  const read = statements.map((statement) => {
    const { dynamic = null, placeholders = [] } = statement.embedded ?? {};
    const planned = dynamic === null ? toPlannable(statement) : `not static: ${dynamic}`;
    return [statement.line, statement.column, statement.name, planned, placeholders.map((one) => one.name)];
  });
  expect(read).toEqual(expected);
});
