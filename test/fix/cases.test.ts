import { beforeAll, describe, expect, test } from 'vitest';
import { readCatalog } from '../../src/catalog/read-catalog.ts';
import type { Database } from '../../src/database/database.ts';
import { createJudge } from '../../src/plan/judge.ts';
import type { Fix } from '../../src/report/report.ts';
import { applyEdits } from '../../src/sql/edits.ts';
import { parseStatement } from '../../src/sql/parse.ts';
import { readStatementText } from '../../src/sql/statement-text.ts';
import type { Verdict } from '../../src/verdict.ts';
import { answer, bad, type Captured, groupBy, readCases } from '../cases/records.ts';
import { openFiles, openWith } from '../open-schema.ts';

/** Every bad statement of the measured cases, with a schema that it can be planned on. */
interface Bad extends Captured {
  readonly id: string;
  readonly schema: string;
  readonly settings?: Readonly<Record<string, string>>;
}

type Pruning = Bad & { readonly verdict: Verdict };
type Unvalued = Captured & { readonly id: string; readonly expect: 'pass' | 'fail' };
interface Fault {
  readonly id: string;
  readonly ddl: readonly string[];
  readonly bad: Captured;
  readonly verdict: { readonly bad: Verdict };
}

const faults = readCases<Fault>('reports/reports.jsonl');
const reported = [...new Set(faults.flatMap(({ ddl }) => ddl))].filter((statement) => !statement.startsWith('SET LOCAL')).join(';\n');

const statements: readonly Bad[] = [
  ...readCases<Pruning>('pruning/cases.jsonl').filter(({ verdict }) => bad.includes(verdict)),
  ...readCases<Unvalued>('pruning/unvalued.jsonl')
    .filter((one) => one.expect === 'fail')
    .map((one) => ({ ...one, schema: 'ledger' })),
  ...faults.filter(({ verdict }) => bad.includes(verdict.bad)).map(({ id, bad: statement }) => ({ ...statement, id, schema: 'reports' })),
];
const groups = groupBy(statements, ({ schema, settings }) => ({ schema, settings }));

/** Bad statements whose text cannot mend them: pairs of keys in an OR or in two uses of one CTE, and views that do not show the key. */
const beyond = ['L036', 'L242', 'L263', 'U263', 'S100'];

interface Mended {
  readonly statement: Bad;
  readonly fix: Fix | null;
  /** The verdict on the rewritten statement, as a statement of its own. */
  readonly verdict: string | null;
}

describe.each([18, 15])('PostgreSQL %i', (major) => {
  let mended: readonly Mended[];
  beforeAll(async () => {
    const all: Mended[] = [];
    for (const members of groups.values()) all.push(...(await mendGroup(members, major)));
    mended = all;
  }, 300_000);

  test('four of five bad statements get a fix', () => {
    const fixed = mended.filter(({ fix }) => fix !== null).length;
    expect(fixed / mended.length).toBeGreaterThanOrEqual(0.8);
    expect(mended.filter(({ fix }) => fix === null).map(({ statement }) => statement.id)).toEqual(beyond);
  });

  test('each is proven, on its own', () => {
    const proofs = mended.flatMap(({ statement, fix, verdict }) => (fix === null ? [] : [{ id: statement.id, verdict }]));
    expect(proofs.filter(({ verdict }) => verdict !== 'ok' && verdict !== 'start-only')).toEqual([]);
  });

  test('each is what its edits make of the statement, and is SQL', () => {
    for (const { statement, fix } of mended) {
      if (fix === null) continue;
      expect(applyEdits(statement.sql, fix.edits)).toBe(fix.sql);
      expect(parseStatement(fix.sql).fault).toBeNull();
      expect(fix.kind === 'same' && fix.needs.length + fix.assumes.length > 0).toBe(false);
      expect(new Set(fix.sql.match(/\$\d+/g) ?? []).size).toBe(readStatementText(fix.sql).parameters);
      expect(readStatementText(fix.sql).parameters - readStatementText(statement.sql).parameters).toBe(fix.needs.length);
    }
  });
});

async function mendGroup(members: readonly Bad[], major: number): Promise<readonly Mended[]> {
  const [{ schema = '', settings = {} } = {}] = members;
  const database = await openSchema(schema, settings, major);
  try {
    const answers = await answer(database, new Map(members.map((one) => [one.id, one])));
    const judge = createJudge(database, await readCatalog(database));
    const mended: Mended[] = [];
    for (const statement of members) {
      const fix = answers.get(statement.id)?.findings.find(({ evidence }) => evidence.fix !== undefined)?.evidence.fix ?? null;
      const judgement = fix === null ? null : await judge(readStatementText(fix.sql), null);
      mended.push({ statement, fix, verdict: judgement?.status === 'analysed' ? judgement.verdict : (judgement?.status ?? null) });
    }
    return mended;
  } finally {
    await database.close();
  }
}

function openSchema(schema: string, settings: Readonly<Record<string, string>>, major: number): Promise<Database> {
  if (schema === 'reports') return openWith([], `${reported};\n`, { major });
  const renamed = Object.entries(settings).map(([name, value]) => [
    name === 'debug_parallel_query' && major < 16 ? 'force_parallel_mode' : name,
    value,
  ]);
  return openFiles([`fixtures/cases/pruning/${schema}.sql`, `fixtures/cases/pruning/${schema}.seed.sql`], {
    settings: Object.fromEntries(renamed),
    major,
  });
}
