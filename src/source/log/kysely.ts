import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { beginsEvent, continuesEvent, type Events, endsEvent, pickRecords } from './events.ts';
import { toRecord } from './record.ts';
import { findEntry, findNumber, findText, toParams } from './written.ts';

const head = /^(?:.*?\s)?kysely:query:(?:stream:)? /;
const duration = /kysely:query:(?:stream:)? duration: ([\d.]+)ms\s*$/;
const begins = (line: string) => isText(line) && !duration.test(line);
const isText = (line = '') => line.includes('kysely:query:') && head.test(line);

/** What a `log` function of the application's makes of an event, or of its compiled query. */
const pick: Events['pick'] = (event, line) => {
  const query = findEntry(event, 'query') ?? event;
  const sql = findText(query, 'sql');
  const parameters = findEntry(query, 'parameters');
  if (sql === undefined || parameters === undefined) return null;
  return [toRecord(sql, line, { params: toParams(parameters), duration: findNumber(event, 'queryDurationMillis') })];
};

const events: Events = { needs: /\bparameters\b/, pick };

const shape: BlockShape = {
  isNoise: (line) => duration.test(line) || /^kysely:error: /.test(line),
  begins: (line) => begins(line) || beginsEvent(line),
  continues(block, line) {
    if (!isText(block.lines[0])) return continuesEvent(block, line);
    return duration.test(line) || (!begins(line) && !/^kysely:error: /.test(line) && continuesSql(block.lines, line));
  },
  isWhole: (block) => (isText(block.lines[0]) ? duration.test(block.lines.at(-1) ?? '') : endsEvent(block)),
  toRecords(block, isLast) {
    if (!isText(block.lines[0])) return pickRecords(block, events);
    const took = duration.exec(block.lines.at(-1) ?? '')?.[1];
    const sql = (took === undefined ? block.lines : block.lines.slice(0, -1)).join('\n').replace(head, '');
    // The time always follows.
    return took === undefined && (isLast || sql.trim() === '')
      ? null
      : [toRecord(sql, block.number, { duration: took === undefined ? null : Number(took) })];
  },
};

export const kysely = defineFormat('kysely', 'Kysely', (stray) => createBlockReader(shape, stray));
