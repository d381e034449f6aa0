import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import type { Database } from '../src/database/database.ts';
import { lint } from '../src/lint.ts';
import type { Report } from '../src/report/report.ts';
import type { Rule } from '../src/rule.ts';
import type { Statement } from '../src/source/statement.ts';
import { checkSql, outline, toStatement } from './check-sql.ts';
import { ledgerFiles, openFiles } from './open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(ledgerFiles);
});
afterAll(() => database.close());

const run = (statements: readonly Statement[], given: Partial<Parameters<typeof lint>[2]> = {}): Promise<Report> =>
  lint({ files: 2, statements }, database, { rules, showValues: false, onProgress: () => {}, ...given });

const one = "account_group = 3 AND created_at = '2025-06-11'";

describe('the report', () => {
  const statements = [
    toStatement(`SELECT 1 FROM debit WHERE ${one}`),
    toStatement(`SELECT 1 FROM debit WHERE ${one}`, { line: 2 }),
    toStatement('SELECT 1 FROM debit WHERE account_group IN (3, 4) AND created_at = $1', { line: 3 }),
    toStatement('SELECT 1 FROM debit', { line: 4, calls: 7 }),
    toStatement('SELECT amuont FROM debit', { line: 5 }),
    toStatement('SELECT 1 FROM nowhere', { line: 6 }),
    toStatement('VACUUM debit', { line: 7 }),
    toStatement('SELECT 1 FROM account', { line: 8 }),
  ];

  test('counts what became of the statements', async () => {
    const { summary, findings } = await run(statements);
    expect(summary).toEqual({
      files: 2,
      statements: 8,
      distinct: 7,
      analysed: 5,
      inconclusive: 1,
      skipped: 1,
      failed: 1,
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: 1,
      suppressed: 0,
      coverage: 5 / 7,
    });
    expect(summary.errors).toBe(3);
  });

  test('has the statements in the order they came in, and findings that point at them', async () => {
    const report = await run(statements);
    expect(report.statements.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(report.statements.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'multi-group', 'missing-key', null, null, null, 'not-partitioned']);
    expect(report.findings.map(({ statement }) => statement)).toEqual([2, 3, 3, 4]);
    expect(report.statements[3]?.calls).toBe(7);
  });

  test('says on which server, under which settings', async () => {
    const { server, version } = await run([]);
    expect(server).toMatchObject({ engine: 'embedded', version: database.version, settings: { timezone: 'UTC' } });
    expect(version).toBe(1);
  });

  test('of nothing covers all of it', async () => {
    expect((await run([])).summary).toMatchObject({ statements: 0, coverage: 1, errors: 0 });
    expect((await run([toStatement('VACUUM')])).summary).toMatchObject({ statements: 1, skipped: 1, coverage: 1 });
  });

  test('masks the values of what was captured, unless they are to be shown', async () => {
    const captured = [toStatement("SELECT 1 FROM debit WHERE id = 'secret' AND account_group = 3", { captured: true })];
    const [hidden, shown] = [await run(captured), await run(captured, { showValues: true })];
    expect(JSON.stringify(hidden)).not.toContain('secret');
    expect(shown.statements[0]?.sql).toContain("'secret'");
    expect(hidden.statements[0]?.sql).toHaveLength(shown.statements[0]?.sql.length ?? 0);
  });
});

test('progress is told after each statement', async () => {
  const told: (readonly [number, number])[] = [];
  await run([toStatement('SELECT 1'), toStatement('SELECT 2'), toStatement('SELECT 1')], { onProgress: (done, total) => told.push([done, total]) });
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test('each rule sees every statement, and only the rules that are given speak', async () => {
  const seen: string[] = [];
  const rule: Rule = {
    id: 'no-select-one',
    summary: 'A statement selects one.',
    why: 'It is known.',
    bad: 'SELECT 1',
    good: 'SELECT 2',
    severity: 'warning',
    *check({ statement, judgement }) {
      seen.push(judgement.status);
      yield { span: null, message: `found in ${statement.path}`, help: 'Leave it.' };
    },
  };
  const { findings, summary } = await run([toStatement('SELECT 1 FROM debit'), toStatement('VACUUM', { line: 2 })], { rules: [rule] });
  expect(seen).toEqual(['analysed', 'skipped']);
  expect(findings).toMatchObject([
    { rule: 'no-select-one', severity: 'warning', table: null, line: 1, evidence: { span: [0, 19] } },
    { rule: 'no-select-one', line: 2 },
  ]);
  expect(summary).toMatchObject({ errors: 0, warnings: 2 });
});

describe('statements that hold another one are judged by it', () => {
  test.each([
    ['EXPLAIN ANALYZE ‸', 'select'],
    ['EXPLAIN (ANALYZE, BUFFERS)\n‸', 'select'],
    ['PREPARE p (integer) AS ‸', 'select'],
    ['DECLARE c CURSOR WITH HOLD FOR ‸', 'select'],
    ['CREATE TEMP TABLE t AS ‸', 'select'],
    ['COPY (‸) TO STDOUT', 'select'],
    ['WITH w AS (‸) INSERT INTO ledger_lookup SELECT 1, 2, 3, now() FROM w', 'insert'],
  ])('%s', async (around, kind) => {
    const inner = 'SELECT id FROM debit d WHERE account_group = 3';
    const bad = await checkSql(
      database,
      around.replace('‸', () => inner),
    );
    expect(bad.statement).toMatchObject({ status: 'analysed', kind, verdict: 'missing-key' });
    expect(outline(bad)).toEqual(['require-partition-keys | created_at | debit d']);
    const good = await checkSql(
      database,
      around.replace('‸', () => `SELECT id FROM debit d WHERE ${one}`),
    );
    expect(good.statement).toMatchObject({ status: 'analysed', kind, verdict: 'ok' });
  });
});

describe('nothing that is checked is done', () => {
  test.each([
    'DELETE FROM ledger_lookup',
    'WITH d AS (DELETE FROM ledger_lookup RETURNING 1) SELECT * FROM d',
    'EXPLAIN ANALYZE DELETE FROM ledger_lookup',
    'SELECT 1; DROP TABLE ledger_lookup',
    'TRUNCATE ledger_lookup',
    'CREATE TABLE left_behind AS SELECT 1',
  ])('%s', async (sql) => {
    await run([toStatement(sql)]);
    const [row] = await database.query("SELECT count(*)::integer AS rows, to_regclass('left_behind') IS NULL AS clean FROM ledger_lookup");
    expect(row).toEqual({ rows: 2240, clean: true });
  });
});
