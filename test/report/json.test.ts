import { expect, test } from 'vitest';
import { formatJson } from '../../src/report/json.ts';
import { sampleReport } from './sample.ts';

const report = sampleReport([{ name: 'Of "all" 漢字', sql: 'SELECT *\nFROM credit c', findings: [{ at: 'credit c' }] }, {}]);

test('the JSON report is the report', () => {
  expect(JSON.parse(formatJson(report))).toEqual(report);
});

test('the keys of version 1 are a contract', () => {
  const parsed = JSON.parse(formatJson(report));
  expect(Object.keys(parsed)).toEqual(['version', 'planlint', 'server', 'schema', 'summary', 'statements', 'findings']);
  expect(Object.keys(parsed.server)).toEqual(['engine', 'database', 'version', 'citus', 'settings']);
  expect(Object.keys(parsed.summary)).toMatchInlineSnapshot(`
    [
      "files",
      "statements",
      "distinct",
      "analysed",
      "inconclusive",
      "skipped",
      "failed",
      "errors",
      "warnings",
      "suppressed",
      "coverage",
    ]
  `);
  expect(Object.keys(parsed.statements[0])).toMatchInlineSnapshot(`
    [
      "path",
      "line",
      "column",
      "name",
      "captured",
      "kind",
      "sql",
      "calls",
      "unjudgedCalls",
      "status",
      "reason",
      "accepted",
      "verdict",
      "parameters",
      "plan",
      "tables",
      "citus",
    ]
  `);
  expect(Object.keys(parsed.statements[0].tables[0])).toMatchInlineSnapshot(`
    [
      "table",
      "named",
      "alias",
      "line",
      "column",
      "verdict",
      "keys",
      "leaves",
      "pruned",
      "executed",
      "executedWith",
      "generic",
    ]
  `);
  expect(Object.keys(parsed.findings[0])).toMatchInlineSnapshot(`
    [
      "rule",
      "severity",
      "path",
      "line",
      "column",
      "endLine",
      "endColumn",
      "statement",
      "table",
      "message",
      "help",
      "evidence",
      "fingerprint",
      "suppressed",
    ]
  `);
});

test('a statement and a finding take one line each, and the last line ends', () => {
  const lines = formatJson(report).split('\n');
  expect(lines.filter((line) => line.startsWith('    {'))).toHaveLength(3);
  expect(lines.at(-1)).toBe('');
  expect(formatJson(sampleReport([]))).toContain('"statements": [],\n  "findings": []\n}\n');
});
