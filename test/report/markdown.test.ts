import { describe, expect, test } from 'vitest';
import { calm, fence, line } from '../../src/report/markdown/calm.ts';
import { formatMarkdown, marker } from '../../src/report/markdown/markdown.ts';
import { html } from '../../src/report/markup.ts';
import { cleanReport, hostileReport, largeReport } from './hostile.ts';
import { sampleReport } from './sample.ts';

test('begins with the marker, and with a sign of how it went', () => {
  const headings: readonly (readonly [Parameters<typeof formatMarkdown>[0], string])[] = [
    [cleanReport(), '### ✅ planlint: no finding in 1 statement (1 file)'],
    [hostileReport(), '### ❌ planlint: 4 errors, 2 warnings in 10 statements (5 files)'],
    [largeReport(0, 1), '### ⚠️ planlint: 1 warning in 1 statement (1 file)'],
    [sampleReport([{ status: 'inconclusive', reason: 'no table' }]), '### ⚠️ planlint: no finding in 1 statement (1 file)'],
    [sampleReport([]), '### ⚠️ planlint: no finding in 0 statements (0 files)'],
  ];
  for (const [report, heading] of headings) expect(formatMarkdown(report).split('\n').slice(0, 2)).toEqual([marker, heading]);
});

test('what is hostile stays text', () => {
  const text = formatMarkdown(hostileReport());
  const prose = text.replace(/^(`{3,}).*\n[\s\S]*?\n\1$/gm, '');
  expect(prose).not.toMatch(/<(?:script|img|i|b>漢)/);
  expect(prose).not.toMatch(/@team|#1\b/);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text.match(/^<details>$/gm)?.length).toBe(text.match(/^<\/details>$/gm)?.length);
});

test('what is suppressed is counted, what was not judged is named', () => {
  const text = formatMarkdown(hostileReport());
  expect(text).toContain('| judged | inconclusive | failed | skipped | suppressed | coverage |');
  expect(text).toContain('<summary>2 statements not judged, which is no pass</summary>');
  expect(text).toContain('<li><code>db/fine.sql:6</code> failed: relation &quot;x&quot; does not exist</li>');
  expect(text).not.toContain('Ignored');
});

describe('the size of a comment', () => {
  test.each([30, 300, 3000])('%d findings fit, and the rest is counted', (amount) => {
    const text = formatMarkdown(largeReport(amount));
    expect(text.length).toBeLessThanOrEqual(65_536);
    const shown = text.match(/^<details>$/gm)?.length ?? 0;
    const more = /^… and ([\d,]+) more findings? in ([\d,]+) statements?: too many/m.exec(text);
    expect(shown + Number((more?.[1] ?? '0').replace(',', ''))).toBe(amount);
    expect(more === null).toBe(amount === 30);
  });

  test('a statement that is too large is counted, and those behind it stand', () => {
    const sql = Array.from({ length: 8 }, () => `SELECT ${'a, '.repeat(9000)}`).join('\n');
    const text = formatMarkdown(sampleReport([{ sql, findings: [{ message: 'm'.repeat(1e5), help: 'h'.repeat(1e5) }] }, { findings: [{}] }]));
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.match(/^<details>$/gm)).toHaveLength(2);
  });

  test('many statements that were not judged are cut short', () => {
    const samples = Array.from({ length: 500 }, (_, index) => ({ line: index + 1, status: 'inconclusive' as const, reason: 'r'.repeat(2000) }));
    const text = formatMarkdown(sampleReport([...samples, { findings: [{}] }]));
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text).toContain('<li>… and 480 more</li>');
  });
});

test('a fence is longer than any in its lines', () => {
  expect(fence('sql', ['a ``` b', '`````'])).toEqual(['``````sql', 'a ``` b', '`````', '``````']);
});

test.each([
  ['@team and a@b', '@\u200bteam and a@\u200bb'],
  ["#12 it's # 1", '#\u200b12 it&#39;s # 1'],
])('%j calls nobody', (text, calmed) => expect(calm(html`${text}`)).toBe(calmed));

test('a line is cut between characters', () => {
  expect(line('a\n\nb', 10)).toBe('a b');
  expect(line('ab🐘c', 4)).toBe('ab…');
});
