import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { isForeign } from './continuation.ts';
import { readEvent } from './events.ts';
import type { LogRecord, LogValue } from './log-format.ts';
import { toRecord } from './record.ts';
import { findEntry, findNumber, findText, hidden, toKnown, toLogValue, type Written } from './written.ts';

const head = /(?:Executed DbCommand|Failed executing DbCommand) \(([\d.,\s]+)ms\) \[Parameters=\[/;
/** What stands above, in a line of its own. */
const category = /\b(?:Microsoft\.EntityFrameworkCore\.Database\.Command|RelationalEventId\.Command\w+)\b/;
const end = /\], CommandType='\w+', CommandTimeout='\d+'\]/;
const event = /"commandText"\s*:/;
const facet = String.raw`(?: \((?:Nullable|Size|Precision|Scale|Direction|DbType) = [^)]*\))*`;
const parameter = new RegExp(String.raw`[@:$]?(\w+)=(?:'([\s\S]*?)'|(NULL|null)|(\{[\s\S]*?\}))(${facet})(?=, [@:$]?\w+=['N{]|$)`, 'y');
const foreign = /^(?:trce|dbug|info|warn|fail|crit): |^\[?\d\d:\d\d:\d\d|^\[?\d{4}-\d\d-\d\d/;

const types: Readonly<Record<string, string>> = {
  Boolean: 'bool',
  Int16: 'int2',
  Int32: 'int4',
  Int64: 'int8',
  Single: 'float4',
  Double: 'float8',
  Decimal: 'numeric',
  Guid: 'uuid',
  DateTime: 'timestamptz',
  DateTimeOffset: 'timestamptz',
  DateTime2: 'timestamp',
  Date: 'date',
  Time: 'time',
  Binary: 'bytea',
};

function toValue(text: string | undefined, list: string | undefined, facets: string): LogValue {
  const dbType = /DbType = (\w+)/.exec(facets)?.[1] ?? '';
  const type = types[dbType] ?? null;
  if (list !== undefined) return toList(list);
  if (text === undefined || (text === '' && type !== null)) return toKnown(null, type);
  if (text === '?') return hidden;
  // Bytes are cut off after the first thirty-two.
  if (/^0x[0-9A-F]*(?:\.{3}|…)?$/.test(text)) return /^0x(?:[0-9A-F]{2})*$/.test(text) ? toKnown(`\\x${text.slice(2)}`, 'bytea') : hidden;
  return toKnown(text, type);
}

/** `{ 'a', 'b' }`; one that is cut off ends in dots. */
function toList(text: string): LogValue {
  const inner = text.slice(1, -1).trim();
  if (/\.{3}$|…$|'\?'/.test(inner)) return hidden;
  const items = inner === '' ? [] : inner.split(/(?<='|NULL|null), (?=['Nn])/);
  const toItem = (item: string): Written => (/^null$/i.test(item) ? { kind: 'null' } : { kind: 'text', text: item.replace(/^'([\s\S]*)'$/, '$1') });
  return toLogValue({ kind: 'list', items: items.map(toItem) });
}

/** By name; `null` where the text does not go on as it should, and names would be missing. */
function toValues(text: string): LogRecord['params'] {
  const params: Record<string, LogValue> = {};
  let at = 0;
  while (at < text.length) {
    parameter.lastIndex = at;
    const found = parameter.exec(text);
    if (found === null) return null;
    params[found[1] ?? ''] = toValue(found[2], found[4], found[5] ?? '');
    at += found[0].length + 2;
  }
  return params;
}

const tags = /^(?:\s*--[^\n]*\n)+/;
const callSite = /^\s*-- File: (.+?):(\d+)\s*$/m;

function toEfRecord(sql: string, line: number, said: { readonly params: string; readonly duration: number | null }): LogRecord {
  const comments = tags.exec(`${sql}\n`)?.[0] ?? '';
  const [, file, number] = callSite.exec(comments) ?? [];
  const name = comments.split('\n').find((comment) => /\S/.test(comment) && !callSite.test(comment));
  return toRecord(sql, line, {
    dialect: 'at',
    params: toValues(said.params),
    duration: said.duration,
    caller: file === undefined ? null : { file, line: Number(number) },
    name: name?.replace(/^\s*--\s*/, '').trim() || null,
  });
}

/** What structured loggers keep of the same record. */
function toStructured(text: string, line: number): readonly LogRecord[] | null {
  const found = readEvent(text) ?? undefined;
  const holders = [found, ...['Properties', 'State', 'properties', 'state'].map((name) => findEntry(found, name))];
  const holder = holders.find((one) => findText(one, 'commandText') !== undefined);
  const sql = findText(holder, 'commandText');
  if (sql === undefined) return null;
  const isBefore = /^Executing /.test(findText(found, 'MessageTemplate', '@mt', 'Message', 'message') ?? '');
  return isBefore ? [] : [toEfRecord(sql, line, { params: findText(holder, 'parameters') ?? '', duration: findNumber(holder, 'elapsed') })];
}

const isOpen = (lines: readonly string[]) => !end.test(lines.join('\n'));

const shape: BlockShape = {
  begins: (line) => head.test(line) || event.test(line) || category.test(line),
  continues({ lines }, line) {
    if (event.test(lines[0] ?? '')) return false;
    if (head.test(line)) return lines.length === 1 && !head.test(lines[0] ?? '');
    if (!head.test(lines[0] ?? '') && !head.test(lines[1] ?? '')) return false;
    return lines.length < 200 && isOpen(lines) ? !foreign.test(line) : !foreign.test(line) && (/^\s|^$/.test(line) || !isForeign(line));
  },
  isWhole: ({ lines }) => event.test(lines[0] ?? ''),
  toRecords({ lines, number }) {
    const text = lines.join('\n');
    if (event.test(lines[0] ?? '')) return toStructured(text, number);
    const found = head.exec(text);
    const rest = text.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
    const close = [...rest.matchAll(new RegExp(end, 'g'))][0];
    if (close === undefined) return null;
    const given = rest.slice(0, close.index);
    const sql = dedent(rest.slice(close.index + close[0].length));
    return sql === '' ? null : [toEfRecord(sql, number, { params: given, duration: Number((found?.[1] ?? '').replace(/[,.\s](?=\d{3}\b)/g, '')) })];
  },
};

/** The console indents every line by six. */
function dedent(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^ {6}/, '').trimEnd())
    .join('\n')
    .trim();
}

export const efCore = defineFormat('ef-core', 'Entity Framework Core', (stray) => createBlockReader(shape, stray));
