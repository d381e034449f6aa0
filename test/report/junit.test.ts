import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { formatJunit } from '../../src/report/junit.ts';
import { cleanReport, hostileReport, largeReport, nastyPath, presentation } from './hostile.ts';
import { sampleReport } from './sample.ts';

interface Testcase {
  readonly '@name': string;
  readonly '@classname': string;
  readonly failure?: { readonly '@message': string; readonly '@type': string; readonly '#text': string };
  readonly error?: { readonly '@message': string };
  readonly skipped?: { readonly '@message': string };
  readonly 'system-out'?: string;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 1e6 },
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

function parse(xml: string): {
  readonly suites: readonly { readonly [key: string]: string }[];
  readonly cases: readonly Testcase[];
  readonly all: unknown;
} {
  expect(XMLValidator.validate(xml)).toBe(true);
  const { testsuites } = parser.parse(xml);
  return { suites: testsuites.testsuite ?? [], cases: (testsuites.testsuite ?? []).flatMap((suite: never) => suite['testcase']), all: testsuites };
}

test('a suite a file, a case a statement, and nothing passes that was not judged', () => {
  const { suites, cases, all } = parse(formatJunit(hostileReport(), presentation));
  expect(suites.map((suite) => [suite['@name'], suite['@tests'], suite['@failures'], suite['@errors'], suite['@skipped']])).toEqual([
    [nastyPath, '2', '2', '0', '0'],
    ['app log.jsonl', '1', '1', '0', '0'],
    ['standard input', '1', '0', '0', '0'],
    ['db/fine.sql', '4', '0', '1', '2'],
    ['db/known.sql', '2', '0', '0', '0'],
  ]);
  expect(all).toMatchObject({ '@tests': '10', '@failures': '3', '@errors': '1', '@skipped': '2', '@time': '1.234' });
  expect(cases.filter((one) => !one.failure && !one.error && !one.skipped).map((one) => one['@name'])).toEqual([
    '1:1 select',
    '1:1 Fine',
    '1:1 Ignored',
    '2:1 InBaseline',
  ]);
});

test('a failure says what and where, with the statement; warnings are output', () => {
  const [first, , , stdin] = parse(formatJunit(hostileReport(), presentation)).cases;
  expect(first?.['@name']).toBe('3:5 Of "all" <b>漢字</b> & ␇');
  expect(first?.failure?.['@message']).toContain('`credit c` reads 2 leaves; 100% <script>alert("x")</script> ]]> & ␛[31mred␛[0m␀ a:b,c 🐘');
  expect(first?.failure?.['#text']).toContain('[require-partition-keys]');
  expect(first?.failure?.['#text']).toContain("'<img src=x onerror=alert(1)>'");
  expect(first?.['system-out']).toContain('warning: 3:18 The generic plan reads all. [no-generic-fanout]');
  expect(stdin?.['system-out']).toBe('warning: 1:1 No table. Do it. [no-hidden-cascade]');
});

describe('what became of a statement', () => {
  const warning = { severity: 'warning' as const };
  const cases = [
    ['analysed', [], 'passed'],
    ['analysed', [{}], 'failure'],
    ['analysed', [warning], 'passed'],
    ['inconclusive', [], 'skipped'],
    ['inconclusive', [warning], 'skipped'],
    ['inconclusive', [{}], 'failure'],
    ['skipped', [], 'skipped'],
    ['failed', [], 'error'],
    ['failed', [{}], 'failure'],
    ['failed', [warning], 'error'],
  ] as const;
  test.each(cases)('%s with %j: %s', (status, findings, outcome) => {
    const [one] = parse(formatJunit(sampleReport([{ status, reason: 'so', findings }]), presentation)).cases;
    expect((['failure', 'error', 'skipped'] as const).find((key) => one?.[key] !== undefined) ?? 'passed').toBe(outcome);
  });
});

const texts: readonly (readonly [text: string, read: string])[] = [
  ['a\nb\tc\rd', 'a\nb\tc\rd'],
  ['\u0000\u0008\u001b\u007f\u0085', '␀␈␛␡�'],
  ['\ud800 \udfff', '� �'],
  ['\ufffe\uffff', '��'],
  ['🐘漢字', '🐘漢字'],
  [`<a b="c" d='e'>&amp;]]>`, `<a b="c" d='e'>&amp;]]>`],
];
test.each(texts)('the text %j is read as %j', (text, read) => {
  const report = sampleReport([{ name: text, sql: text, findings: [{ message: text, help: '' }] }]);
  const [one] = parse(formatJunit(report, presentation)).cases;
  expect(one?.failure?.['@message']).toBe(read);
  expect(one?.failure?.['#text'].endsWith(`\n\n${read}`)).toBe(true);
});

test('a clean run, an empty one and a large one', () => {
  expect(parse(formatJunit(cleanReport(), presentation)).cases).toHaveLength(1);
  expect(parse(formatJunit(sampleReport([]), presentation)).suites).toEqual([]);
  expect(parse(formatJunit(largeReport(300), presentation)).cases).toHaveLength(300);
});
