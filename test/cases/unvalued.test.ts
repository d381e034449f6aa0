import { beforeAll, describe, expect, test } from 'vitest';
import { majors, openFiles } from '../open-schema.ts';
import { type Answer, answer, type Captured, readCases } from './records.ts';

const cases = readCases<Captured & { readonly id: string; readonly expect: 'pass' | 'fail' }>('pruning/unvalued.jsonl');
const files = ['fixtures/cases/pruning/ledger.sql', 'fixtures/cases/pruning/ledger.seed.sql'];

describe.each(majors)('PostgreSQL %i', (major) => {
  let answers: ReadonlyMap<string, Answer>;
  beforeAll(async () => {
    const database = await openFiles(files, { major });
    answers = await answer(database, new Map(cases.map((one) => [one.id, one]))).finally(database.close);
  });

  test.each(cases)('$id has to $expect with values drawn for it', ({ id, expect: outcome, sql }) => {
    const { statement, isFlagged } = answers.get(id) as Answer;
    expect(statement).toMatchObject({ status: 'analysed', parameters: /\$\d/.test(sql) ? 'sampled' : 'none' });
    expect(isFlagged).toBe(outcome === 'fail');
  });
});
