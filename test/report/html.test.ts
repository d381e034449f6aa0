import { describe, expect, test } from 'vitest';
import { formatHtml } from '../../src/report/html/html.ts';
import { drawSql } from '../../src/report/html/sql.ts';
import { html, prose } from '../../src/report/markup.ts';
import { cleanReport, hostileReport, largeReport, presentation } from './hostile.ts';
import { sampleReport } from './sample.ts';

describe('markup', () => {
  test.each([
    ['<b>&"\'', '&lt;b&gt;&amp;&quot;&#39;'],
    ['\u001b[0m\u0000\ud800', '␛[0m␀�'],
    ['a\n\tb', 'a\n\tb'],
  ])('the text %j is %j', (text, markup) => expect(html`${text}`.markup).toBe(markup));

  test('what is markup already stays, code stands between backticks', () => {
    expect(html`<p>${html`<b>${'<'}</b>`}${[html`1`, html`2`]}${3}</p>`.markup).toBe('<p><b>&lt;</b>123</p>');
    expect(prose('`a<b` is `c').markup).toBe('<code>a&lt;b</code> is `c');
  });
});

const marked: readonly (readonly [sql: string, marks: readonly (readonly [number, number])[], markup: string])[] = [
  ['SELECT a', [[7, 8]], 'SELECT <mark class="error">a</mark>'],
  ['SELECT a', [[8, 8]], 'SELECT a<mark class="error gap"></mark>'],
  ["'🐘' <a>", [[1, 3]], '&#39;<mark class="error">🐘</mark>&#39; &lt;a&gt;'],
  [
    'abcd',
    [
      [0, 3],
      [2, 4],
    ],
    '<mark class="error">ab</mark><mark class="error">c</mark><mark class="error">d</mark>',
  ],
];
test.each(marked)('%s with marks at %j', (sql, marks, markup) => {
  const drawn = drawSql(
    { sql, line: 1, column: 1 },
    marks.map(([start, end]) => ({ start, end, severity: 'error' })),
  ).markup;
  expect(/data-line="1">(.*)\n/.exec(drawn)?.[1]).toBe(markup);
});

test('a mark over two lines is on both', () => {
  const { markup } = drawSql({ sql: 'a b\r\nc d', line: 3, column: 2 }, [{ start: 2, end: 6, severity: 'warning' }]);
  expect(markup).toContain('data-line="3"> a <mark class="warning">b</mark>\n');
  expect(markup).toContain('data-line="4"><mark class="warning">c</mark> d\n');
});

/** The tags of a page, without its own script and style. */
function tagsOf(page: string): readonly string[] {
  return [...page.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '').matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name ?? '');
}

test('nothing of the report becomes a tag, and no control is left', () => {
  const page = formatHtml(hostileReport(), presentation);
  expect(new Set(tagsOf(page))).not.toContain('script');
  expect(new Set(tagsOf(page))).not.toContain('img');
  expect(new Set(tagsOf(page))).not.toContain('b');
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
  const tags = page.replaceAll(/="[^"#][^"]*"/g, '=""').match(/<[^>]*>/g) ?? [];
  expect(tags.filter((tag) => /\ssrc=|\shref="(?!#)/.test(tag))).toEqual([]);
});

test('what is suppressed and what was not judged is there, and says so', () => {
  const page = formatHtml(hostileReport(), presentation);
  expect(page).toContain('Ignored in the source: yearly report &lt;b&gt;, see #12');
  expect(page).toContain('In the baseline: in .planlint-baseline.json');
  expect(page).toContain('<h2>Not judged</h2>');
  expect(page).toContain('relation &quot;x&quot; does not exist');
});

test.each([
  ['clean', cleanReport(), '1 statement judged, nothing found.'],
  ['empty', sampleReport([]), 'There was no statement to check.'],
  ['unjudged', sampleReport([{ status: 'inconclusive', reason: 'no table' }]), 'Nothing was judged.'],
] as const)('a %s report says so', (_, report, text) => expect(formatHtml(report, presentation)).toContain(text));

test('a thousand findings take a few kilobytes each', () => {
  const page = formatHtml(largeReport(1000), presentation);
  expect(page.match(/<details class="card/g)).toHaveLength(1000);
  expect(page.length).toBeLessThan(4_000_000);
});
