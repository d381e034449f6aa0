import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { run } from './run.ts';

let cwd = '';
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'query-files-'));
  await cp('fixtures/ledger/schema.sql', join(cwd, 'schema.sql'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function check(file: string, text: string, flags: readonly string[] = []) {
  await writeFile(join(cwd, file), text);
  const { code, stdout, stderr } = await run(['check', file, '--schema', 'schema.sql', '--format', 'json', ...flags], { cwd });
  return { code, stderr, report: JSON.parse(stdout) as Report, text: await readFile(join(cwd, file), 'utf8') };
}

const good = 'SELECT id FROM ledger_entry WHERE account_group = :g AND created_at = :at';

/** A program or a file of queries, the text that the finding underlines, and the statement as `--fix` leaves it. */
const cases: readonly (readonly [file: string, text: string, underlined: string, mended: string | null])[] = [
  [
    'sqlc.sql',
    `-- name: Good :many\n${good.replace(/:(\w)/g, '@$1')};\n\n-- name: Day :many\nSELECT id FROM ledger_entry\nWHERE account_group = sqlc.arg('group') AND date(created_at) = @day::date;\n`,
    'date(created_at) = @day::date',
    "WHERE account_group = sqlc.arg('group') AND created_at >= @day::date AND created_at < @day::date + 1;",
  ],
  [
    'plain.sql',
    `${good};\nSELECT id FROM ledger_entry WHERE account_group = :the_long_name_of_a_group AND date(created_at) = :day::date`,
    'date(created_at) = :day::date',
    'AND created_at >= :day::date AND created_at < :day::date + 1',
  ],
  [
    'a.py',
    `good = "${good.replace(/:(\w+)/g, '%($1)s')}"\nbad = ("SELECT id FROM ledger_entry "\n       "WHERE account_group = %(group)s AND date(created_at) = %(day)s::date")\n`,
    'date(created_at) = %(day)s::date',
    '"WHERE account_group = %(group)s AND created_at >= %(day)s::date AND created_at < %(day)s::date + 1")',
  ],
  [
    'A.java',
    'class A {\n  String q = """\n      SELECT id FROM ledger_entry\n      WHERE account_group = ? AND date(created_at) = ?::date""";\n}\n',
    'date(created_at) = ?::date',
    // A value that goes by its place cannot be written twice.
    null,
  ],
  [
    'A.cs',
    'class A { const string Q = @"SELECT ""id"" FROM ledger_entry WHERE account_group = @g AND date(created_at) = @day::date"; }\n',
    'date(created_at) = @day::date',
    'AND created_at >= @day::date AND created_at < @day::date + 1',
  ],
  [
    'm.xml',
    '<mapper namespace="M">\n  <select id="s">SELECT id FROM ledger_entry WHERE 1 &lt; 2 AND account_group = #{g,jdbcType=INTEGER} AND date(created_at) = #{day}::date</select>\n</mapper>\n',
    'date(created_at) = #{day}::date',
    null,
  ],
];

describe.each(cases)('%s', (file, text, underlined, mended) => {
  test('the finding stands where its file has it', async () => {
    const { code, report } = await check(file, text);
    expect(code).toBe(1);
    expect(report.findings.map(({ rule }) => rule)).toEqual(['no-wrapped-partition-key']);
    const [{ line = 0, column = 0, endLine = 0, endColumn = 0, evidence, statement = 0 } = { evidence: {} }] = report.findings;
    const offsetOf = (atLine: number, atColumn: number): number =>
      text
        .split('\n')
        .slice(0, atLine - 1)
        .join('\n').length +
      (atLine === 1 ? 0 : 1) +
      atColumn -
      1;
    expect(text.slice(offsetOf(line, column), offsetOf(endLine, endColumn))).toBe(underlined);
    expect(report.statements[statement]?.sql.slice(...(evidence.span ?? []))).toBe(underlined);
  });

  test('--fix writes what the file can say, or leaves it', async () => {
    const { code, report, text: after } = await check(file, text, ['--fix']);
    if (mended === null) expect([code, after]).toEqual([1, text]);
    else {
      expect(after).toContain(mended);
      expect([code, report.summary.errors]).toEqual([0, 0]);
    }
  });
});

test('what is not static is inconclusive, and named', async () => {
  const { report } = await check('b.py', `a = f"SELECT id FROM {table} WHERE id = %s"\nb = "${good.replace(/:(\w+)/g, '%($1)s')}"\n`);
  expect(report.statements.map(({ line, status, reason }) => [line, status, reason])).toEqual([
    [1, 'inconclusive', 'not static: {table} is put in when it runs'],
    [2, 'analysed', null],
  ]);
});

test('--dialect says what a file does not tell', async () => {
  const text = 'SELECT id FROM ledger_entry WHERE account_group = :g AND created_at = ? AND id = ANY (@ids)';
  expect((await check('c.sql', text)).report.statements[0]?.status).toBe('failed');
  const mixed = await check('c.sql', 'SELECT id FROM ledger_entry WHERE account_group>=@g AND account_group<=@g AND created_at=@at', [
    '--dialect',
    'dapper',
  ]);
  expect([mixed.code, mixed.report.statements[0]?.status]).toEqual([0, 'analysed']);
});

test('a dialect that there is not', async () => {
  const { code, stderr } = await run(['check', 'schema.sql', '--schema', 'schema.sql', '--dialect', 'sqlcc'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('--dialect: there is no dialect sqlcc');
  expect(stderr).toContain('did you mean "sqlc"?');
  expect((await run(['check', '--help-dialects'])).stdout).toMatch(/^postgresql .*\nsqlc /);
});
