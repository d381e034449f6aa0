import type { Database, Refusal } from '../../../database/database.ts';
import { UserError } from '../../../errors.ts';
import type { Statement } from '../../statement.ts';
import { createCollector } from '../collect.ts';
import { toStatement } from '../to-statement.ts';
import { toRowRecord } from './statement-row.ts';
import { type JsonRow, toRow } from './statements-json.ts';

/** What stands in the place of a file for what the view tells; its lines are the rows, what took longest first. */
const place = 'pg_stat_statements';

const findView = `SELECT quote_ident(nspname) AS schema FROM pg_catalog.pg_extension JOIN pg_catalog.pg_namespace AS n ON n.oid = extnamespace
  WHERE extname = 'pg_stat_statements'`;

/** Columns differ between versions; as JSON a row has those that there are. */
const readRows = (schema: string): string => `SELECT to_jsonb(s) AS row FROM ${schema}.pg_stat_statements AS s
  WHERE dbid = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
  ORDER BY coalesce(to_jsonb(s) ->> 'total_exec_time', to_jsonb(s) ->> 'total_time')::float8 DESC, queryid`;

/** Reads what pg_stat_statements tells of a server's database, as a dump of the view is read. Throws a `UserError` where there is no such view, or no right to it. */
export async function readStatementsView(database: Database): Promise<readonly Statement[]> {
  const [found] = await database.query(findView);
  if (found === undefined) {
    const hint = 'run CREATE EXTENSION pg_stat_statements in it, which shows what was counted since the server loads the library';
    throw new UserError('source', 'the database has no pg_stat_statements', { hint });
  }
  const trial = await database.attempt([{ text: readRows(String(found['schema'])) }]);
  if ('refusal' in trial) throw toRefusedError(trial.refusal);
  const collector = createCollector();
  for (const [index, { row }] of (trial.rows[0] ?? []).entries()) {
    const record = toRowRecord(toRow(row as JsonRow, index + 1));
    if (record !== null) collector.add(record);
  }
  return collector.groups().map((group) => toStatement(group, place));
}

function toRefusedError({ sqlstate, message }: Refusal): UserError {
  const hint =
    sqlstate === '55000'
      ? 'add it to shared_preload_libraries and restart the server; it counts from then on'
      : 'read it as a role that may: GRANT pg_read_all_stats, and USAGE on the schema of the extension';
  return new UserError('source', `pg_stat_statements cannot be read: ${message}`, { hint });
}
