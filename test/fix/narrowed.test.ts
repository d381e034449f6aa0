import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Statement } from '../../src/source/statement.ts';
import { ledgerFiles, openFiles } from '../open-schema.ts';
import { fixOf } from './fix-of.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(ledgerFiles);
});
afterAll(() => database.close());

interface Case {
  readonly what: string;
  readonly sql: string;
  readonly fixed: string;
  readonly needs?: readonly string[];
  readonly assumes?: readonly string[];
  readonly given?: Partial<Statement>;
}

const keys = ['account_group', 'created_at'];
const period = ['account_group', 'created_at', 'created_at'];

const cases: readonly Case[] = [
  {
    what: 'the keys of one row',
    sql: 'SELECT * FROM ledger_entry WHERE id = $1',
    fixed: 'SELECT * FROM ledger_entry WHERE id = $1 AND account_group = $2 AND created_at = $3',
    needs: keys,
  },
  {
    what: 'the keys of a row that is looked up by its number',
    sql: 'SELECT * FROM ledger_entry e WHERE e.entry_number = 4711',
    fixed: 'SELECT * FROM ledger_entry e WHERE e.entry_number = 4711 AND e.account_group = $1 AND e.created_at = $2',
    needs: keys,
  },
  {
    what: 'a period of many rows',
    sql: 'SELECT sum(amount) FROM ledger_entry WHERE account_id = $1',
    fixed: 'SELECT sum(amount) FROM ledger_entry WHERE account_id = $1 AND account_group = $2 AND created_at >= $3 AND created_at < $4',
    needs: period,
  },
  {
    what: 'a statement without a WHERE, before what follows one',
    sql: 'SELECT status, count(*) FROM ledger_entry GROUP BY status ORDER BY 2 LIMIT 3',
    fixed:
      'SELECT status, count(*) FROM ledger_entry WHERE account_group = $1 AND created_at >= $2 AND created_at < $3 GROUP BY status ORDER BY 2 LIMIT 3',
    needs: period,
  },
  {
    what: 'lines and comments as they are',
    sql: 'UPDATE ledger_entry -- all of them\nSET status = $1\nWHERE id = $2 -- by its id',
    fixed: 'UPDATE ledger_entry -- all of them\nSET status = $1\nWHERE id = $2\n  AND account_group = $3\n  AND created_at = $4 -- by its id',
    needs: keys,
  },
  {
    what: 'line ends of Windows',
    sql: 'DELETE FROM debit\r\n WHERE id = $1\r\n   AND account_group = $2',
    fixed: 'DELETE FROM debit\r\n WHERE id = $1\r\n   AND account_group = $2\r\n   AND created_at = $3',
    needs: ['created_at'],
  },
  {
    what: 'an OR',
    sql: 'SELECT * FROM ledger_entry WHERE id = $1 OR status = $2',
    fixed: 'SELECT * FROM ledger_entry WHERE (id = $1 OR status = $2) AND account_group = $3 AND created_at >= $4 AND created_at < $5',
    needs: period,
  },
  {
    what: 'an OR that has its parentheses',
    sql: 'SELECT * FROM ledger_entry WHERE (id = $1 OR status = $2)',
    fixed: 'SELECT * FROM ledger_entry WHERE (id = $1 OR status = $2) AND account_group = $3 AND created_at >= $4 AND created_at < $5',
    needs: period,
  },
  {
    what: 'the other end of a period',
    sql: 'SELECT * FROM ledger_entry WHERE account_group = $1 AND created_at >= $2',
    fixed: 'SELECT * FROM ledger_entry WHERE account_group = $1 AND created_at >= $2 AND created_at < $3',
    needs: ['created_at'],
  },
  {
    what: 'the other end of a period of constants',
    sql: `SELECT * FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-03-01'`,
    fixed: `SELECT * FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-03-01' AND created_at < '2026-01-01 00:00:00+00'`,
    assumes: ['nothing from `2026-01-01 00:00:00+00` on is wanted, or is asked for by a statement of its own'],
  },
  {
    what: 'a border that belongs to the next partition',
    sql: `SELECT * FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at <= '2026-01-01'`,
    fixed: `SELECT * FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    assumes: ['no row with `created_at` at exactly the upper end is wanted'],
  },
  {
    what: 'BETWEEN, which reaches to a border',
    sql: `SELECT * FROM ledger_entry WHERE account_group = 3 AND created_at BETWEEN '2025-01-01' AND '2026-01-01'`,
    fixed: `SELECT * FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    assumes: ['no row with `created_at` at exactly the upper end is wanted'],
  },
  {
    what: 'a join on an id alone',
    sql: 'SELECT e.id, c.amount FROM ledger_entry e JOIN credit c ON c.entry_id = e.id WHERE e.account_group = $1 AND e.created_at >= $2 AND e.created_at < $3',
    fixed:
      'SELECT e.id, c.amount FROM ledger_entry e JOIN credit c ON c.entry_id = e.id WHERE e.account_group = $1 AND e.created_at >= $2 AND e.created_at < $3 AND c.account_group = e.account_group AND c.created_at = e.created_at AND c.created_at >= $2 AND c.created_at < $3',
    assumes: ['joined rows of `credit` and `ledger_entry` have the same keys'],
  },
  {
    what: 'an outer join on an id alone, in its ON',
    sql: 'SELECT e.id, c.amount FROM ledger_entry e LEFT JOIN credit c ON c.entry_id = e.id WHERE e.account_group = 3 AND e.created_at = $1',
    fixed:
      'SELECT e.id, c.amount FROM ledger_entry e LEFT JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at WHERE e.account_group = 3 AND e.created_at = $1',
    assumes: ['joined rows of `credit` and `ledger_entry` have the same keys'],
  },
  {
    what: 'a value that is found out while the query runs',
    sql: 'SELECT * FROM ledger_entry WHERE entry_number = $1 AND account_group = (SELECT account_group FROM ledger_lookup WHERE entry_number = $1) AND created_at = (SELECT created_at FROM ledger_lookup WHERE entry_number = $1)',
    fixed: 'SELECT * FROM ledger_entry WHERE entry_number = $1 AND account_group = $2 AND created_at = $3',
    needs: keys,
  },
  {
    what: 'a sub-select of keys',
    sql: 'SELECT * FROM ledger_entry WHERE account_group IN (SELECT account_group FROM account WHERE id = 7) AND created_at = $1',
    fixed: 'SELECT * FROM ledger_entry WHERE account_group = $2 AND created_at = $1',
    needs: ['account_group'],
  },
  {
    what: 'a sub-select with a value that has no other place',
    sql: 'SELECT * FROM ledger_entry WHERE account_group IN (SELECT account_group FROM account WHERE id = $1) AND created_at = $2',
    fixed:
      'SELECT * FROM ledger_entry WHERE account_group IN (SELECT account_group FROM account WHERE id = $1) AND created_at = $2 AND account_group = $3',
    needs: ['account_group'],
  },
  {
    what: 'a list whose values lie in several leaves',
    sql: `SELECT * FROM ledger_entry WHERE account_group = 3 AND created_at IN ('2025-06-11', '2026-06-11')`,
    fixed: 'SELECT * FROM ledger_entry WHERE account_group = 3 AND created_at = $1',
    needs: ['created_at'],
    assumes: ['it is run once for each value of `created_at`'],
  },
  {
    what: 'an optional condition',
    sql: 'SELECT * FROM ledger_entry WHERE created_at = $2 AND ($1::integer IS NULL OR account_group = $1)',
    fixed: 'SELECT * FROM ledger_entry WHERE created_at = $2 AND (account_group = $1)',
    assumes: ['`$1` is always given, so that `account_group` is known'],
  },
  {
    what: 'a condition outside of a LIMIT',
    sql: 'SELECT * FROM (SELECT * FROM ledger_entry LIMIT 9) s WHERE s.account_group = $1 AND s.created_at = $2',
    fixed:
      'SELECT * FROM (SELECT * FROM ledger_entry WHERE account_group = $1 AND created_at = $2 LIMIT 9) s WHERE s.account_group = $1 AND s.created_at = $2',
    assumes: ['the limit is meant for these rows alone'],
  },
  {
    what: 'a number of another type that the caller passes',
    sql: 'SELECT * FROM ledger_entry WHERE account_group = $1::numeric AND created_at = $2',
    fixed: 'SELECT * FROM ledger_entry WHERE account_group = $1::numeric::integer AND created_at = $2',
    assumes: ['`$1::numeric` is a whole number'],
  },
  {
    what: 'a change of what a MERGE matches',
    sql: `MERGE INTO ledger_entry t USING ledger_lookup l ON t.entry_number = l.entry_number WHEN MATCHED THEN UPDATE SET status = 'x'`,
    fixed: `MERGE INTO ledger_entry t USING ledger_lookup l ON t.entry_number = l.entry_number AND t.account_group = $1 AND t.created_at >= $2 AND t.created_at < $3 WHEN MATCHED THEN UPDATE SET status = 'x'`,
    needs: period,
  },
  {
    what: 'rows whose absence is asked for',
    sql: 'DELETE FROM ledger_lookup l WHERE NOT EXISTS (SELECT FROM ledger_entry e WHERE e.entry_number = l.entry_number)',
    fixed:
      'DELETE FROM ledger_lookup l WHERE NOT EXISTS (SELECT FROM ledger_entry e WHERE e.entry_number = l.entry_number AND e.account_group = $1 AND e.created_at >= $2 AND e.created_at < $3)',
    needs: period,
    assumes: ['no other row of `ledger_entry` counts'],
  },
  {
    what: 'rows that are taken away',
    sql: 'SELECT entry_number FROM ledger_lookup EXCEPT SELECT entry_number FROM ledger_entry',
    fixed:
      'SELECT entry_number FROM ledger_lookup EXCEPT SELECT entry_number FROM ledger_entry WHERE account_group = $1 AND created_at >= $2 AND created_at < $3',
    needs: period,
    assumes: ['no other row of `ledger_entry` counts'],
  },
  {
    what: 'rows without which another row has none beside it',
    sql: 'SELECT l.entry_number FROM ledger_lookup l LEFT JOIN ledger_entry e ON e.amount = l.entry_number WHERE e.id IS NULL',
    fixed:
      'SELECT l.entry_number FROM ledger_lookup l LEFT JOIN ledger_entry e ON e.amount = l.entry_number AND e.account_group = $1 AND e.created_at >= $2 AND e.created_at < $3 WHERE e.id IS NULL',
    needs: period,
    assumes: ['no other row of `ledger_entry` counts'],
  },
  {
    what: 'the source of a MERGE that changes what it does not match',
    sql: 'MERGE INTO ledger_lookup l USING (SELECT * FROM ledger_entry) e ON e.entry_number = l.entry_number WHEN NOT MATCHED BY SOURCE THEN DELETE',
    fixed:
      'MERGE INTO ledger_lookup l USING (SELECT * FROM ledger_entry WHERE account_group = $1 AND created_at >= $2 AND created_at < $3) e ON e.entry_number = l.entry_number WHEN NOT MATCHED BY SOURCE THEN DELETE',
    needs: period,
    assumes: ['no other row of `ledger_entry` counts'],
  },
  {
    what: 'a statement whose values were captured',
    sql: 'SELECT * FROM ledger_entry WHERE id = $1 AND account_group = $2',
    fixed: 'SELECT * FROM ledger_entry WHERE id = $1 AND account_group = $2 AND created_at = $3',
    needs: ['created_at'],
    given: {
      captured: true,
      parameters: {
        from: 'captured',
        values: new Map([
          [1, '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00'],
          [2, '3'],
        ]),
        types: new Map(),
      },
    },
  },
];

test.each(cases)('$what', async ({ sql, fixed, needs = [], assumes = [], given = {} }) => {
  expect(await fixOf(database, sql, given)).toMatchObject({ kind: 'narrowed', sql: fixed, needs, assumes, leaves: 1 });
});

const unmended: readonly (readonly [what: string, sql: string])[] = [
  [
    'what a narrower MERGE does not find would be inserted',
    `MERGE INTO ledger_entry t USING ledger_lookup l ON t.entry_number = l.entry_number WHEN NOT MATCHED THEN INSERT VALUES (gen_random_uuid(), 1, now(), 1, 1, 'x', 1)`,
  ],
  [
    'what a narrower MERGE does not find would be deleted',
    'MERGE INTO ledger_lookup l USING ledger_entry e ON e.entry_number = l.entry_number WHEN NOT MATCHED BY SOURCE THEN DELETE',
  ],
  ['each side of a full join keeps its rows', 'SELECT e.id, c.id FROM ledger_entry e FULL JOIN credit c ON c.entry_id = e.id'],
  [
    'each use of a CTE may want other keys',
    `WITH x AS (SELECT * FROM ledger_entry) SELECT * FROM x WHERE account_group = 3 AND created_at = $1 UNION ALL SELECT * FROM x WHERE account_group = 4 AND created_at = $1`,
  ],
  ['groups are listed on purpose', `SELECT * FROM ledger_entry WHERE account_group IN (3, 7) AND created_at = '2025-06-11'`],
  ['a key is set', 'UPDATE ledger_entry SET created_at = $1 WHERE id = $2 AND account_group = $3 AND created_at = $4'],
  ['it is good', 'SELECT * FROM ledger_entry WHERE account_group = 3 AND created_at = $1'],
  ['it is no SQL', 'SELECT * FROM ledger_entry WHERE'],
];

test.each(unmended)('no fix where %s', async (_, sql) => {
  expect(await fixOf(database, sql)).toBeNull();
});
