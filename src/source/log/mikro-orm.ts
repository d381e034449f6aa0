import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { json } from './notation/json.ts';
import { hasNumbers, toRecord } from './record.ts';
import { splitTail } from './tail.ts';
import { toParams } from './written.ts';

const head = /^(?:.*?\s)?\[(?:slow-)?query\] (?!=> )(?:\(([^)]*)\) (?=[a-z]))?/;
const took = / \[took ([\d.]+) ms(?:, \d+ results?|, \d+ rows? affected)*\](?: \(via \w+ connection '[^']*'\))?$/;
const open = /(?:[=<>(,]|\b(?:limit|offset|like|and|between|values))\s*\?(?=[\s,)]|$)/i;
const begins = (line: string) => line.includes('query] ') && head.test(line);

const shape: BlockShape = {
  begins,
  isNoise: (line) => /^\[(?:info|discovery|entity-.*|deprecated|schema|seeder|migrator)\] /.test(line),
  continues: ({ lines }, line) => !begins(line) && !/^\[[a-z-]+\] /.test(line) && continuesSql(lines, line),
  isWhole: ({ lines }) => took.test(lines.at(-1) ?? ''),
  toRecords({ lines, number }, isLast) {
    const text = lines.join('\n').trimEnd();
    const found = head.exec(text);
    const end = took.exec(text);
    if (end === null && isLast && lines.length === 1 && !/^(?:begin|commit|rollback)/i.test(text.slice(found?.[0].length ?? 0))) return null;
    const body = text.slice(found?.[0].length ?? 0, end?.index);
    const tail = splitTail(body, ' -- params: ', json) ?? splitTail(body, ' -- ', json);
    const sql = tail?.head ?? body;
    const said = { duration: end === null ? null : Number(end[1]), name: found?.[1] ?? null };
    // Without `query-params` in its list of what is logged.
    if (open.test(sql)) return [toRecord(sql, number, { ...said, dialect: 'question' })];
    return [toRecord(sql, number, hasNumbers(sql) ? { ...said, params: tail === null ? null : toParams(tail.value) } : { ...said, dialect: 'none' })];
  },
};

export const mikroOrm = defineFormat('mikro-orm', 'MikroORM', (stray) => createBlockReader(shape, stray));
