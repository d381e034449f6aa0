import { type Block, type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import type { LogRecord } from './log-format.ts';
import { beginsMonolog, parseMonolog } from './monolog.ts';
import { json } from './notation/json.ts';
import { parseWritten } from './notation/notation.ts';
import { beginsPrinted, continuesPrinted, parsePrinted } from './notation/php.ts';
import { hasNumbers, toRecord } from './record.ts';
import { findEntry, findNumber, findText, toNumbered, toParams, type Written } from './written.ts';

const verb = /^\s*(?:select|insert|update|delete|with|merge)\b/i;
const jsonLine = /^\[?\{"/;

/** One query of `DB::getQueryLog()`, or what a `DB::listen` made of it. */
function toQuery(query: Written, line: number, message = ''): LogRecord | null {
  const text = findText(query, 'query', 'sql') ?? (verb.test(message) ? message : undefined);
  const bindings = findEntry(query, 'bindings');
  const time = findNumber(query, 'time') ?? findNumber(query, 'duration');
  const isLaravel = ['query', 'time', 'connection', 'connectionName'].some((key) => findEntry(query, key) !== undefined) || message !== '';
  if (text === undefined || bindings === undefined || !isLaravel) return null;
  const given = withDates(bindings);
  const params = toNumbered(given) ?? toParams(given);
  const isNamed = params !== null && !Array.isArray(params);
  const dialect = isNamed ? 'colon' : hasNumbers(text) && !text.includes('?') ? 'dollar' : 'question';
  return toRecord(text, line, { dialect, params, duration: time });
}

/** Dates are objects of PHP's until they are bound. */
function withDates(value: Written): Written {
  if (value.kind === 'list') return { kind: 'list', items: value.items.map(withDates) };
  if (value.kind !== 'map') return value;
  const date = findText(value, 'date');
  if (date !== undefined) return { kind: 'text', text: `${date} ${findText(value, 'timezone') ?? ''}`.trim() };
  return { kind: 'map', entries: value.entries.map(([key, item]) => [key, withDates(item)] as const) };
}

const toQueries = (value: Written, line: number): readonly LogRecord[] | null => {
  const list = findEntry(value, 'queries') ?? value;
  const items =
    value.kind === 'map' && value.entries.every(([key]) => /^\d+$/.test(key))
      ? value.entries.map(([, item]) => item)
      : list.kind === 'list'
        ? list.items
        : [value];
  const records = items.flatMap((item) => toQuery(item, line) ?? []);
  return records.length === 0 ? null : records;
};

function toMonologRecords({ lines, number }: Block): readonly LogRecord[] | null {
  const record = parseMonolog(lines.join('\n'));
  if (record === null || record.channel === 'doctrine') return null;
  const { context, message } = record;
  if (context.kind === 'list' && verb.test(message)) return [toRecord(message, number, { dialect: 'question', params: toParams(context) })];
  if (context.kind === 'null' && verb.test(message)) return [toRecord(message, number, { dialect: message.includes('?') ? 'question' : 'none' })];
  const query = toQuery(context, number, message);
  return query === null ? toQueries(context, number) : [query];
}

const shape: BlockShape = {
  begins: (line) => beginsMonolog(line) || beginsPrinted(line) || jsonLine.test(line),
  continues({ lines }, line) {
    const [first = ''] = lines;
    if (beginsPrinted(first)) return continuesPrinted(lines, line);
    return beginsMonolog(first) && !beginsMonolog(line) && !/[\]}]\s*$/.test(lines.at(-1) ?? '') && continuesSql(lines, line);
  },
  isWhole: ({ lines }) => !beginsMonolog(lines[0] ?? '') && jsonLine.test(lines[0] ?? ''),
  toRecords(block) {
    const text = block.lines.join('\n');
    if (beginsMonolog(text)) return toMonologRecords(block);
    const value = beginsPrinted(block.lines[0] ?? '') ? parsePrinted(block.lines) : (parseWritten(text, json)?.value ?? null);
    return value === null ? null : toQueries(value, block.number);
  },
};

export const laravel = defineFormat('laravel', 'Laravel (DB::listen, query log)', (stray) => createBlockReader(shape, stray));
