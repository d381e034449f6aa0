import { beforeAll, describe, expect, test } from 'vitest';
import { majors, openWith } from '../open-schema.ts';
import { type Answer, answer, bad, good } from './records.ts';
import { groupReports, reportsSchema, toSettings } from './reports.ts';

const servers = majors.flatMap((major) => [...groupReports()].map(([local, members]) => ({ major, local, members })));

describe.each(servers)('PostgreSQL $major: $local', ({ major, local, members }) => {
  let answers: ReadonlyMap<string, Answer>;
  beforeAll(async () => {
    const database = await openWith([], reportsSchema, { settings: toSettings(JSON.parse(local)), major });
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
