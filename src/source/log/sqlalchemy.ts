import { type Block, type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import type { Dialect, LogRecord } from './log-format.ts';
import { parseWritten } from './notation/notation.ts';
import { python } from './notation/python.ts';
import { hasNumbers, toRecord } from './record.ts';
import { hidden, toParams, type Written } from './written.ts';

const head = /^.*?\bsqlalchemy\.engine(?:\.base)?(?:\.Engine)?(?:\.[\w.]+)?(?::\d+)?(?:\]|\s|:|\||-(?=\s)|(?:INFO|DEBUG)\b)*/;
const stats = /^\[(?:generated in|cached since|raw sql|no key|caching disabled|dialect |compiled in|insertmanyvalues)[^\]]*\]\s?/;
const notSql = /^(?:BEGIN \(implicit\)|BEGIN TWOPHASE|COMMIT using|ROLLBACK using|Col \(|Row \(|\(|[A-Z][a-z]+ .*(?:connection|pool|transaction))/;
const shown = /\.\.\. displaying (\d+) of (\d+) total bound parameter sets \.\.\./;

const isHead = (line: string) => line.includes('sqlalchemy.engine') && head.test(line);
const textOf = (line: string) => (line.includes('sqlalchemy.engine') ? line.replace(head, '') : line);
/** Values stand in a record of their own behind the statement's; before 1.4 with nothing in front. */
const isValues = (line: string) => isHead(line) && (/^\[/.test(textOf(line)) || /^(?:\{.*\}|\(.*\)|\[.*\])$/.test(textOf(line)));

function dialectOf(sql: string, value: Written | null): Dialect {
  if (value?.kind === 'map' || /%\(\w+\)s/.test(sql)) return 'pyformat';
  if (hasNumbers(sql)) return 'dollar';
  return /%s|%%/.test(sql) ? 'format' : value?.kind === 'list' && value.items.length > 0 ? 'question' : 'pyformat';
}

/** Many sets of values are a statement each; the middle of more than a few is not printed. */
function toRecords(sql: string, number: number, values: string): readonly LogRecord[] {
  if (/^\[SQL parameters hidden/.test(values)) return [toRecord(sql, number, { dialect: dialectOf(sql, null), params: toHidden(sql) })];
  const value = parseWritten(values, python)?.value ?? null;
  const isMany =
    value?.kind === 'list' && value.items.length > 0 && value.items.every(({ kind }) => kind === 'map' || kind === 'list' || kind === 'hidden');
  const sets = isMany && /^\s*[[(]\s*[{([]/.test(values) && !isArrayOnly(sql, value) ? value.items : [value];
  const known = sets.filter((set) => set?.kind !== 'hidden');
  const records = known.map((set) => toRecord(sql, number, { dialect: dialectOf(sql, set), params: set === null ? null : toParams(set) }));
  const [, , total] = shown.exec(values) ?? [];
  const rest = total === undefined ? 0 : Number(total) - known.length;
  return rest > 0 ? [...records, toRecord(sql, number, { dialect: dialectOf(sql, known[0] ?? null), calls: rest })] : records;
}

function toHidden(sql: string): LogRecord['params'] {
  const names = Array.from(sql.matchAll(/%\((\w+)\)s/g), ([, name = '']) => name);
  if (names.length > 0) return Object.fromEntries(names.map((name) => [name, hidden]));
  const count = hasNumbers(sql) ? new Set(sql.match(/\$\d+/g)).size : (sql.match(/%s|\?/g) ?? []).length;
  return Array.from({ length: count }, () => hidden);
}

/** One set whose only values are arrays looks like many sets. */
function isArrayOnly(sql: string, value: Written): boolean {
  if (value.kind !== 'list' || value.items.some(({ kind }) => kind === 'map')) return false;
  const places = hasNumbers(sql) ? new Set(sql.match(/\$\d+/g)).size : (sql.match(/%s|\?/g) ?? []).length;
  return value.items.some((item) => item.kind !== 'list' || item.items.length !== places) && value.items.length === places;
}

const shape: BlockShape = {
  begins: isHead,
  continues({ lines }, line) {
    if (isValues(lines.at(-1) ?? '')) return false;
    return isHead(line) ? isValues(line) && !isValues(lines[0] ?? '') : continuesSql([textOf(lines.join('\n'))], line);
  },
  passes: (_, line) => !isHead(line),
  isWhole: ({ lines }) => isValues(lines.at(-1) ?? '') || notSql.test(textOf(lines[0] ?? '')) || /^(?:COMMIT|ROLLBACK)$/.test(textOf(lines[0] ?? '')),
  toRecords(block: Block, isLast) {
    const { lines, number } = block;
    if (isValues(lines[0] ?? '') || notSql.test(textOf(lines[0] ?? ''))) return [];
    const last = lines.at(-1) ?? '';
    const hasValues = lines.length > 1 && isValues(last);
    const sql = [textOf(lines[0] ?? ''), ...lines.slice(1, hasValues ? -1 : undefined)].join('\n').trim();
    // Values always follow, if only `{}`.
    if (sql === '' || (!hasValues && isLast && !/^(?:COMMIT|ROLLBACK)$/.test(sql))) return null;
    const values = hasValues ? textOf(last).replace(stats, '') : '';
    return toRecords(sql, number, values);
  },
};

export const sqlalchemy = defineFormat('sqlalchemy', 'SQLAlchemy', (stray) => createBlockReader(shape, stray));
