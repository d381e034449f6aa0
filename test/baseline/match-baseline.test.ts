import { describe, expect, test } from 'vitest';
import { applyBaseline } from '../../src/baseline/apply-baseline.ts';
import { formatBaseline, parseBaseline } from '../../src/baseline/baseline-file.ts';
import type { Surroundings } from '../../src/baseline/is-stale.ts';
import { matchBaseline } from '../../src/baseline/match-baseline.ts';
import type { BaselineEntry, Report } from '../../src/report/report.ts';
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

/** Everything that a report's statements come from was read and judged, and no file holds anything else. */
function around(report: Report, given: Partial<Surroundings> & { readonly gone?: readonly string[] } = {}): Surroundings {
  const { gone = [], ...rest } = given;
  const paths = report.statements.map(({ path }) => path);
  return {
    scopes: [{ paths, isInForce: () => true, judges: () => true }],
    pathOf: (path) => path,
    textOf: (path) => (gone.includes(path) ? null : ''),
    ...rest,
  };
}

function entry(text: string): BaselineEntry {
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
    const match = matchBaseline(made, entries.map(entry), '2026-06-15', around(made, { gone }));
    const applied = applyBaseline(made, match.held);
    expect(applied.findings.filter(({ suppressed }) => suppressed === null).map(({ path, fingerprint }) => `${path} ${fingerprint}`)).toEqual(fails);
    expect(applied.summary).toMatchObject({ errors: fails.length, suppressed: made.findings.length - fails.length });
    expect(match.stale.map(({ path, fingerprint }) => `${path} ${fingerprint}`)).toEqual(stale);
    // What is written then hides all that is found, and has nothing that is stale.
    const written = [...match.used, ...match.others, ...match.fresh.keys()];
    const again = matchBaseline(made, written, '2000-01-01', around(made));
    expect([again.held.size, again.fresh.size, again.stale.length]).toEqual([made.findings.length, 0, 0]);
  });
});

describe('an entry that holds nothing is stale only where what it was for is judged, or gone', () => {
  const sql = 'SELECT a FROM t WHERE b = 1';
  const held = { path: 'q.sql', rule: 'r', table: 'public.t', statement: 'select a from t where b = 1', fingerprint: 'x' };
  const read = { paths: ['q.sql'], isInForce: () => true, judges: () => true };
  const cases: readonly {
    readonly name: string;
    readonly isStale: boolean;
    readonly statement?: {
      readonly sql?: string;
      readonly path?: string;
      readonly status?: 'inconclusive' | 'failed' | 'skipped';
      readonly captured?: true;
    };
    readonly entry?: Partial<BaselineEntry>;
    readonly scopes?: Surroundings['scopes'];
    readonly text?: string | null;
  }[] = [
    { name: 'judged without it', isStale: true, statement: {} },
    { name: 'written otherwise', isStale: true, statement: { sql: `${sql} AND c = 2` } },
    { name: 'replaced', isStale: true, statement: { sql: 'SELECT 1' } },
    { name: 'the last statement of the file is gone', isStale: true },
    { name: 'the file is gone', isStale: true, text: null, scopes: [] },
    { name: 'the file was not read', isStale: false, scopes: [{ ...read, paths: ['other.sql'] }] },
    { name: 'its rule is off', isStale: false, statement: {}, scopes: [{ ...read, isInForce: (rule) => rule !== 'r' }] },
    { name: 'its rule is off, and the file holds nothing', isStale: false, scopes: [{ ...read, isInForce: (rule) => rule !== 'r' }] },
    { name: 'its table was not judged', isStale: false, statement: {}, scopes: [{ ...read, judges: (table) => table !== 'public.t' }] },
    { name: 'another rule is off', isStale: true, statement: {}, scopes: [{ ...read, isInForce: (rule) => rule === 'r' }] },
    { name: 'one of two projects did not judge it', isStale: false, statement: {}, scopes: [read, { ...read, judges: () => false }] },
    {
      name: 'a project that does not read it does not judge it',
      isStale: true,
      statement: {},
      scopes: [read, { ...read, paths: [], judges: () => false }],
    },
    { name: 'inconclusive', isStale: false, statement: { status: 'inconclusive' } },
    { name: 'failed', isStale: false, statement: { status: 'failed' } },
    { name: 'inside of what is skipped', isStale: false, statement: { sql: `CREATE RULE r AS ON UPDATE TO u DO ${sql}`, status: 'skipped' } },
    { name: 'another is inconclusive', isStale: true, statement: { sql: 'SELECT 1 FROM u', status: 'inconclusive' } },
    { name: 'in a body that was not looked at', isStale: false, text: `CREATE FUNCTION f() … $$\n  select a\n  FROM t -- now\n  WHERE b = 1;\n$$` },
    { name: 'commented out', isStale: true, text: `-- ${sql}\n/* ${sql} */` },
    {
      name: 'an entry that does not say its statement, and one is inconclusive',
      isStale: false,
      entry: { statement: '' },
      statement: { sql: 'SELECT 1', status: 'failed' },
    },
    { name: 'one that is cut, judged', isStale: true, entry: { statement: 'select a from …' }, statement: {} },
    { name: 'captured, and its file sends others only', isStale: true, entry: { captured: true }, statement: { sql: 'SELECT 1', captured: true } },
    { name: 'captured, and its file sends nothing in this run', isStale: false, entry: { captured: true }, scopes: [{ ...read, paths: [] }] },
    {
      name: 'captured, and judged without it',
      isStale: true,
      entry: { captured: true, statement: 'select a from t where b = ?' },
      statement: { captured: true },
    },
    { name: 'captured, and sent by a file that is gone', isStale: true, entry: { captured: true }, text: null },
    { name: 'captured from a program that is no file', isStale: false, entry: { captured: true, path: 'npm test' }, text: null },
    { name: 'captured from a program with a file', isStale: false, entry: { captured: true, path: 'node app.js' }, text: null },
  ];
  test.each(cases)('$name', ({ isStale, statement, entry: own, scopes = [read], text = '' }) => {
    const made = sampleReport(statement === undefined ? [] : [{ path: 'q.sql', sql, ...statement }]);
    const { stale, others } = matchBaseline(made, [{ ...held, ...own }], '2026-06-15', around(made, { scopes, textOf: () => text }));
    expect([stale.length, others.length]).toEqual(isStale ? [1, 0] : [0, 1]);
  });
});

test('ten thousand entries take ten times as long as a thousand, and not a hundred', () => {
  const time = (amount: number): number => {
    const texts = Array.from({ length: amount }, (_, index) => `f${index % 40} ${index % 7 === 0 ? 'same' : index}`);
    const made = report(...texts);
    const entries = texts.map((text) => entry(text.replace(/^f/, 'g')));
    const match = (): number => {
      const started = performance.now();
      expect(matchBaseline(made, entries, '2026-06-15', around(made, { textOf: () => null })).held.size).toBe(amount);
      return performance.now() - started;
    };
    return Math.min(match(), match(), match(), match());
  };
  expect(time(10_000) / time(1000)).toBeLessThan(40);
});

test('what is written by hand is kept, and stands in the report', () => {
  const made = report('b x');
  const own = { ...entry('a x 2099-01-01'), reason: 'the yearly report' };
  const { held, used } = matchBaseline(made, [own], '2026-06-15', around(made, { gone: ['a'] }));
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
    [whole({ ...entry('a x'), captured: false }), 'f: "captured" in entries[0] is not true'],
    [whole({ path: 'a', rule: 'r' }), 'f: entries[0] has no "fingerprint"'],
    [whole(entry('a x 2027-02-29')), 'f: "until" in entries[0] is "2027-02-29"'],
  ];
  test.each(cases)('%s', (text, message) => {
    expect(() => parseBaseline('f', text)).toThrow(expect.objectContaining({ name: 'UserError', area: 'config', message, hint: expect.any(String) }));
  });
});
