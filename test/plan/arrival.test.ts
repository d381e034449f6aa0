import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { checkSql } from '../check-sql.ts';
import { majors, openWith } from '../open-schema.ts';

const ddl = `
  CREATE TABLE note (id integer PRIMARY KEY, "At" timestamptz, of_group integer);
  INSERT INTO note VALUES (1, '2025-06-11', 3);
  ANALYZE note;
`;
const one = "account_group = 3 AND created_at = '2025-06-11'";
const nested = ['enable_hashjoin', 'enable_mergejoin'].map((name) => [name, 'off'] as const);

/** What is said of the keys that are known at run time only. */
const table: readonly (readonly [sql: string, ...why: string[]])[] = [
  [
    'SELECT 1 FROM debit WHERE account_group = 3 AND created_at = (SELECT max("At") FROM note)',
    '`created_at` is compared with what a sub-select finds, which is known only once that has run.',
  ],
  [
    'SELECT 1 FROM debit WHERE account_group = 3 AND created_at >= (SELECT min("At") FROM note) AND created_at < (SELECT max("At") FROM note)',
    '`created_at` is compared with what a sub-select finds, which is known only once that has run.',
  ],
  // the join's ON, which names the key before the WHERE does, brings no value for it
  [
    `SELECT 1 FROM debit d LEFT JOIN note n ON n."At" = d.created_at WHERE d.account_group = 3 AND d.created_at = (SELECT max("At") FROM note)`,
    '`created_at` is compared with what a sub-select finds, which is known only once that has run.',
  ],
  [
    'SELECT 1 FROM note n JOIN debit d ON d.account_group = 3 AND d.created_at = n."At" WHERE n.id = 1',
    '`created_at` is compared with `n.At`, which is known only row by row, while the join runs.',
  ],
  [
    'SELECT 1 FROM note n JOIN debit d ON d.account_group = n.of_group AND d.created_at = n."At" WHERE n.id = 1',
    '`account_group` is compared with `n.of_group`, which is known only row by row, while the join runs.',
    '`created_at` is compared with `n.At`, which is known only row by row, while the join runs.',
  ],
  // the outer side is partitioned, too: its leaves go by other names in the plan
  [
    `SELECT 1 FROM ledger_entry e JOIN debit d ON d.account_group = e.account_group AND d.created_at = e.created_at
      WHERE e.account_group = 3 AND e.created_at >= '2025-01-01' AND e.created_at < '2026-01-01' AND e.id = '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00'`,
    '`created_at` is compared through `d.created_at = e.created_at`; the period on `e` does not reach `d`.',
  ],
  [
    'SELECT (SELECT max(amount) FROM debit WHERE account_group = 3 AND created_at = n."At") FROM note n',
    '`created_at` is compared with `n.At` of the query around it, which is known only row by row, while that runs.',
  ],
  [
    `SELECT (SELECT max(d.amount) FROM note o JOIN debit d ON d.account_group = 3 AND d.created_at = o."At" WHERE o.id = n.id) FROM note n`,
    '`created_at` is compared with `o.At`, which is known only row by row, while the join runs.',
  ],
  [
    `SELECT (SELECT max(amount) FROM debit d WHERE d.account_group = 3 AND d.created_at = e.created_at) FROM ledger_entry e WHERE ${one}`,
    '`created_at` is compared with `e.created_at` of the query around it, which is known only row by row, while that runs.',
  ],
];

describe.each(majors)('on PostgreSQL %i', (major) => {
  let database: Database;
  beforeAll(async () => {
    database = await openWith(['fixtures/ledger/schema.sql', 'fixtures/ledger/seed.sql'], ddl, { major, settings: Object.fromEntries(nested) });
  });
  afterAll(() => database.close());

  test.each(table)('%s', async (sql, ...why) => {
    const { statement } = await checkSql(database, sql);
    const known = statement.tables.flatMap(({ keys }) => keys.filter(({ binding }) => binding === 'run-time'));
    expect(known.map((key) => key.why)).toEqual(why);
    expect(statement.verdict).toMatch(/run-only|multi-leaf/);
  });
});
