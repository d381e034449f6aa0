import { type Block, createBlockReader } from './block-reader.ts';
import type { LogReader, LogRecord, Stray } from './log-format.ts';
import { inspect } from './notation/inspect.ts';
import { json } from './notation/json.ts';
import { type Notation, parseWritten } from './notation/notation.ts';
import type { Written } from './written.ts';

/** Objects of a library that an application has logged. */
export interface Events {
  /** What the text of such an object has in it; others need not be taken apart. */
  readonly needs: RegExp;
  /** What becomes of an object; `null` where it is none of the library's. */
  readonly pick: (event: Written, line: number) => readonly LogRecord[] | null;
}

const jsonStart = /\{"|\[\{/;
const inspectStart = /(?:^|\s)(?:\[ ?)?(?:[A-Z]\w* )?\{(?:\n|$| [\w$]+: | '[\w.]+': )/;

/** Whether an object begins in the line: as JSON, or as `console.log` prints it. */
export function beginsEvent(line: string): boolean {
  return line.includes('{') ? jsonStart.test(line) || inspectStart.test(line) : line === '[';
}

/** The object of the lines, whatever is in front of it: in the form that begins first. */
export function readEvent(text: string): Written | null {
  const printed = text.search(inspectStart);
  const inJson = text.search(jsonStart);
  const isPrinted = printed !== -1 && (inJson === -1 || printed < inJson);
  if (isPrinted) return find(text, inspectStart, inspect) ?? find(text, jsonStart, json);
  return find(text, jsonStart, json) ?? find(text, inspectStart, inspect);
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
  return (/^[\s}\]]/.test(line) || line === '') && !/^\s+at \S/.test(line) && !endsEvent({ lines, number: 0 });
}

export function endsEvent({ lines }: Block): boolean {
  return lines.length === 1 ? !/[[{(+]$/.test(lines[0] ?? '') : /^[}\]]/.test(lines.at(-1) ?? '');
}

export function createEventReader(events: Events, stray?: Stray): LogReader {
  return createBlockReader(
    {
      begins: beginsEvent,
      continues: continuesEvent,
      isWhole: endsEvent,
      toRecords: (block) => pickRecords(block, events),
    },
    stray,
  );
}

export function pickRecords({ lines, number }: Block, { needs, pick }: Events): readonly LogRecord[] | null {
  const text = lines.join('\n');
  const event = needs.test(text) ? readEvent(text) : null;
  if (event?.kind !== 'list') return event === null ? null : pick(event, number);
  const records = event.items.flatMap((item) => pick(item, number) ?? []);
  return records.length === 0 ? null : records;
}
