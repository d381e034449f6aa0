import { describe, expect, test } from 'vitest';
import { paletteFor } from '../../src/report/palette.ts';
import type { Report } from '../../src/report/report.ts';
import { formatSummary } from '../../src/report/summary.ts';
import { type StatementSample, sampleReport, sampleTable } from './sample.ts';

const good: StatementSample = {};
const skipped: StatementSample = { path: 'db/a.sql', line: 3, status: 'skipped', reason: 'SET', kind: 'utility', tables: [] };
const inconclusive: StatementSample = { path: 'db/search.sql', line: 8, status: 'inconclusive', reason: 'needs extension vector' };
const failed: StatementSample = { path: 'db/old.sql', line: 2, status: 'failed', reason: 'relation "x" does not exist', tables: [] };

describe('the summary', () => {
  test('is one line where every statement is judged and good', () => {
    expect(summary(Array(23).fill(good))).toEqual(['✔ 23 statements, each reads one leaf per group · PostgreSQL 18.4 embedded · 0.24 s']);
    expect(summary([good])).toEqual(['✔ 1 statement, it reads one leaf per group · PostgreSQL 18.4 embedded · 0.24 s']);
  });

  test('tells of calls whose values were not looked at', () => {
    const partly: StatementSample = { ...good, path: 'app.log', line: 7, calls: 1200, unjudgedCalls: 899 };
    const lines = summary([good, partly]);
    expect(lines.join('\n')).not.toMatch(/✔|each/);
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "no finding in 2 statements (2 files)
      1 judged · 1 partly judged · coverage 100 %
        partly judged values of 899 of 1,200 calls not looked at (app.log:7)
      PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC ·
      0.24 s"
    `);
    expect(summary([partly, inconclusive]).join('\n')).toContain('values of 899 of 1,200 calls not looked at (app.log:7)');
  });

  test('calls standard input by its name', () => {
    expect(summary([good, { ...skipped, path: '-' }])[0]).toContain('1 skipped: SET (standard input:3)');
  });

  test('is one line that tells of skipped statements', () => {
    expect(summary([good, good, skipped])).toEqual([
      '✔ 2 statements, each reads one leaf per group · 1 skipped: SET (db/a.sql:3) · PostgreSQL 18.4 embedded · 0.24 s',
    ]);
  });

  test('claims no leaf per group where no table is partitioned, or rules let more pass', () => {
    expect(summary([{ tables: [] }, { tables: [sampleTable({ verdict: 'not-partitioned' })] }])[0]).toContain(
      '2 statements, none reads a partitioned table',
    );
    const leaves = { planned: 2, total: 70, byGroup: { g1: 2 } };
    expect(summary([{ tables: [sampleTable({ verdict: 'multi-leaf', leaves })] }])[0]).toContain('1 statement, no finding');
  });

  test.each([
    ['inconclusive', inconclusive],
    ['failed', failed],
  ])('never claims all good with an %s statement', (_, sample) => {
    const lines = summary([good, sample]);
    expect(lines.join('\n')).not.toMatch(/✔|each/);
    expect(lines).toMatchSnapshot();
  });

  test('says plainly that nothing was checked', () => {
    expect(summary([])).toMatchInlineSnapshot(`
      [
        "Nothing was checked: no statement in 0 files",
        "PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC ·",
        "0.24 s",
      ]
    `);
    expect(summary([skipped, skipped])).toMatchInlineSnapshot(`
      [
        "Nothing was checked: all 2 statements are skipped",
        "0 judged · 2 skipped: 2 × SET (db/a.sql:3, db/a.sql:3)",
        "PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC ·",
        "0.24 s",
      ]
    `);
  });

  test('counts equal reasons together, and names no more than a few', () => {
    const reasons = Array.from({ length: 8 }, (_, index) => ({ ...inconclusive, line: index, reason: `reason ${index}` }));
    const same = Array.from({ length: 1200 }, (_, index) => ({ ...skipped, line: index + 1 }));
    expect(summary([good, ...same, ...reasons, failed])).toMatchInlineSnapshot(`
      [
        "no finding in 1,210 statements (4 files)",
        "1 judged · 1,200 skipped · 8 inconclusive · 1 failed · coverage 10 %",
        "  skipped       1,200 × SET (db/a.sql:1, db/a.sql:2, db/a.sql:3 and 1,197 more)",
        "  inconclusive  reason 0 (db/search.sql:0)",
        "                reason 1 (db/search.sql:1)",
        "                reason 2 (db/search.sql:2)",
        "                reason 3 (db/search.sql:3)",
        "                and 4 more reasons",
        "  failed        relation "x" does not exist (db/old.sql:2)",
        "PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC ·",
        "0.24 s",
      ]
    `);
  });

  test('does not repeat the reason of a failed statement that a finding tells of', () => {
    expect(summary([{ ...failed, findings: [{ message: 'relation "x" does not exist', severity: 'warning' }] }, good])).toMatchInlineSnapshot(`
      [
        "1 warning in 2 statements (2 files)",
        "1 judged · 1 failed · coverage 50 %",
        "PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC ·",
        "0.24 s",
      ]
    `);
  });

  test('names the settings that are not the usual ones', () => {
    const settings = { TimeZone: 'Europe/Berlin', search_path: '"$user", public', role: 'app', enable_seqscan: 'off' };
    const report = sampleReport([good, inconclusive], settings);
    expect(formatSummary(report, { colour: false, width: 200, elapsedMs: 61_234, schema: 'db' }, paletteFor(false)).at(-1)).toBe(
      'PostgreSQL 18.4 embedded · schema db · timezone Europe/Berlin · role app · enable_seqscan off · 61.2 s',
    );
  });

  test('names a server of the user by its database and host, and no schema', () => {
    const usual = sampleReport([good, inconclusive]);
    const report: Report = { ...usual, server: { ...usual.server, engine: 'server', database: 'ledger@db.example.com' } };
    const presentation = { colour: false, width: 200, elapsedMs: 240, schema: '' };
    expect(formatSummary(report, presentation, paletteFor(false)).at(-1)).toBe(
      'PostgreSQL 18.4 server · ledger@db.example.com · timezone UTC · 0.24 s',
    );
  });

  test('rounds coverage down, so that only all is 100 %', () => {
    expect(summary([...Array(999).fill(good), inconclusive])[1]).toContain('coverage 99 %');
  });
});

function summary(samples: readonly StatementSample[]): readonly string[] {
  return formatSummary(sampleReport(samples), { colour: false, width: 80, elapsedMs: 240, schema: 'db/migrations (41 files)' }, paletteFor(false));
}
