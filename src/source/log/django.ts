import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import type { LogRecord } from './log-format.ts';
import { parseWritten } from './notation/notation.ts';
import { python } from './notation/python.ts';
import { toRecord } from './record.ts';
import { findEntry, findNumber, findText, toParams, type Written } from './written.ts';

const head = /^(?:.*?[\s\]:|])?\((\d+\.\d{3})\) /;
const alias = /; alias=\S+$/;
const list = /^\s*(?:\w+ = )?\[?\{['"](?:sql|time)['"]: /;

interface Logged {
  readonly sql: string;
  readonly args: Written;
}

/** The values that a text ends with; the statement has them inlined already, unless it ran many times. */
function splitArgs(text: string): Logged | null {
  const plain = text.replace(alias, '');
  for (let at = plain.indexOf('; args='); at !== -1; at = plain.indexOf('; args=', at + 1)) {
    const found = parseWritten(plain, python, at + '; args='.length);
    if (found !== null && plain.slice(found.end).trim() === '') return { sql: plain.slice(0, at), args: found.value };
  }
  return null;
}

function toRecords({ sql, args }: Logged, line: number, duration: number): readonly LogRecord[] {
  const sets = args.kind === 'list' && args.items.length > 0 ? args.items : [];
  const isNamed = /%\(\w+\)s/.test(sql);
  const isOpen = isNamed || /%s/.test(sql.replace(/'[^']*(?:''[^']*)*'/g, ''));
  if (!isOpen) return [toRecord(sql, line, { dialect: 'none', duration })];
  const dialect = isNamed ? 'pyformat' : 'format';
  const isMany = sets.length > 0 && sets.every(({ kind }) => kind === 'list' || kind === 'map');
  return (isMany ? sets : [args]).map((set) => toRecord(sql, line, { dialect, duration, params: toParams(set) }));
}

/** `connection.queries`, printed. */
function toQueries(text: string, line: number): readonly LogRecord[] | null {
  const found = parseWritten(text, python, text.search(/[[{]/))?.value;
  const items = found?.kind === 'list' ? found.items : found === undefined ? [] : [found];
  const records = items.flatMap((item) => {
    const sql = findText(item, 'sql');
    const seconds = findNumber(item, 'time');
    const isQuery = sql !== undefined && findEntry(item, 'time') !== undefined;
    return isQuery ? [toRecord(sql, line, { dialect: 'none', duration: seconds === null ? null : seconds * 1000 })] : [];
  });
  return records.length === 0 ? null : records;
}

const bodyOf = (lines: readonly string[]) => lines.join('\n').replace(head, '');

const shape: BlockShape = {
  begins: (line) => head.test(line) || list.test(line),
  continues: ({ lines }, line) =>
    list.test(lines[0] ?? '') ? /^\s*\{['"](?:sql|time)['"]: |^\s+['"]/.test(line) : !head.test(line) && continuesSql([bodyOf(lines)], line),
  isWhole: ({ lines }) => !list.test(lines[0] ?? '') && /(?:[)\]}]|None|alias=\S+)$/.test(lines.at(-1) ?? '') && splitArgs(bodyOf(lines)) !== null,
  toRecords({ lines, number }, isLast) {
    if (list.test(lines[0] ?? '')) return toQueries(lines.join('\n'), number);
    const duration = Number(head.exec(lines[0] ?? '')?.[1]) * 1000;
    const found = splitArgs(bodyOf(lines));
    if (found !== null) return toRecords(found, number, duration);
    // Cut off where the text does not say where its values begin.
    const [sql = '', args] = bodyOf(lines).split('; args=');
    return args === undefined && isLast ? null : args === undefined ? null : toRecords({ sql, args: { kind: 'null' } }, number, duration);
  },
};

export const django = defineFormat('django', 'Django (django.db.backends)', (stray) => createBlockReader(shape, stray));
