import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { beginsEvent, continuesEvent, type Events, endsEvent, pickRecords } from './events.ts';
import type { LogRecord } from './log-format.ts';
import { toRecord } from './record.ts';
import { findEntry, findText, toParams, type Written } from './written.ts';

/** The record that the interceptor writes before a query runs; the one after it has no text. */
const pick: Events['pick'] = (event, line) => {
  const context = findEntry(event, 'context') ?? event;
  const sql = findText(context, 'sql');
  const isSlonik = findText(context, 'package') === 'slonik' || findText(event, 'message') === 'executing query';
  if (!isSlonik) return null;
  if (sql === undefined) return findText(context, 'package') === 'slonik' ? [] : null;
  const values = findEntry(context, 'values');
  const params = values?.kind === 'list' ? toParams({ ...values, items: values.items.map(hideBuffer) }) : null;
  return [toRecord(sql, line, { params, caller: findFrame(findEntry(context, 'stackTrace')) })];
};

const events: Events = { needs: /slonik|executing query/, pick };

function hideBuffer(value: Written): Written {
  return value.kind === 'text' && /^\[Buffer \d+\]$/.test(value.text) ? { kind: 'hidden' } : value;
}

/** The first frame of the application's own. */
function findFrame(stack: Written | undefined): LogRecord['caller'] {
  for (const frame of stack?.kind === 'list' ? stack.items : []) {
    const [, file, line] = (frame.kind === 'text' && /^(?:.*\()?(.+?):(\d+):\d+\)?$/.exec(frame.text)) || [];
    if (file !== undefined && !/node_modules|^node:/.test(file)) return { file: file.replace(/^file:\/\//, ''), line: Number(line) };
  }
  return null;
}

const pretty = /^\[[\d:.TZ-]+\].*@?slonik\b.*?: (?:\S.*)$/;

/** What `roarr pretty-print` makes of a record: `name: value` in lines of their own, lists with dashes, texts of several lines within three quotes. */
function parsePretty(lines: readonly string[]): Written {
  const entries: (readonly [string, Written])[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const [, key, given = ''] = /^(\w+):\s*(.*)$/.exec(lines[at] ?? '') ?? [];
    if (key === undefined) continue;
    const nested: string[] = [];
    while (given === '' && /^\s/.test(lines[at + 1] ?? '')) {
      at += 1;
      nested.push((lines[at] ?? '').slice(2));
    }
    const isText = nested[0]?.trim() === '"""';
    if (isText) entries.push([key, { kind: 'text', text: nested.slice(1, nested.lastIndexOf('"""')).join('\n') }]);
    else entries.push([key, given === '' || given === '(empty array)' ? { kind: 'list', items: toItems(nested) } : toScalar(given)]);
  }
  return { kind: 'map', entries: [...entries, ['message', { kind: 'text', text: 'executing query' }]] };
}

/** Values with dashes in front; one that is a list itself has its own a step further in. */
function toItems(lines: readonly string[]): readonly Written[] {
  const items: Written[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const text = /^-\s*(.*)$/.exec(lines[at] ?? '')?.[1];
    if (text === undefined) continue;
    const inner: string[] = [];
    while (text === '' && /^ {2}/.test(lines[at + 1] ?? '')) {
      at += 1;
      inner.push((lines[at] ?? '').slice(2));
    }
    items.push(inner.length > 0 ? { kind: 'list', items: toItems(inner) } : toScalar(text));
  }
  return items;
}

function toScalar(text: string): Written {
  if (text === 'null') return { kind: 'null' };
  return /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text) ? { kind: 'bare', text } : { kind: 'text', text: text.replace(/^(["'])(.*)\1$/s, '$2') };
}

const shape: BlockShape = {
  begins: (line) => pretty.test(line) || beginsEvent(line),
  continues: (block, line) => (pretty.test(block.lines[0] ?? '') ? /^\s|^\w+:/.test(line) : continuesEvent(block, line)),
  isWhole: (block) => !pretty.test(block.lines[0] ?? '') && endsEvent(block),
  toRecords(block) {
    const { lines, number } = block;
    if (!pretty.test(lines[0] ?? '')) return pickRecords(block, events);
    return /: executing query$/.test(lines[0] ?? '') ? pick(parsePretty(lines), number) : [];
  },
};

export const slonik = defineFormat('slonik', 'Slonik (ROARR_LOG)', (stray) => createBlockReader(shape, stray));
