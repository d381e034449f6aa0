import { expect, test } from 'vitest';
import { toCaptured } from '../../src/capture/record.ts';
import { startRecording } from '../../src/capture/recording.ts';
import { parseJsonLines } from '../../src/source/json-lines.ts';
import { trackSettings } from '../../src/source/track-settings.ts';

const nowhere = { application: '', site: null, tracker: trackSettings() };

const text = (value: string | null) => ({ bytes: value === null ? null : Buffer.from(value), isBinary: false });

function record(limit: number | undefined, statements: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const recording = startRecording((line) => lines.push(line), limit);
  for (const [index, sql] of statements.entries()) recording.add({ sql }, index);
  recording.end();
  expect(recording.statements()).toBe(statements.length);
  return lines.map((line) => {
    const { sql, calls, durationMs } = JSON.parse(line);
    return `${sql} ${calls} ${durationMs}`;
  });
}

test('equal statements are one line, with the mean of their durations', () => {
  expect(record(undefined, ['a', 'b', 'a', 'a'])).toEqual(['b 1 1', 'a 3 1.667']);
});

test('where there is no room, those that came longest ago are written, and begin anew', () => {
  const room = 2 * JSON.stringify({ sql: 'a' }).length;
  expect(record(room, ['a', 'b', 'a', 'c', 'b', 'a'])).toEqual(['b 1 1', 'a 2 1', 'c 1 3', 'b 1 4', 'a 1 5']);
});

test('one statement that is longer than the room', () => {
  expect(record(1, ['abc', 'abc', 'd'])).toEqual(['abc 2 0.5', 'd 1 2']);
});

test('what is written is read as it was sent', async () => {
  const lines: string[] = [];
  const recording = startRecording((line) => lines.push(line));
  const values = [text('é"\n'), text(null), { bytes: Buffer.from([1]), isBinary: true }, { bytes: Buffer.from([0, 0, 0, 5]), isBinary: true }];
  recording.add(
    toCaptured({ sql: 'SELECT $1, $2, $3, $4', name: 'find', values, types: [25, 0, 0, 23], hasFailed: false, durationMs: 1 }, nowhere),
    1,
  );
  recording.add(toCaptured({ sql: 'SELECT $1::int', name: '', values: [text('1')], types: [], hasFailed: false, durationMs: null }, nowhere), null);
  recording.end();
  const [first, second] = await parseJsonLines('q.jsonl', lines.join(''));
  expect(first).toMatchObject({ name: 'find', calls: 1, sql: 'SELECT $1, $2, $3, $4' });
  expect(first?.parameters?.values).toEqual(
    new Map([
      [1, 'é"\n'],
      [2, null],
      [4, '5'],
    ]),
  );
  expect(first?.parameters?.types).toEqual(
    new Map([
      [1, 'text'],
      [4, 'int4'],
    ]),
  );
  expect(second?.parameters?.values).toEqual(new Map([[1, '1']]));
});

test.each([
  ['find-entry', 'find-entry'],
  ['S_1', undefined],
  ['_pg3_0', undefined],
  ['__asyncpg_stmt_4__', undefined],
  ['stmtcache_0f1e2d3c4b5a69788796a5b4c3d2e1f0abcdefabcdefabcd', undefined],
  ['sqlx_s_12', undefined],
  ['', undefined],
])('the name "%s"', (name, kept) => {
  expect(toCaptured({ sql: 'SELECT 1', name, values: [], types: [], hasFailed: false, durationMs: 1 }, nowhere).name).toBe(kept);
});
