import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { emptyReport } from '../../src/findings/empty-report.ts';
import { addFiles, addText, newContent, toKey } from '../../src/results/content.ts';
import { findReport, keepReport } from '../../src/results/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'planlint-results-'));
afterAll(() => rmSync(folder, { recursive: true }));
const kept = { report: emptyReport, paths: [] };
const noon = new Date('2027-01-31T12:10:00Z');

async function keyOf(text: string, now = noon): Promise<string> {
  const content = newContent();
  writeFileSync(join(folder, 'q.sql'), text);
  expect(await addFiles(content, 'q.sql', folder)).toBe(true);
  return toKey(content, now);
}

describe('a key', () => {
  test.each<[text: string, changed: string, same: boolean]>([
    ['SELECT 1', 'SELECT 1', true],
    ['SELECT 1', 'SELECT 2', false],
    ['SELECT 1', 'SELECT 1 ', false],
  ])('of %j and %j', async (text, changed, same) => {
    expect((await keyOf(text)) === (await keyOf(changed))).toBe(same);
  });

  test.each<[text: string, hour: boolean]>([
    ['SELECT 1', true],
    ['SELECT known FROM a', true],
    ['SELECT now ()', false],
    ['SELECT CURRENT_DATE', false],
    ['SELECT current_timestamp(3)', false],
    ["SELECT date 'today'", false],
    [`${'-'.repeat((1 << 20) - 3)}\nnow()`, false],
  ])('%s holds for the day: %s', async (text, day) => {
    expect((await keyOf(text)) === (await keyOf(text, new Date('2027-01-31T13:00:00Z')))).toBe(day);
    expect((await keyOf(text)) === (await keyOf(text, new Date('2027-01-31T12:59:59Z')))).toBe(true);
    expect((await keyOf(text)) === (await keyOf(text, new Date('2027-02-01T00:00:00Z')))).toBe(false);
  });

  test('tells where one text ends', () => {
    const [one, other] = [newContent(), newContent()];
    addText(one, 'a', 'xy');
    addText(one, 'b', 'z');
    addText(other, 'a', 'x');
    addText(other, 'b', 'yz');
    expect(toKey(one, noon)).not.toBe(toKey(other, noon));
  });

  test('there is none for what cannot be read twice', async () => {
    expect(await addFiles(newContent(), '/dev/null', folder)).toBe(false);
  });
});

describe('a kept report', () => {
  const place = join(folder, 'kept');

  test('is found under its key, by its user alone', () => {
    expect(findReport(place, 'a1')).toBe(null);
    keepReport(place, 'a1', kept);
    expect([findReport(place, 'a1'), findReport(place, 'a2')]).toEqual([kept, null]);
    if (process.platform !== 'win32') expect(statSync(join(place, 'report-a1')).mode & 0o777).toBe(0o600);
  });

  test.each<[what: string, damage: (text: string) => string]>([
    ['cut off', (text) => text.slice(0, -10)],
    ['changed', (text) => text.replace('"errors":0', '"errors":1')],
    ['empty', () => ''],
    ['another file', () => '{}'],
    ['of another key', () => readFileSync(join(place, 'report-b0'), 'utf8')],
  ])('that is %s is none', (_, damage) => {
    keepReport(place, 'b0', kept);
    keepReport(place, 'b1', kept);
    const file = join(place, 'report-b1');
    writeFileSync(file, damage(readFileSync(file, 'utf8')));
    expect(findReport(place, 'b1')).toBe(null);
  });

  test('makes way for others', () => {
    for (let index = 0; index < 70; index += 1) keepReport(place, `c${index}`, kept);
    expect(readdirSync(place)).toHaveLength(64);
  });

  test('that cannot be written is no error', () => {
    writeFileSync(join(folder, 'file'), '');
    keepReport(join(folder, 'file'), 'd1', kept);
    mkdirSync(join(folder, 'taken/report-d1/x'), { recursive: true });
    keepReport(join(folder, 'taken'), 'd1', kept);
    expect(readdirSync(join(folder, 'taken'))).toEqual(['report-d1']);
  });
});
