import { describe, expect, test } from 'vitest';
import { formatIds } from '../../src/cli/outputs.ts';
import { loadWriters } from '../../src/cli/write-reports.ts';
import type { Finding, Report, Suppression } from '../../src/report/report.ts';
import { cleanReport, presentation } from './hostile.ts';
import { type StatementSample, sampleReport } from './sample.ts';

const formats = (await loadWriters(formatIds.map((format) => ({ format, file: null })))).map(({ format, toText }) => [format, toText] as const);

/** A report with a finding, whatever became of the statement that it is about. */
function reportOn(sample: StatementSample, change: Partial<Finding> = {}): Report {
  const report = sampleReport([{ path: 'db/a.sql', line: 7, findings: [{ message: 'Marked finding', help: 'Mend it' }], ...sample }]);
  const findings = report.findings.map((finding) => ({ ...finding, ...change }));
  const suppressed = findings.filter((finding) => finding.suppressed !== null).length;
  return { ...report, findings, summary: { ...report.summary, errors: findings.length - suppressed, suppressed } };
}

const unjudged = { verdict: null, tables: [], reason: 'so it is' } as const;

describe('an error shows in every format', () => {
  const cases: readonly (readonly [what: string, report: Report])[] = [
    ['of a judged statement', reportOn({})],
    ['of a skipped statement', reportOn({ ...unjudged, status: 'skipped' })],
    ['of an inconclusive statement', reportOn({ ...unjudged, status: 'inconclusive' })],
    ['of an accepted statement', reportOn({ ...unjudged, status: 'inconclusive', accepted: 'known' })],
    ['of a failed statement', reportOn({ ...unjudged, status: 'failed' })],
    ['of a captured statement', reportOn({ captured: true })],
    ['of no statement', reportOn({}, { statement: -1 })],
    ['of a statement that is not there', reportOn({}, { statement: 1000 })],
    ['of a file without statements', { ...reportOn({}), statements: [] }],
    ['of no table and no piece', reportOn({}, { table: null, evidence: {} })],
  ];
  for (const [what, report] of cases)
    test.each(formats)(`${what}: %s`, (format, toText) => {
      const text = toText(report, presentation);
      expect(text).toContain('Marked finding');
      expect(text).toContain('require-partition-keys');
      expect(text).toMatch(/db\/a\.sql/);
      expect(text).toMatch(/\b7\b/);
      expect(fails(format, text)).toBe(true);
    });

  test.each(formats)('of no statement, many: %s', (format, toText) => {
    const one = reportOn({});
    const findings = Array.from({ length: 5 }, (_, index) => ({ ...one.findings, ...one.findings[0], message: `Finding ${index}.`, statement: -1 }));
    const text = toText({ ...one, findings: findings as unknown as Report['findings'] }, presentation);
    for (const { message } of findings) expect(text).toContain(message.slice(0, -1));
    expect(fails(format, text)).toBe(true);
  });
});

describe('what is suppressed is not shown as failing', () => {
  const standing: readonly Suppression[] = [
    { kind: 'ignore', reason: 'yearly' },
    { kind: 'baseline', reason: 'known' },
  ];
  for (const suppressed of standing)
    test.each(formats)(`by ${suppressed.kind}: %s`, (format, toText) => {
      for (const report of [reportOn({}, { suppressed }), reportOn({}, { suppressed, statement: -1 })])
        expect(fails(format, toText(report, presentation))).toBe(false);
    });

  test.each(formats)('and a clean run neither: %s', (format, toText) => expect(fails(format, toText(cleanReport(), presentation))).toBe(false));
});

/** What is no finding has its place and its reason all the same. JSON says it by its fields, annotations and what people read may count it. */
describe('what was not judged shows in every format', () => {
  const others: readonly StatementSample[] = [{ path: 'db/fine.sql', name: 'Fine' }];
  const cases: readonly (readonly [what: string, sample: StatementSample, says: readonly RegExp[]])[] = [
    ['inconclusive', { ...unjudged, status: 'inconclusive' }, [/so it is/, /inconclusive/]],
    ['accepted', { ...unjudged, status: 'inconclusive', accepted: 'known as such' }, [/so it is/, /inconclusive/, /known as such/]],
    ['failed', { ...unjudged, status: 'failed' }, [/so it is/, /failed/]],
    ['calls', { calls: 38, unjudgedCalls: 3 }, [/values of 3 of 38 calls|"unjudgedCalls":3/]],
  ];
  for (const [what, sample, says] of cases)
    test.each(formats)(`${what}: %s`, (_, toText) => {
      const text = toText(sampleReport([{ path: 'db/a.sql', line: 7, ...sample }, ...others]), presentation);
      for (const pattern of says) expect(text).toMatch(pattern);
    });
});

/** Whether a reader takes the run for failed. */
function fails(format: (typeof formatIds)[number], text: string): boolean {
  const json = (): ReturnType<typeof JSON.parse> => JSON.parse(text);
  const readers: Readonly<Record<typeof format, () => boolean>> = {
    pretty: () => /^ {2}error /m.test(text) && /^\d+ errors? in/m.test(text),
    compact: () => /: error: /.test(text),
    json: () => json().findings.some(({ severity, suppressed }: Finding) => severity === 'error' && suppressed === null),
    sarif: () => json().runs[0].results.some(({ level, suppressions }: never) => level === 'error' && (suppressions as unknown[]).length === 0),
    junit: () => text.includes('<failure ') && !text.includes('failures="0" errors="0"'),
    github: () => /^::error /m.test(text),
    gitlab: () => json().some(({ severity }: { readonly severity: string }) => severity === 'major'),
    markdown: () => text.includes('### ❌') && text.includes('<summary>❌'),
    html: () => text.includes('<span class="badge error">error</span>'),
  };
  return readers[format]();
}
