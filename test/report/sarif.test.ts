import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { formatSarif } from '../../src/report/sarif/sarif.ts';
import { applyEdits } from '../../src/sql/edits.ts';
import { cleanReport, hostileReport, largeReport, nasty, presentation } from './hostile.ts';
import { sampleReport } from './sample.ts';

const schema = JSON.parse(readFileSync(new URL('../../fixtures/schemas/sarif-2.1.0.json', import.meta.url), 'utf8'));
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function parse(text: string): { readonly run: ReturnType<typeof JSON.parse>; readonly results: readonly ReturnType<typeof JSON.parse>[] } {
  const log = JSON.parse(text);
  validate(log);
  expect(validate.errors).toBeNull();
  const [run] = log.runs;
  return { run, results: run.results };
}

test('the schema refuses what is no log', () => {
  expect(validate({ version: '2.1.0', runs: [{}] })).toBe(false);
  expect(validate({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{}] }] })).toBe(false);
});

test.each([
  ['hostile', hostileReport()],
  ['clean', cleanReport()],
  ['large', largeReport(500, 20)],
  ['empty', sampleReport([])],
] as const)('a %s report is a valid log with a result a finding', (_, report) => {
  const { run, results } = parse(formatSarif(report, presentation));
  expect(results).toHaveLength(report.findings.length);
  expect(run.columnKind).toBe('utf16CodeUnits');
  const prints = results.map(({ partialFingerprints }) => partialFingerprints['planlint/v1']);
  expect(new Set(prints).size).toBe(prints.length);
  for (const { ruleId, ruleIndex } of results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
});

test('rules come with their texts, those that only a finding names with their id', () => {
  const { rules } = parse(formatSarif(hostileReport(), presentation)).run.tool.driver;
  expect(rules[0]).toEqual({
    id: 'require-partition-keys',
    shortDescription: { text: 'A reference leaves a key unconstrained.' },
    fullDescription: { text: 'Why <b> & so.' },
    help: { text: expect.stringContaining('Instead of\n  SELECT 1\n'), markdown: expect.stringContaining('## Instead of\n\n```sql\nSELECT 1\n```') },
    defaultConfiguration: { level: 'error' },
  });
  expect(rules.map(({ id }: { id: string }) => id)).toEqual(['require-partition-keys', 'no-generic-fanout', 'made-elsewhere', 'no-hidden-cascade']);
});

test('a rule has a page only where one is published, and its whole page beside it', () => {
  const [first, ...others] = presentation.rules;
  if (first === undefined) throw new Error('no rule');
  const options = { maxRows: { kind: 'count', default: 3, about: 'How many.' } };
  const rules = [{ ...first, page: 'https://planlint.example/rules', exception: 'a warning where so', options }, ...others];
  const [known, unknown] = parse(formatSarif(cleanReport(), { ...presentation, rules })).run.tool.driver.rules;
  expect([known.helpUri, unknown.helpUri]).toEqual(['https://planlint.example/rules', undefined]);
  for (const text of [known.help.text, known.help.markdown]) {
    expect(text).toMatch(
      /error, a warning where so[\s\S]*SELECT 1[\s\S]*SELECT 2[\s\S]*maxRows[\s\S]*How many\.[\s\S]*-- planlint-ignore require-partition-keys/,
    );
  }
});

test('what was set for a rule overrides what it comes with', () => {
  const [first, second] = presentation.rules;
  if (first === undefined || second === undefined) throw new Error('no rule');
  const rules = [
    { ...first, level: 'warning' as const },
    { ...second, level: 'warning' as const },
    { ...second, id: 'made-elsewhere', level: 'off' as const },
  ];
  const { run } = parse(formatSarif(hostileReport(), { ...presentation, rules }));
  expect(run.tool.driver.rules.map(({ defaultConfiguration }: never) => defaultConfiguration?.['level'])).toEqual([
    'error',
    'warning',
    'warning',
    undefined,
  ]);
  expect(run.invocations[0].ruleConfigurationOverrides).toEqual([
    { descriptor: { id: 'require-partition-keys', index: 0 }, configuration: { level: 'warning' } },
    { descriptor: { id: 'made-elsewhere', index: 2 }, configuration: { enabled: false } },
  ]);
});

test('a region counts columns in UTF-16 units, its end excluded', () => {
  const report = sampleReport([{ sql: "SELECT '🐘' FROM credit c", line: 7, column: 3, findings: [{ at: 'credit c' }] }]);
  expect(parse(formatSarif(report, presentation)).results[0].locations[0].physicalLocation.region).toEqual({
    startLine: 7,
    startColumn: 20,
    endLine: 7,
    endColumn: 28,
  });
});

test('what is suppressed stays, and says why; what is not says so too', () => {
  const { results } = parse(formatSarif(hostileReport(), presentation));
  expect(results.map(({ suppressions }) => suppressions).slice(-3)).toEqual([
    [],
    [{ kind: 'inSource', status: 'accepted', justification: 'yearly report <b>, see #12' }],
    [{ kind: 'external', status: 'accepted', justification: 'in .planlint-baseline.json' }],
  ]);
});

test('what was not judged is a notification of the run', () => {
  const [{ executionSuccessful, toolExecutionNotifications: notes }] = parse(formatSarif(hostileReport(), presentation)).run.invocations;
  expect(executionSuccessful).toBe(true);
  expect(notes.map(({ descriptor, level }: never) => [descriptor['id'], level])).toEqual([
    ['inconclusive', 'warning'],
    ['failed', 'warning'],
  ]);
  expect(notes[0].message.text).toContain('inconclusive: needs 100%');
  const nothing = sampleReport([{ status: 'inconclusive', reason: 'no table' }]);
  expect(parse(formatSarif(nothing, presentation)).run.invocations[0].executionSuccessful).toBe(false);
});

describe('a fix', () => {
  const sql = "SELECT '🐘'\nFROM credit c WHERE a = 1\n  AND date(d) = '2025-01-01'";
  const edits = [
    { start: sql.indexOf('c WHERE') + 1, end: sql.indexOf(' WHERE'), text: ' JOIN x' },
    { start: sql.indexOf('date(d)'), end: sql.length, text: 'd >= 1\n  AND d < 2' },
  ];
  const fix = { sql: applyEdits(sql, edits), edits, kind: 'same' as const, assumes: [], needs: [], leaves: 1 };
  const text = `-- a file\n  ${sql};\n`;
  const place = { sql, line: 2, column: 3, findings: [{ evidence: { fix } }] };

  test('applied to the file gives the fixed statement', () => {
    const [{ fixes }] = parse(formatSarif(sampleReport([place]), presentation)).results;
    const lines = text.split('\n');
    const offset = (line: number, column: number): number => lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    const [{ artifactLocation, replacements }] = fixes[0].artifactChanges;
    expect(artifactLocation).toEqual({ uri: 'db/queries/ledger.sql', uriBaseId: '%SRCROOT%' });
    const applied = replacements.map(({ deletedRegion: { startLine, startColumn, endLine, endColumn }, insertedContent }: never) => ({
      start: offset(startLine, startColumn),
      end: offset(endLine, endColumn),
      text: insertedContent['text'],
    }));
    expect(applyEdits(text, applied)).toBe(`-- a file\n  ${fix.sql};\n`);
    expect(fixes[0].description.text).toBe('Planned again, it reads 1 leaf and gives the same rows.');
  });

  test.each([
    ['that rests on an assumption', { ...place, findings: [{ evidence: { fix: { ...fix, kind: 'narrowed' as const } } }] }],
    ['of a captured statement', { ...place, captured: true }],
    ['of standard input', { ...place, path: '-' }],
  ])('%s is not offered', (_, sample) => {
    expect(parse(formatSarif(sampleReport([sample]), presentation)).results[0].fixes).toBeUndefined();
  });
});

const paths: readonly (readonly [path: string, folder: string, location: object])[] = [
  ['db/a.sql', '', { uri: 'db/a.sql', uriBaseId: '%SRCROOT%' }],
  ['db/a.sql', 'app', { uri: 'app/db/a.sql', uriBaseId: '%SRCROOT%' }],
  ['a b%,c:d?e#f.sql', '', { uri: 'a%20b%25%2Cc%3Ad%3Fe%23f.sql', uriBaseId: '%SRCROOT%' }],
  ['漢\n\u0000\ud800.sql', '', { uri: '%E6%BC%A2%0A%00%EF%BF%BD.sql', uriBaseId: '%SRCROOT%' }],
  ['/abs/ä.sql', 'app', { uri: 'file:///abs/%C3%A4.sql' }],
  ['C:/abs/a b.sql', '', { uri: 'file:///C:/abs/a%20b.sql' }],
  ['C:\\abs\\a.sql', '', { uri: 'file:///C:/abs/a.sql' }],
];
test.each(paths)('the path %j in %j', (path, folder, location) => {
  const { results } = parse(formatSarif(sampleReport([{ path, findings: [{}] }]), { ...presentation, folder }));
  expect(results[0].locations[0].physicalLocation.artifactLocation).toEqual(location);
});

test('a message holds no placeholder and no link', () => {
  const report = sampleReport([{ findings: [{ message: `{0} [x](http://example.com) a[1] ${nasty}`, help: '' }] }]);
  const { text } = parse(formatSarif(report, presentation)).results[0].message;
  expect(text).toMatch(/^\{\{0\}\} \\\[x\]\(http:\/\/example\.com\) a\[1\] 100%/);
});
