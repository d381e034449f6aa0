import { describe, expect, test } from 'vitest';
import { applyBaseline } from '../../src/baseline/apply-baseline.ts';
import { formatBaseline, parseBaseline } from '../../src/baseline/baseline-file.ts';
import { matchBaseline } from '../../src/baseline/match-baseline.ts';
import type { Report } from '../../src/report/report.ts';
import { sampleReport } from '../report/sample.ts';

/** A report with findings written as `path fingerprint`; `~` before one stands for a captured statement, and a path alone for a statement without. */
function report(...findings: readonly string[]): Report {
  const samples = findings.map((text) => {
    const [path = '', fingerprint] = text.replace('~', '').split(' ');
    return { path, captured: text.startsWith('~'), findings: fingerprint === undefined ? [] : [{ rule: 'r' }], fingerprint };
  });
  const made = sampleReport(samples);
  return {
    ...made,
    findings: made.findings.map((finding) => ({ ...finding, fingerprint: samples[finding.statement]?.fingerprint ?? '' })),
  };
}

function entry(text: string) {
  const [path = '', fingerprint = '', until] = text.split(' ');
  return { path, rule: 'r', table: null, statement: 's', fingerprint, ...(until === undefined ? {} : { until }) };
}

describe('of findings and entries', () => {
  const cases: readonly {
    readonly name: string;
    readonly entries: readonly string[];
    readonly found: readonly string[];
    readonly fails?: readonly string[];
    readonly stale?: readonly string[];
    readonly gone?: readonly string[];
  }[] = [
    { name: 'what is in it is hidden', entries: ['a x', 'a y'], found: ['a x', 'a y'] },
    { name: 'one more fails', entries: ['a x'], found: ['a x', 'a y'], fails: ['a y'] },
    { name: 'one mended and another made in the same file fails', entries: ['a x', 'a y'], found: ['a x', 'a z'], fails: ['a z'], stale: ['a y'] },
    { name: 'a copy in the same file fails', entries: ['a x'], found: ['a x', 'a x'], fails: ['a x'] },
    { name: 'a copy in another file fails', entries: ['a x'], found: ['a x', 'b x'], fails: ['b x'] },
    { name: 'a copy in an earlier file fails, and not the first', entries: ['b x'], found: ['a x', 'b x'], fails: ['a x'] },
    { name: 'two of a kind need two entries', entries: ['a x', 'a x'], found: ['a x', 'a x'] },
    { name: 'one of two of a kind is mended', entries: ['a x', 'a x'], found: ['a x'], stale: ['a x'] },
    { name: 'what is moved to another file stays hidden', entries: ['a x'], found: ['a', 'b x'] },
    { name: 'what is moved with its file stays hidden', entries: ['a x'], found: ['b x'], gone: ['a'] },
    { name: 'a copy fails where its first file was not looked at', entries: ['a x'], found: ['b x'], fails: ['b x'] },
    { name: 'files that were not looked at have no stale entries', entries: ['a x', 'b y'], found: ['a'], stale: ['a x'] },
    { name: 'a file that is gone has', entries: ['a x', 'b y'], found: ['a x'], stale: ['b y'], gone: ['b'] },
    { name: 'an expired entry hides nothing and is not stale', entries: ['a x 2026-06-14'], found: ['a x'], fails: ['a x'] },
    { name: 'the last day counts', entries: ['a x 2026-06-15'], found: ['a x'] },
    { name: 'a captured statement is one, however often it is seen at a place', entries: ['a x'], found: ['~a x', '~a x'] },
    { name: 'a captured statement from another place fails', entries: ['a x'], found: ['~a x', '~b x'], fails: ['b x'] },
  ];
  test.each(cases)('$name', ({ entries, found, fails = [], stale = [], gone = [] }) => {
    const made = report(...found);
    const match = matchBaseline(made, entries.map(entry), { today: '2026-06-15', pathOf: (path) => path, isGone: (path) => gone.includes(path) });
    const applied = applyBaseline(made, match.held);
    expect(applied.findings.filter(({ suppressed }) => suppressed === null).map(({ path, fingerprint }) => `${path} ${fingerprint}`)).toEqual(fails);
    expect(applied.summary).toMatchObject({ errors: fails.length, suppressed: made.findings.length - fails.length });
    expect(match.stale.map(({ path, fingerprint }) => `${path} ${fingerprint}`)).toEqual(stale);
    // What is written then hides all that is found, and has nothing that is stale.
    const written = [...match.used, ...match.others, ...match.fresh.keys()];
    const again = matchBaseline(made, written, { today: '2000-01-01', pathOf: (path) => path, isGone: () => false });
    expect([again.held.size, again.fresh.size, again.stale.length]).toEqual([made.findings.length, 0, 0]);
  });
});

test('what is written by hand is kept, and stands in the report', () => {
  const made = report('b x');
  const own = { ...entry('a x 2099-01-01'), reason: 'the yearly report' };
  const { held, used } = matchBaseline(made, [own], { today: '2026-06-15', pathOf: (path) => path, isGone: () => true });
  expect(used).toEqual([{ ...own, path: 'b' }]);
  expect(applyBaseline(made, held).findings[0]?.suppressed).toEqual({ kind: 'baseline', reason: 'the yearly report' });
});

test('a file is the same for the same entries, and reads as it was written', () => {
  const entries = ['b x', 'a y', 'a x 2027-01-31'].map(entry);
  const text = formatBaseline(entries);
  expect(formatBaseline(entries.toReversed())).toBe(text);
  expect(formatBaseline(parseBaseline('f', text))).toBe(text);
  expect(parseBaseline('f', text.replaceAll('\n', '\r\n'))).toEqual(['a x 2027-01-31', 'a y', 'b x'].map(entry));
});

describe('what is no baseline is refused', () => {
  const whole = (entry: unknown): string => JSON.stringify({ version: 1, entries: [entry] });
  const cases: readonly (readonly [text: string, message: string])[] = [
    ['', 'f: is no JSON'],
    ['{', 'f: is no JSON'],
    ['{\n<<<<<<< HEAD\n', 'f: holds the marks of a merge conflict'],
    ['[]', 'f: is no baseline'],
    ['null', 'f: is no baseline'],
    ['{"entries":[]}', 'f: is no baseline'],
    ['{"version":2,"entries":[]}', 'f: has version 2'],
    ['{"version":1}', 'f: "entries" is no list'],
    ['{"version":1,"entrys":[]}', 'f: unknown key "entrys"'],
    [whole(3), 'f: entries[0] is no object'],
    [whole({ ...entry('a x'), reson: 'y' }), 'f: unknown key "reson" in entries[0]'],
    [whole({ ...entry('a x'), reason: 3 }), 'f: "reason" in entries[0] is no text'],
    [whole({ path: 'a', rule: 'r' }), 'f: entries[0] has no "fingerprint"'],
    [whole(entry('a x 2027-02-29')), 'f: "until" in entries[0] is "2027-02-29"'],
  ];
  test.each(cases)('%s', (text, message) => {
    expect(() => parseBaseline('f', text)).toThrow(expect.objectContaining({ name: 'UserError', area: 'config', message, hint: expect.any(String) }));
  });
});
