import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import type { LogRecord, LogValue } from './log-format.ts';
import { beginsMonolog, parseMonolog } from './monolog.ts';
import { json } from './notation/json.ts';
import { parseWritten } from './notation/notation.ts';
import { hasNumbers, toRecord } from './record.ts';
import { findEntry, findText, toKnown, toNumbered, toParams, type Written } from './written.ts';

const control: Readonly<Record<string, string>> = {
  'Beginning transaction': 'BEGIN',
  'Committing transaction': 'COMMIT',
  'Rolling back transaction': 'ROLLBACK',
};

/** Names are bound as `:name`; PDO's booleans and numbers keep their text. */
function toGiven(params: Written | undefined, sql: string): Pick<LogRecord, 'dialect' | 'params'> {
  const dialect = hasNumbers(sql) && !sql.includes('?') ? 'dollar' : 'question';
  if (params === undefined) return { dialect, params: sql.includes('?') ? null : [] };
  const numbered = toNumbered(params) ?? shift(params);
  return numbered === null ? { dialect: 'colon', params: dropColons(toParams(params)) } : { dialect, params: numbered };
}

/** A list with a hole begins at 0. */
function shift(params: Written): readonly LogValue[] | null {
  if (params.kind !== 'map' || !params.entries.every(([key]) => /^\d+$/.test(key))) return null;
  return toNumbered({ kind: 'map', entries: params.entries.map(([key, value]) => [String(Number(key) + 1), value]) });
}

function dropColons(params: LogRecord['params']): LogRecord['params'] {
  return params === null || Array.isArray(params)
    ? params
    : Object.fromEntries(Object.entries(params).map(([key, value]) => [key.replace(/^:/, ''), value ?? toKnown(null)]));
}

const shape: BlockShape = {
  begins: beginsMonolog,
  continues: ({ lines }, line) => !beginsMonolog(line) && !/[\]}]$/.test(lines.at(-1) ?? '') && continuesSql(lines, line),
  toRecords({ lines, number }) {
    const record = parseMonolog(lines.join('\n'));
    if (record === null) return null;
    const sql = findText(record.context, 'sql');
    const isDoctrine =
      record.channel === 'doctrine' ||
      /^(?:Executing (?:query|statement|prepared statement)|(?:Beginning|Committing|Rolling back) transaction)\b/.test(record.message);
    if (
      sql !== undefined &&
      findEntry(record.context, 'bindings') === undefined &&
      (isDoctrine || findEntry(record.context, 'params') !== undefined)
    ) {
      return [toRecord(sql, number, toGiven(findEntry(record.context, 'params'), sql))];
    }
    const shown = /^Executing (?:prepared )?statement: ([\s\S]*) \(parameters: array(\{[\s\S]*\}), types: /.exec(record.message);
    const values = shown === null ? null : parseWritten(shown[2] ?? '', json);
    if (shown !== null) return [toRecord(shown[1] ?? '', number, toGiven(values?.value, shown[1] ?? ''))];
    const word = control[record.message];
    if (word !== undefined) return [toRecord(word, number)];
    // Before version 3 the message is the statement and the context are its values.
    const isStatement =
      record.channel === 'doctrine' && /^(?:select|insert|update|delete|with|merge|"START|"COMMIT|"ROLLBACK)\b/i.test(record.message);
    return isStatement
      ? [toRecord(record.message.replace(/^"(.*)"$/, '$1'), number, toGiven(record.context, record.message))]
      : record.channel === 'doctrine'
        ? []
        : null;
  },
};

export const doctrine = defineFormat('doctrine', 'Doctrine DBAL', (stray) => createBlockReader(shape, stray));
