import { type Block, createBlockReader } from './block-reader.ts';
import { isForeign } from './continuation.ts';
import type { LogReader, LogRecord } from './log-format.ts';
import { inspect } from './notation/inspect.ts';
import { json } from './notation/json.ts';
import { type Notation, parseWritten } from './notation/notation.ts';
import type { Written } from './written.ts';

/** What a library makes of an object that an application has logged; `null` where it is none of the library's. */
export type Pick = (event: Written, line: number) => readonly LogRecord[] | null;

const jsonStart = /\{"|\[\{|\["/;
const inspectStart = /(?:^|\s)(?:\[ ?)?(?:[A-Z]\w* )?\{(?:\n|$| [\w$]+: | '[\w.]+': )/;

/** Whether an object begins in the line: as JSON, or as `console.log` prints it. */
export function beginsEvent(line: string): boolean {
  return jsonStart.test(line) || inspectStart.test(line) || line === '[';
}

/** The object of the lines: one that ends their text, whatever is in front of it. */
export function readEvent(text: string): Written | null {
  const isPrinted = text.search(inspectStart) !== -1 && !(text.search(jsonStart) !== -1 && text.search(jsonStart) < text.search(inspectStart));
  const [first, second] = isPrinted
    ? ([
        [inspectStart, inspect],
        [jsonStart, json],
      ] as const)
    : ([
        [jsonStart, json],
        [inspectStart, inspect],
      ] as const);
  return find(text, ...first) ?? find(text, ...second);
}

function find(text: string, start: RegExp, notation: Notation): Written | null {
  const found = start.exec(text);
  if (found === null) return notation === inspect && text.startsWith('[\n') ? (parseWritten(text, notation)?.value ?? null) : null;
  const offset = found[0].search(/[[{]/);
  return parseWritten(text, notation, found.index + offset)?.value ?? null;
}

/** Objects of several lines end at the depth they began at. */
export function continuesEvent({ lines }: Block, line: string): boolean {
  const first = lines[0] ?? '';
  if (!/[[{(+]$/.test(first)) return false;
  return (/^[\s}\]]/.test(line) || line === '') && !isForeign(line) && !endsEvent({ lines, number: 0 });
}

export function endsEvent({ lines }: Block): boolean {
  return lines.length === 1 ? !/[[{(+]$/.test(lines[0] ?? '') : /^[}\]]/.test(lines.at(-1) ?? '');
}

export function createEventReader(pick: Pick): LogReader {
  return createBlockReader({
    begins: beginsEvent,
    continues: continuesEvent,
    isWhole: endsEvent,
    toRecords: ({ lines, number }) => pickRecords(lines, number, pick),
  });
}

export function pickRecords(lines: readonly string[], number: number, pick: Pick): readonly LogRecord[] | null {
  const event = readEvent(lines.join('\n'));
  if (event?.kind !== 'list') return event === null ? null : pick(event, number);
  const records = event.items.flatMap((item) => pick(item, number) ?? []);
  return records.length === 0 ? null : records;
}
