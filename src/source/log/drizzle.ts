import { type BlockShape, createBlockReader, defineFormat, remember } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { json } from './notation/json.ts';
import { hasNumbers, toRecord } from './record.ts';
import { splitTail } from './tail.ts';
import { toParams } from './written.ts';

const begins = (line: string) => line.startsWith('Query: ') || (line.includes(' Query: ') && /^\S.* Query: /.test(line));
const control = /^(?:begin|commit|rollback|savepoint|release)\b[^\n]*$/i;
const toText = (lines: readonly string[]) => lines.join('\n').replace(/^(?:[^\n]*?\s)?Query: ?/, '');

const createShape = (): BlockShape => {
  const findTail = remember(({ lines }) => splitTail(toText(lines), ' -- params: ', json));
  return {
    begins,
    continues: ({ lines }, line) => /^Params: /.test(line) || (!begins(line) && continuesSql(lines, line)),
    isWhole(block) {
      const { lines } = block;
      const last = lines.at(-1) ?? '';
      if (last.startsWith('Params: ')) return true;
      return (last.endsWith(']') && findTail(block) !== null) || (lines.length === 1 && control.test(toText(lines)));
    },
    toRecords(block, isLast) {
      const { lines, number } = block;
      // Prisma's guide prints the same first word, and the values in a line of their own.
      if (lines.at(-1)?.startsWith('Params: ')) return null;
      const tail = findTail(block);
      if (tail !== null) return [toRecord(tail.head, number, { params: toParams(tail.value) })];
      const text = toText(lines);
      const [sql = ''] = text.split(/ -- params: (?=\[)/);
      if (sql.trim() === '' || (isLast && sql === text && hasNumbers(sql))) return null;
      return [toRecord(sql, number, { params: hasNumbers(sql) ? null : [] })];
    },
  };
};

export const drizzle = defineFormat('drizzle', 'Drizzle', (stray) => createBlockReader(createShape(), stray));
