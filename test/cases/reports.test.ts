import { beforeAll, describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/verdict.ts';
import { majors, openWith } from '../open-schema.ts';
import { type Answer, answer, bad, type Captured, good, groupBy, readCases } from './records.ts';

interface Fault {
  readonly id: string;
  readonly ddl: readonly string[];
  readonly bad: Captured;
  readonly fixed: Captured;
  readonly verdict: Readonly<Record<'bad' | 'fixed', Verdict>>;
}

const isLocal = (statement: string): boolean => statement.startsWith('SET LOCAL');

const faults = readCases<Fault>('reports/reports.jsonl');
const groups = groupBy(faults, ({ ddl }) => ddl.filter(isLocal));
/** Faults on tables of one name have the same schema, so that all schemas fit into one. */
const schema = [...new Set(faults.flatMap(({ ddl }) => ddl))].filter((statement) => !isLocal(statement));

const servers = majors.flatMap((major) => [...groups].map(([local, members]) => ({ major, local, members })));

describe.each(servers)('PostgreSQL $major: $local', ({ major, local, members }) => {
  let answers: ReadonlyMap<string, Answer>;
  beforeAll(async () => {
    const settings = (JSON.parse(local) as readonly string[]).map((statement) => {
      const [, name = '', value = ''] = /^SET LOCAL ([\w.]+)(?: =)? '?([^']*)/.exec(statement) ?? [];
      return [name.toLowerCase(), value];
    });
    const database = await openWith([], `${schema.join(';\n')};\n`, { settings: Object.fromEntries(settings), major });
    const records = members.flatMap(({ id, ...fault }) => (['bad', 'fixed'] as const).map((which) => [`${id} ${which}`, fault[which]] as const));
    answers = await answer(database, new Map(records)).finally(database.close);
  });

  const cases = members.flatMap(({ id, verdict }) =>
    (['bad', 'fixed'] as const).map((which) => ({ name: `${id} ${which}`, verdict: verdict[which] })),
  );
  test.each(cases)('$name is $verdict', ({ name, verdict }) => {
    const { statement, isFlagged } = answers.get(name) as Answer;
    expect(statement).toMatchObject({ status: 'analysed', verdict });
    if (bad.includes(verdict)) expect(isFlagged).toBe(true);
    if (good.includes(verdict)) expect(isFlagged).toBe(false);
  });
});
