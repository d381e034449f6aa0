import { beforeAll, describe, expect, test } from 'vitest';
import type { StatementReport } from '../../src/report/report.ts';
import type { Verdict } from '../../src/verdict.ts';
import { majors, openFiles } from '../open-schema.ts';
import { type Answer, answer, bad, type Captured, good, groupBy, readCases, settingsOn } from './records.ts';

interface Leaves {
  readonly total: number;
  readonly byGroup: Readonly<Record<string, number>>;
}

interface Case extends Captured {
  readonly id: string;
  readonly schema: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly verdict: Verdict;
  /** By root, by the first major version that plans so. */
  readonly leaves: Readonly<Record<string, Readonly<Record<string, Leaves>>>>;
}

const groups = groupBy(readCases<Case>('pruning/cases.jsonl'), ({ schema, settings }) => ({ schema, settings }));
const servers = majors.flatMap((major) => [...groups].map(([name, cases]) => ({ major, name, cases })));

describe.each(servers)('PostgreSQL $major: $name', ({ major, cases }) => {
  let answers: ReadonlyMap<string, Answer>;
  beforeAll(async () => {
    const [{ schema = '', settings = {} } = {}] = cases;
    const files = [`fixtures/cases/pruning/${schema}.sql`, `fixtures/cases/pruning/${schema}.seed.sql`];
    const database = await openFiles(files, { settings: settingsOn(major, settings), major });
    expect(database.major).toBe(major);
    answers = await answer(database, new Map(cases.map((one) => [one.id, one]))).finally(database.close);
  });

  test.each(cases)('$id is $verdict', ({ id, verdict, leaves }) => {
    const { statement, isFlagged, findings } = answers.get(id) as Answer;
    // Inheritance is partitioning of another kind.
    if (verdict === 'not-partitioned' && / inh /.test(statement.sql)) {
      expect(statement).toMatchObject({ status: 'skipped', reason: 'inh is split by inheritance, which planlint does not judge' });
      return;
    }
    expect(statement).toMatchObject({ status: 'analysed', reason: null, verdict });
    if (bad.includes(verdict)) expect(isFlagged).toBe(true);
    if (good.includes(verdict)) expect(isFlagged).toBe(false);
    // The groups are listed in all of them.
    if (verdict === 'multi-group') expect(findings).toMatchObject([{ rule: 'no-group-fanout', severity: 'warning' }]);
    if (verdict === 'no-scan') expect(findings).toMatchObject([{ rule: 'no-vacuous-plan', severity: 'error' }]);
    if (verdict !== 'not-partitioned') expectLeaves(statement, leavesOn(major, leaves));
  });
});

function leavesOn(major: number, leaves: Case['leaves']): Readonly<Record<string, Leaves>> {
  const since = Object.keys(leaves).map(Number);
  return leaves[Math.max(...since.filter((first) => first <= major))] ?? {};
}

/** The cases count each leaf of a root once, the report once a reference. */
function expectLeaves(statement: StatementReport, expected: Readonly<Record<string, Leaves>>): void {
  const roots = new Set(statement.tables.map(({ table }) => table.replace(/^public\./, '')));
  for (const root of Object.keys(expected)) expect(roots).toContain(root);
  for (const root of roots) {
    const { total, byGroup } = expected[root] ?? { total: 0, byGroup: {} };
    const counts = statement.tables.filter(({ table }) => table === `public.${root}`).map(({ leaves }) => leaves);
    if (counts.length === 1) expect(counts[0]).toMatchObject({ planned: total, byGroup });
    expect(Math.max(...counts.map(({ planned }) => planned))).toBeLessThanOrEqual(total);
    expect(counts.reduce((sum, { planned }) => sum + planned, 0)).toBeGreaterThanOrEqual(total);
  }
}
