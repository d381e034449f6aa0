import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { knownValuations } from '../../src/plan/known-values.ts';
import type { StatementReport } from '../../src/report/report.ts';
import { parseJsonLines } from '../../src/source/json-lines.ts';
import { readStatementText } from '../../src/sql/statement-text.ts';
import type { Verdict } from '../../src/verdict.ts';
import { type Answer, answer, type Captured, groupBy, readCases } from '../cases/records.ts';
import { openFiles } from '../open-schema.ts';
import { checkUnseen } from './see-nothing.ts';

interface Case extends Captured {
  readonly id: string;
  readonly schema: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly verdict: Verdict;
}

const groups = groupBy(readCases<Case>('pruning/cases.jsonl'), ({ schema, settings }) => ({ schema, settings }));

/** The plan of a case as a server has it that the case is run on. */
async function capture(database: Database, { sql, params, types }: Case, form: string): Promise<unknown> {
  const [statement] = await parseJsonLines('cases.jsonl', JSON.stringify({ sql, params, types }));
  const text = readStatementText(sql);
  const valuation = await knownValuations(database)({ ...text, planned: sql, likely: () => new Map() }, statement?.parameters ?? null);
  const trial = await database.attempt([{ text: `EXPLAIN (${form}) ${sql}`, ...valuation }]);
  if ('refusal' in trial) throw new Error(`${sql}: ${trial.refusal.message}`);
  return trial.rows[0]?.[0]?.['QUERY PLAN'];
}

/** Without what only a server tells: the generic plan, what is wrong with that, and the conditions on leaves that are not in the plan. */
function toSeen({ status, verdict, tables }: StatementReport, made: StatementReport) {
  const isOfGeneric = (table: number, key: number): boolean => made.tables[table]?.keys[key]?.cause?.startsWith('generic-') === true;
  const seen = tables.map((table, index) => ({
    ...table,
    generic: null,
    keys: table.verdict === 'no-scan' ? [] : table.keys.map((key, at) => (isOfGeneric(index, at) ? { ...key, cause: null, why: '' } : key)),
  }));
  return { status, verdict, tables: seen };
}

describe.each([...groups])('%s', (_, cases) => {
  const forms = ['VERBOSE, FORMAT JSON', 'COSTS OFF, FORMAT JSON'];
  const captured = new Map<string, ReadonlyMap<string | null, StatementReport>>();
  let made: ReadonlyMap<string, Answer>;
  beforeAll(async () => {
    const [{ schema = '', settings = {} } = {}] = cases;
    const database = await openFiles([`fixtures/cases/pruning/${schema}.sql`, `fixtures/cases/pruning/${schema}.seed.sql`], { settings });
    try {
      made = await answer(database, new Map(cases.map((one) => [one.id, one])));
      for (const form of forms) {
        const lines: string[] = [];
        for (const one of cases)
          lines.push(JSON.stringify({ name: one.id, sql: one.sql, params: one.params, types: one.types, plan: await capture(database, one, form) }));
        const { statements } = await checkUnseen(database, lines.join('\n'));
        captured.set(form, new Map(statements.map((statement) => [statement.name, statement])));
      }
    } finally {
      await database.close();
    }
  });

  test.each(cases.flatMap(({ id, verdict }) => forms.map((form) => ({ id, verdict, form }))))(
    '$id is $verdict by its plan ($form)',
    ({ id, form }) => {
      const statement = captured.get(form)?.get(id) as StatementReport;
      const { statement: other } = made.get(id) as Answer;
      expect(toSeen(statement, other)).toEqual(toSeen(other, other));
      expect(statement.plan).toBe('captured');
    },
  );
});
