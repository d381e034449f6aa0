import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { isForeign } from './continuation.ts';
import type { LogRecord } from './log-format.ts';
import { elixir } from './notation/elixir.ts';
import { toRecord } from './record.ts';
import { splitTail } from './tail.ts';
import { toParams } from './written.ts';

const head = /^(?:.*?\s)?QUERY (?:OK|ERROR)\b(?: source="([^"]*)")?(.*)$/;
const place = /^\s*↳ .*?\bat: (.+?):(\d+)/;
const timing = /\b(?:db|decode|query)=([\d.]+)ms/g;

const isPlace = (line: string) => /^\s*(?:↳ |\(?\w*\)? ?.*\bat: \S+:\d+$)/.test(line) && place.test(line.includes('↳') ? line : `↳ ${line}`);
const findPlace = (line = ''): LogRecord['caller'] => {
  const [, file, number] = place.exec(line.includes('↳') ? line : `↳ ${line}`) ?? [];
  return file === undefined ? null : { file, line: Number(number) };
};
const textOf = (lines: readonly string[]) => lines.slice(1).join('\n');

const splitParams = (text: string) => splitTail(text, ' ', elixir) ?? splitTail(text, '\n', elixir);

const shape: BlockShape = {
  begins: (line) => head.test(line),
  continues({ lines }, line) {
    if (head.test(line) || isPlace(lines.at(-1) ?? '')) return false;
    if (isPlace(line)) return true;
    if (lines.length > 1 && /\]\s*$/.test(lines.at(-1) ?? '') && splitParams(textOf(lines)) !== null) return false;
    return !isForeign(line);
  },
  isWhole: ({ lines }) => isPlace(lines.at(-1) ?? ''),
  toRecords({ lines, number }) {
    const caller = isPlace(lines.at(-1) ?? '') ? findPlace(lines.at(-1)) : null;
    const text = textOf(caller === null ? lines : lines.slice(0, -1)).trim();
    const tail = splitParams(text);
    if (tail === null || tail.value.kind !== 'list' || tail.head.trim() === '') return null;
    const [, source, times = ''] = head.exec(lines[0] ?? '') ?? [];
    const [, duration] = [...times.matchAll(timing)][0] ?? [];
    return [
      toRecord(tail.head, number, {
        params: toParams(tail.value),
        caller,
        name: source ?? null,
        duration: duration === undefined ? null : Number(duration),
      }),
    ];
  },
};

export const ecto = defineFormat('ecto', 'Ecto', (stray) => createBlockReader(shape, stray));
