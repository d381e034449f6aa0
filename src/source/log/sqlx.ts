import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { toMilliseconds } from './duration.ts';
import { unescapeText } from './notation/escapes.ts';
import { json } from './notation/json.ts';
import { parseWritten } from './notation/notation.ts';
import { hasNumbers, toRecord } from './record.ts';
import { findEntry, findNumber, findText } from './written.ts';

const head = /\bsqlx::query\b\S*?(?:\{[^}]*\})?[:\]\s]\s*/;
const field = (name: string) => new RegExp(`(?:^|[\\s,{])${name.replace('.', '\\.')}="((?:[^"\\\\]|\\\\.)*)"`, 's');
const object = /"(?:target|db\.statement)"\s*:/;
/** How versions before 0.7 end the line. */
const counts = /; rows(?: affected)?: \d+(?:, rows returned: \d+)?, elapsed: ([\d.]+)(ns|µs|us|ms|s)/;

const toDuration = (text: string) => {
  const [, number, unit] = /(?:^|[\s,])elapsed[=:] ?([\d.]+)(ns|µs|us|ms|s)\b/.exec(text) ?? [];
  return toMilliseconds(number, unit);
};

/** The statement; the summary is whole where it is short. Values are never logged. */
function toSqlx(
  statement: string | undefined,
  summary: string | undefined,
  { line, duration }: { readonly line: number; readonly duration: number | null },
) {
  const sql = statement?.trim() ? statement : (summary ?? '');
  return sql.trim() === '' || (sql === summary && /…$|\.\.\.$/.test(sql))
    ? null
    : [toRecord(sql, line, { params: hasNumbers(sql) ? null : [], duration })];
}

const shape: BlockShape = {
  begins: (line) => head.test(line) || (line.startsWith('{') && object.test(line) && /sqlx::query/.test(line)),
  continues({ lines }, line) {
    const [first = ''] = lines;
    if (first.startsWith('{') || head.test(line) || field('summary').test(lines.join('\n'))) return false;
    return lines.length === 1 ? line === '' && counts.test(first) : line === '' || continuesSql(lines.slice(1), line);
  },
  isWhole: ({ lines }) => lines[0]?.startsWith('{') === true || (lines.length === 1 && field('summary').test(lines[0] ?? '')),
  toRecords({ lines, number }) {
    const text = lines.join('\n');
    if (text.startsWith('{')) {
      const value = parseWritten(text, json)?.value;
      const fields = findEntry(value, 'fields') ?? value;
      const seconds = findNumber(fields, 'elapsed_secs');
      return toSqlx(findText(fields, 'db.statement'), findText(fields, 'summary'), {
        line: number,
        duration: seconds === null ? null : seconds * 1000,
      });
    }
    const summary = field('summary').exec(text)?.[1];
    const statement = field('db.statement').exec(text)?.[1];
    if (summary !== undefined) return toSqlx(unescapeText(statement ?? ''), unescapeText(summary), { line: number, duration: toDuration(text) });
    const body = text.replace(new RegExp(`^.*?${head.source}`), '');
    const found = counts.exec(body);
    if (found === null) return null;
    const duration = toMilliseconds(found[1], found[2]);
    return toSqlx(body.slice(found.index + found[0].length), body.slice(0, found.index), { line: number, duration });
  },
};

export const sqlx = defineFormat('sqlx', 'sqlx (Rust)', (stray) => createBlockReader(shape, stray));
