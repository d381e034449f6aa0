import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql, findOpen } from './continuation.ts';
import { toMilliseconds } from './duration.ts';
import type { LogRecord } from './log-format.ts';
import { hasNumbers, toRecord } from './record.ts';
import { hidden } from './written.ts';

const head = /^\s*\[(\d+(?:\.\d+)?)(ns|µs|us|ms|s)\] (?:\[rows:(?:-|\d+)\] )/;
const place = /^(?:\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d+)? )?((?:[A-Za-z]:)?[^\s:][^:]*\.go):(\d+)(?: .*|$)/;

const findPlace = (line = ''): LogRecord['caller'] => {
  const [, file, number] = place.exec(line) ?? [];
  return file === undefined ? null : { file, line: Number(number) };
};

/** Bytes are left out of the text. */
function toNumbers(sql: string): Pick<LogRecord, 'sql' | 'params' | 'dialect'> {
  if (hasNumbers(sql)) return { sql, params: null, dialect: 'dollar' };
  const parts = sql.split("'<binary>'");
  if (parts.length === 1) return { sql, params: null, dialect: 'none' };
  const params = parts.slice(1).map(() => hidden);
  return { sql: parts.reduce((text, part, index) => `${text}$${index}${part}`), params, dialect: 'dollar' };
}

const bodyOf = (lines: readonly string[]) => lines.slice(lines.findIndex((line) => head.test(line))).join('\n');

const shape: BlockShape = {
  begins: (line) => head.test(line) || findPlace(line) !== null,
  continues({ lines }, line) {
    const hasHead = lines.some((one) => head.test(one));
    if (head.test(line)) return !hasHead && lines.length === 1;
    const body = bodyOf(lines).replace(head, '');
    if (line === '' && findOpen(body) !== 'quote') return false;
    return hasHead && findPlace(line) === null && continuesSql([body], line);
  },
  toRecords({ lines, number }) {
    const at = lines.findIndex((line) => head.test(line));
    if (at === -1) return null;
    const found = head.exec(lines[at] ?? '');
    const { sql, params, dialect } = toNumbers(bodyOf(lines).replace(head, ''));
    const duration = toMilliseconds(found?.[1], found?.[2]);
    return sql.trim() === '' ? null : [toRecord(sql, number + at, { dialect, params, duration, caller: at === 0 ? null : findPlace(lines[0]) })];
  },
};

export const gorm = defineFormat('gorm', 'GORM', (stray) => createBlockReader(shape, stray));
