import { createBlockReader, defineFormat } from './block-reader.ts';
import { beginsEvent, type Events, pickRecords } from './events.ts';
import type { LogRecord, LogValue } from './log-format.ts';
import { unescapeText } from './notation/escapes.ts';
import { toRecord } from './record.ts';
import { findEntry, findText, hidden, toLogValue, type Written } from './written.ts';

const logfmt = /(?:^|\s)sql="([^"\\]*(?:\\.[^"\\]*)*)"/;
const isPgx = /\b(?:commandTag|args|pid)=/;

/** Long texts and bytes are cut off, which the value itself says. */
function toValue(value: Written): LogValue {
  return value.kind === 'text' && / \(truncated \d+ bytes\)$/.test(value.text) ? hidden : toLogValue(value);
}

const pick: Events['pick'] = (event, line) => {
  const holder = findText(event, 'sql') === undefined ? (findEntry(event, 'data') ?? event) : event;
  const sql = findText(holder, 'sql');
  const args = findEntry(holder, 'args');
  if (sql === undefined || (args === undefined && findEntry(holder, 'commandTag') === undefined)) return null;
  return [toRecord(sql, line, { params: args?.kind === 'list' ? args.items.map(toValue) : args?.kind === 'null' ? [] : null })];
};

const events: Events = { needs: /\b(?:args|commandTag)\b/, pick };

/** `args="[1 a b]"` does not say where one value ends. */
function fromLogfmt(text: string, line: number): readonly LogRecord[] | null {
  const sql = logfmt.exec(text)?.[1];
  if (sql === undefined || !isPgx.test(text)) return null;
  const args = /\bargs="?\[([^\]\s]*)\]"?/.exec(text)?.[1];
  const params = args === undefined ? null : args === '' ? [] : [{ known: true, text: unescapeText(args), type: null } as const];
  return [toRecord(unescapeText(sql), line, { params })];
}

export const pgx = defineFormat('pgx', 'pgx (tracelog)', () =>
  createBlockReader({
    begins: (line) => beginsEvent(line) || logfmt.test(line),
    continues: () => false,
    isWhole: () => true,
    toRecords: (block) => pickRecords(block, events) ?? fromLogfmt(block.lines.join('\n'), block.number),
  }),
);
