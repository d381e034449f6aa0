import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Statement } from '../../src/source/statement.ts';
import { type Checked, checkSql } from '../check-sql.ts';
import { ledgerFiles, openWith } from '../open-schema.ts';

/** What the rules' tests need beside the ledger, in one schema so that it is loaded once. */
const ddl = `
  CREATE VIEW entry AS SELECT * FROM ledger_entry;
  CREATE VIEW entry_3 AS SELECT * FROM entry WHERE account_group = 3;
  CREATE FUNCTION entries_of(g integer) RETURNS SETOF ledger_entry LANGUAGE sql STABLE AS 'SELECT * FROM ledger_entry e WHERE e.account_group = g';
  CREATE TABLE small (k integer, v integer) PARTITION BY LIST (k);
  CREATE TABLE small_1 PARTITION OF small FOR VALUES IN (1);
  CREATE TABLE later (k integer) PARTITION BY LIST (k);
  CREATE TABLE tenant (name varchar(20) COLLATE "C", v integer) PARTITION BY LIST (name);
  CREATE TABLE tenant_a PARTITION OF tenant FOR VALUES IN ('a');
  CREATE TABLE tenant_b PARTITION OF tenant FOR VALUES IN ('b');
  CREATE TABLE log (t date, v integer) PARTITION BY RANGE (t);
  CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
`;

/** Opens the ledger for the tests of a file; what comes back checks one statement on it. */
export function useLedger(): (sql: string, given?: Partial<Statement>) => Promise<Checked> {
  let database: Database;
  beforeAll(async () => {
    database = await openWith(ledgerFiles, ddl);
  });
  afterAll(() => database.close());
  return (sql, given) => checkSql(database, sql, given);
}
