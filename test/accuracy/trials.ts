import type { Database } from '../../src/database/database.ts';
import type { Verdict } from '../../src/verdict.ts';
import { bad, type Captured, good, groupBy, readCases, settingsOn } from '../cases/records.ts';
import { groupReports, reportsSchema, toSettings } from '../cases/reports.ts';
import { openWith } from '../open-schema.ts';

/** A statement of the measured cases, and what is to be said of it. */
export interface Trial {
  readonly id: string;
  readonly statement: Captured;
  readonly isBad: boolean;
}

/** Trials that share a server. */
export interface Site {
  readonly set: 'pruning' | 'unvalued' | 'reports';
  readonly trials: readonly Trial[];
  open(major: number): Promise<Database>;
}

type Case = Captured & {
  readonly id: string;
  readonly schema: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly verdict: Verdict;
};
type Unvalued = Captured & { readonly id: string; readonly expect: 'pass' | 'fail' };

/** A generic plan for no values in particular, which EXPLAIN gives from 16 on where nothing asks for values. */
const genericPlan = `
  CREATE FUNCTION generic_plan(statement text) RETURNS json LANGUAGE plpgsql AS $$
  DECLARE plan json;
  BEGIN
    EXECUTE 'EXPLAIN (GENERIC_PLAN, FORMAT JSON) ' || statement INTO plan;
    RETURN plan;
  END $$;`;

/** All measured cases but those whose verdict alone does not say whether they are to be flagged: groups in a list, and no leaf at all. */
export const sites: readonly Site[] = [...pruningSites(), unvaluedSite(), ...reportSites()];

function pruningSites(): readonly Site[] {
  const groups = groupBy(readCases<Case>('pruning/cases.jsonl'), ({ schema, settings }) => ({ schema, settings }));
  return [...groups.values()].map((cases) => {
    const [{ schema = '', settings = {} } = {}] = cases;
    const trials = cases.flatMap((statement) => toTrial(statement.id, statement, statement.verdict));
    return { set: 'pruning', trials, open: (major) => openWith(toFiles(schema), genericPlan, { settings: settingsOn(major, settings), major }) };
  });
}

function unvaluedSite(): Site {
  const cases = readCases<Unvalued>('pruning/unvalued.jsonl');
  const trials = cases.map((statement) => ({ id: statement.id, statement, isBad: statement.expect === 'fail' }));
  return { set: 'unvalued', trials, open: (major) => openWith(toFiles('ledger'), genericPlan, { major }) };
}

function reportSites(): readonly Site[] {
  return [...groupReports()].map(([local, faults]) => ({
    set: 'reports',
    trials: faults.flatMap(({ id, verdict, ...fault }) =>
      (['bad', 'fixed'] as const).flatMap((which) => toTrial(`${id} ${which}`, fault[which], verdict[which])),
    ),
    open: (major) => openWith([], reportsSchema + genericPlan, { settings: toSettings(JSON.parse(local)), major }),
  }));
}

function toTrial(id: string, statement: Captured, verdict: Verdict): readonly Trial[] {
  return bad.includes(verdict) || good.includes(verdict) ? [{ id, statement, isBad: bad.includes(verdict) }] : [];
}

function toFiles(schema: string): readonly string[] {
  return [`fixtures/cases/pruning/${schema}.sql`, `fixtures/cases/pruning/${schema}.seed.sql`];
}
