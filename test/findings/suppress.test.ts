import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { Database } from '../../src/database/database.ts';
import { ignoreRules } from '../../src/findings/suppress.ts';
import { type LintSettings, lint } from '../../src/lint.ts';
import type { Report } from '../../src/report/report.ts';
import { parseSqlFile } from '../../src/source/sql-file.ts';
import { ledgerFiles, openFiles } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(ledgerFiles);
});
afterAll(() => database.close());

async function check(files: Readonly<Record<string, string>>, given: Partial<LintSettings> = {}): Promise<Report> {
  const statements = Object.entries(files).flatMap(([path, text]) => parseSqlFile(path, text));
  return lint({ files: 1, statements }, database, { rules, showValues: false, onProgress: () => {}, today: '2026-06-15', ...given });
}

/** `q.sql:2 no-leaf-fanout`; a warning has a `?`, what is suppressed stands in brackets. */
function outline({ findings }: Report): readonly string[] {
  return findings.map(({ path, line, rule, severity, suppressed }) => {
    const text = `${path}:${line} ${rule}${severity === 'warning' ? '?' : ''}`;
    return suppressed === null ? text : `[${text}: ${suppressed.reason}]`;
  });
}

/** Does without one key, and reads five leaves. */
const bad = 'SELECT id FROM ledger_entry WHERE account_group = 3;';
const good = "SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00';";
const update = "UPDATE ledger_entry SET account_group = 4 WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00';";
const rule = 'require-partition-keys';

describe('what an ignore covers', () => {
  const cases: readonly (readonly [name: string, files: Readonly<Record<string, string>>, findings: readonly string[]])[] = [
    ['nothing', { 'q.sql': bad }, [`q.sql:1 ${rule}`]],
    ['its statement', { 'q.sql': `-- planlint-ignore ${rule}: nightly\n${bad}\n${bad}` }, [`[q.sql:2 ${rule}: nightly]`, `q.sql:3 ${rule}`]],
    ['inside the statement', { 'q.sql': bad.replace(' WHERE', ` /* planlint-ignore ${rule}: nightly */\nWHERE`) }, [`[q.sql:1 ${rule}: nightly]`]],
    [
      'a file, and no other',
      { 'a.sql': `${bad}\n-- planlint-ignore-file ${rule}: old\n${bad}`, 'b.sql': bad },
      [`[a.sql:1 ${rule}: old]`, `[a.sql:3 ${rule}: old]`, `b.sql:1 ${rule}`],
    ],
    [
      'a range',
      { 'q.sql': `${bad}\n-- planlint-ignore-start ${rule}: old\n${bad}\n-- planlint-ignore-end\n${bad}` },
      [`q.sql:1 ${rule}`, `[q.sql:3 ${rule}: old]`, `q.sql:5 ${rule}`],
    ],
    [
      'only rules that it names',
      { 'q.sql': `-- planlint-ignore no-partition-key-update: moves on purpose\n${bad}` },
      [`q.sql:2 ${rule}`, 'q.sql:1 no-unused-ignore?'],
    ],
    [
      'several rules',
      { 'q.sql': `-- planlint-ignore ${rule}, no-partition-key-update: moves\n${update.replace(/ AND.*/, ';')}` },
      [`[q.sql:2 no-partition-key-update: moves]`, `[q.sql:2 ${rule}: moves]`],
    ],
    [
      'those of several rules that find nothing are named',
      { 'q.sql': `-- planlint-ignore ${rule}, no-leaf-fanout: nightly\n${bad}` },
      [`[q.sql:2 ${rule}: nightly]`, 'q.sql:1 no-unused-ignore?'],
    ],
    ['no statement that is good', { 'q.sql': `-- planlint-ignore ${rule}: nightly\n${good}` }, ['q.sql:1 no-unused-ignore?']],
    [
      'a file that has one to ignore among good ones',
      { 'q.sql': `-- planlint-ignore-file ${rule}: old\n${good}\n${bad}` },
      [`[q.sql:3 ${rule}: old]`],
    ],
    [
      'a rule that there is not',
      { 'q.sql': `-- planlint-ignore require-partition-key: nightly\n${bad}` },
      [`q.sql:2 ${rule}`, 'q.sql:1 no-unknown-ignore'],
    ],
    [
      'no rule about ignores',
      { 'q.sql': `-- planlint-ignore no-unused-ignore, no-leaf-fanout: hush\n${good}` },
      ['q.sql:1 no-unknown-ignore', 'q.sql:1 no-unused-ignore?'],
    ],
    [
      'nothing before its last day is over',
      { 'q.sql': `-- planlint-ignore ${rule} until 2026-06-15: rewrite\n${bad}` },
      [`[q.sql:2 ${rule}: rewrite]`],
    ],
    [
      'nothing from the next day on',
      { 'q.sql': `-- planlint-ignore ${rule} until 2026-06-14: rewrite\n${bad}` },
      [`q.sql:2 ${rule}`, 'q.sql:1 no-expired-ignore?'],
    ],
    [
      'an expired one is named where nothing is left of it',
      { 'q.sql': `-- planlint-ignore ${rule} until 2026-06-14: x\n${good}` },
      ['q.sql:1 no-expired-ignore?'],
    ],
    [
      'one that holds beside one that has expired',
      { 'q.sql': `-- planlint-ignore ${rule} until 2026-06-14: x\n-- planlint-ignore ${rule}: y\n${bad}` },
      [`[q.sql:3 ${rule}: y]`, 'q.sql:1 no-expired-ignore?'],
    ],
    ['what could not be judged is given the benefit of the doubt', { 'q.sql': `-- planlint-ignore ${rule}: nightly\nFETCH c;` }, []],
  ];
  test.each(cases)('%s', async (_, files, findings) => expect([...outline(await check(files))].sort()).toEqual([...findings].sort()));
});

test('the summary counts what is suppressed apart', async () => {
  const { summary } = await check({ 'q.sql': `-- planlint-ignore ${rule}: nightly\n${bad}\n${bad}` });
  expect(summary).toMatchObject({ errors: 1, warnings: 0, suppressed: 1 });
});

test('without comments everything counts, and nothing is said of them', async () => {
  const files = { 'q.sql': `-- planlint-ignore ${rule}, nonsense until 2020-01-01: nightly\n${bad}` };
  expect(outline(await check(files, { inlineConfig: false }))).toEqual([`q.sql:2 ${rule}`]);
});

test('an unused ignore is an error where that is asked for, and nothing is said of it where only some tables are judged', async () => {
  const files = { 'q.sql': `-- planlint-ignore ${rule}: nightly\n${good}` };
  expect(outline(await check(files, { reportUnusedIgnores: true }))).toEqual(['q.sql:1 no-unused-ignore']);
  expect(outline(await check(files, { onlySchemas: ['public'] }))).toEqual([]);
});

test('a typo names the rule that is meant', async () => {
  const { findings } = await check({ 'q.sql': `-- planlint-ignore no-leaf-fan-out: x\n${good}` });
  expect(findings).toMatchObject([
    { message: 'line 1: `no-leaf-fan-out` is ignored, and there is no such rule', help: 'Write `no-leaf-fanout`.', line: 1, column: 4 },
  ]);
});

describe('a statement that cannot be judged', () => {
  const temporary = 'SELECT * FROM ledger_entry e JOIN pg_temp.wanted w ON w.id = e.id;';
  test('may stay so where a comment accepts it', async () => {
    const { statements, findings } = await check({
      'q.sql': `-- planlint-ignore inconclusive: its table is made at run time\n${temporary}\n${temporary}`,
    });
    expect(statements.map(({ status, accepted }) => [status, accepted])).toEqual([
      ['inconclusive', 'its table is made at run time'],
      ['inconclusive', null],
    ]);
    expect(findings).toEqual([]);
  });

  test('that is judged after all makes the comment unused', async () => {
    expect(outline(await check({ 'q.sql': `-- planlint-ignore inconclusive: x\n${good}` }))).toEqual(['q.sql:1 no-unused-ignore?']);
  });
});

describe.each(rules.filter(({ id }) => Object.values<string>(ignoreRules).includes(id)))('the example of $id', ({ id, bad, good, severity }) => {
  test('is found, and its opposite is not', async () => {
    expect((await check({ 'q.sql': bad })).findings).toMatchObject([{ rule: id, severity }]);
    expect((await check({ 'q.sql': good })).findings).toEqual([]);
  });
});
