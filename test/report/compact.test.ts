import { expect, test } from 'vitest';
import { formatCompact } from '../../src/report/compact.ts';
import { cleanReport, hostileReport } from './hostile.ts';
import { sampleReport } from './sample.ts';

/** What editors take for a place and a message. */
const matcher = /^(.*):(\d+):(\d+):\s+(error|warning|note):\s+(.*)$/;

test('a line for each finding that counts and each statement not judged, then the sum', () => {
  const lines = formatCompact(hostileReport()).trimEnd().split('\n');
  const matched = lines.slice(0, -1).map((line) => matcher.exec(line));
  expect(matched.map((match) => match?.slice(1, 5))).toEqual([
    ['db/100% off, a:b/we[i]rd 🐘 <script>.sql', '4', '6', 'error'],
    ['db/100% off, a:b/we[i]rd 🐘 <script>.sql', '3', '18', 'warning'],
    ['db/100% off, a:b/we[i]rd 🐘 <script>.sql', '10', '6', 'error'],
    ['db/100% off, a:b/we[i]rd 🐘 <script>.sql', '10', '6', 'error'],
    ['app log.jsonl', '7', '1', 'error'],
    ['standard input', '1', '1', 'warning'],
    ['db/fine.sql', '5', '1', 'note'],
    ['db/fine.sql', '6', '1', 'note'],
  ]);
  expect(lines.at(-1)).toBe('4 errors, 2 warnings in 10 statements (5 files) · 1 inconclusive · 1 failed · 1 skipped · 2 suppressed');
});

test('no control reaches the terminal, and a message stays on its line', () => {
  const text = formatCompact(hostileReport());
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  const path = sampleReport([{ path: 'a\nb\u001b[2J.sql', findings: [{ message: 'one\ntwo', help: 'Do\r\nthree' }] }]);
  expect(formatCompact(path).split('\n')[0]).toBe('a b␛[2J.sql:1:1: error: one two. Do three. [require-partition-keys]');
});

test('a clean run has its line too', () => {
  expect(formatCompact(cleanReport())).toBe('no finding in 1 statement (1 file)\n');
});
