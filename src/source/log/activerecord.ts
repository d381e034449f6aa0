import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import type { LogRecord, LogValue } from './log-format.ts';
import { ruby } from './notation/ruby.ts';
import { hasNumbers, toRecord } from './record.ts';
import { splitTail } from './tail.ts';
import { hidden, toLogValue, type Written } from './written.ts';

/** The name, behind what a logger or tags put in front, and the time. */
const head =
  /^(?:[DIWEFA], \[[^\]]*\] +[A-Z]+ -- [^:]*: )?(?:\[[^\]]*\] )*[^\S\n]*([A-Z][^(\n]*|)\((\d+(?:\.\d+)?)ms[^)\n]*\)(?: \(db time \d+(?:\.\d+)?ms\))? {2}(?=\S)/;
const place = /^(?:[DIWEFA], \[[^\]]*\]\s+[A-Z]+ -- [^:]*: )?(?:.*?\] )?\s*↳ (.+?):(\d+)(?::|$)/;
const prefix = /^(?:[DIWEFA], \[[^\]]*\]\s+[A-Z]+ -- [^:]*: )(?!\s*↳)/;

const isPlace = (line: string) => place.test(line);
const findPlace = (line: string): LogRecord['caller'] => {
  const [, file, number] = place.exec(line) ?? [];
  return file === undefined ? null : { file, line: Number(number) };
};
const bodyOf = (lines: readonly string[]) =>
  lines
    .filter((line) => !isPlace(line))
    .join('\n')
    .replace(head, '');

/** `[["id", 1], ["LIMIT", 1]]`: the names of columns say nothing of the numbers. */
function toValues(value: Written): readonly LogValue[] | null {
  if (value.kind !== 'list') return null;
  return value.items.map((item) => (item.kind === 'list' && item.items[1] !== undefined ? toLogValue(item.items[1]) : hidden));
}

const shape: BlockShape = {
  begins: (line) => head.test(line),
  continues({ lines }, line) {
    if (isPlace(lines.at(-1) ?? '')) return false;
    if (isPlace(line)) return true;
    return !head.test(line) && !prefix.test(line) && !/\]\]$/.test(lines.at(-1) ?? '') && continuesSql([bodyOf(lines)], line);
  },
  isWhole: ({ lines }) => isPlace(lines.at(-1) ?? ''),
  toRecords({ lines, number }, isLast) {
    const [, named = '', took] = head.exec(lines[0] ?? '') ?? [];
    const title = named.trim().replace(/^ASYNC /, '');
    // What the query cache answered was not sent.
    if (/^CACHE\b/.test(title)) return [];
    const body = bodyOf(lines).trimEnd();
    const tail = splitTail(body, '  ', ruby);
    const values = tail?.value.kind === 'list' && tail.value.items.every(({ kind }) => kind === 'list') ? toValues(tail.value) : null;
    const sql = values === null ? (body.split(/ {2}\[\[/)[0] ?? '') : (tail?.head ?? '');
    if (values === null && isLast && hasNumbers(sql) && sql === body) return null;
    const said = { duration: Number(took), caller: findPlace(lines.at(-1) ?? ''), name: title === '' || title === 'SQL' ? null : title };
    return [toRecord(sql, number, hasNumbers(sql) ? { ...said, params: values } : { ...said, dialect: 'none' })];
  },
};

export const activeRecord = defineFormat('activerecord', 'Active Record (Rails)', (stray) => createBlockReader(shape, stray));
