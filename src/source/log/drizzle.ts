import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { json } from './notation/json.ts';
import { hasNumbers, toRecord } from './record.ts';
import { splitTail } from './tail.ts';
import { toParams } from './written.ts';

const begins = (line: string) => /^(?:.*\s)?Query: /.test(line) && !/^\s*(?:at|--)\s/.test(line);
const control = /^(?:begin|commit|rollback|savepoint|release)\b[^\n]*$/i;
const toText = (lines: readonly string[]) => lines.join('\n').replace(/^(?:[^\n]*?\s)?Query: ?/, '');

const shape: BlockShape = {
  begins,
  continues: ({ lines }, line) => /^Params: /.test(line) || (!begins(line) && continuesSql(lines, line)),
  isWhole({ lines }) {
    const last = lines.at(-1) ?? '';
    if (last.startsWith('Params: ')) return true;
    const text = toText(lines);
    return control.test(text) || (last.endsWith(']') && splitTail(text, ' -- params: ', json) !== null);
  },
  toRecords({ lines, number }, isLast) {
    // Prisma's guide prints the same first word, and the values in a line of their own.
    if (lines.at(-1)?.startsWith('Params: ')) return null;
    const text = toText(lines);
    const tail = splitTail(text, ' -- params: ', json);
    if (tail !== null) return [toRecord(tail.head, number, { params: toParams(tail.value) })];
    const [sql = ''] = text.split(/ -- params: (?=\[)/);
    if (sql.trim() === '' || (isLast && sql === text && hasNumbers(sql))) return null;
    return [toRecord(sql, number, { params: hasNumbers(sql) ? null : [] })];
  },
};

export const drizzle = defineFormat('drizzle', 'Drizzle', () => createBlockReader(shape));
