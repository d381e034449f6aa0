import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { countQuestions, toRecord } from './record.ts';

const head = /^.*?\b(?:Executing (?:query|batch query|routine|update|insert|delete|merge|ddl)|Batch executing|Executing)\s*: ?(?=\S|$)/;
const bound = /^.*?-> with bind values\s*: ?/;
const logger = /LoggerListener|org\.jooq|jooq/i;
const other = /\b(?:Fetched (?:result|row\(s\)|OUT parameters)|Affected row\(s\)|Finishing|Exception|Batch size)\s*: /;

const isHead = (line: string) =>
  line.includes('xecuting') && head.test(line) && !bound.test(line) && (logger.test(line) || /Executing (?:batch )?query\s+: /.test(line));

const shape: BlockShape = {
  begins: (line) => isHead(line) || bound.test(line),
  isNoise: (line) => other.test(line) || /LoggerListener\s*\] - \s*: /.test(line),
  continues({ lines }, line) {
    if (bound.test(line)) return !lines.some((one) => bound.test(one));
    const last = lines.findLastIndex((one) => bound.test(one) || isHead(one));
    const text = (lines[last] ?? '').replace(bound, '').replace(head, '');
    return !isHead(line) && !other.test(line) && continuesSql([text, ...lines.slice(last + 1)], line);
  },
  toRecords({ lines, number }, isLast) {
    const at = lines.findIndex((line) => bound.test(line));
    if (at !== -1) {
      const sql = lines.slice(at).join('\n').replace(bound, '');
      return sql.trim() === '' ? null : [toRecord(sql, number, { dialect: 'none' })];
    }
    const sql = lines.join('\n').replace(head, '');
    const isBatch = /batch/i.test(head.exec(lines[0] ?? '')?.[0] ?? '');
    const isOpen = countQuestions(sql) > 0;
    if (sql.trim() === '' || (isLast && isOpen && !isBatch)) return null;
    return [toRecord(sql, number, isOpen ? { dialect: 'question' } : { dialect: 'none' })];
  },
};

export const jooq = defineFormat('jooq', 'jOOQ', (stray) => createBlockReader(shape, stray));
