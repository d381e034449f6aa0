import { type Block, type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { beginsEvent, continuesEvent, type Events, endsEvent, pickRecords } from './events.ts';
import type { LogRecord } from './log-format.ts';
import { inspect } from './notation/inspect.ts';
import { json, looseJson } from './notation/json.ts';
import { parseWritten } from './notation/notation.ts';
import { hasNumbers, toRecord } from './record.ts';
import { findEntry, findNumber, findText, toParams, type Written } from './written.ts';

const plain = /^(?:.*?\s)?prisma:query /;
const query = /^(?:.*?\s)?Query: /;
const params = /^(?:.*?\s)?Params: /;
const duration = /^(?:.*?\s)?Duration: ([\d.]+) ?ms$/;
const adapter = /^prisma:driver-adapter:\S+ \[js::(?:query|execute)_raw\] '/;
const terminal = / \+\d+(?:ms|s|m|h)$/;

const isPlain = (line = '') => line.includes('prisma:query ') && plain.test(line);
const isDocs = (line = '') => line.includes('Query: ') && query.test(line);
const isAdapter = (line = '') => line.startsWith('prisma:') && adapter.test(line);

/** Values are a text that holds JSON; of engines in Rust, nearly JSON. */
function parseParams(text: string): LogRecord['params'] {
  const found = parseWritten(text, json) ?? parseWritten(text, looseJson);
  return found === null || found.end !== text.trimEnd().length ? null : toParams(found.value);
}

const pick: Events['pick'] = (event, line) => {
  const sql = findText(event, 'query');
  const given = findEntry(event, 'params');
  const isPrisma =
    findEntry(event, 'target') !== undefined || findEntry(event, 'duration') !== undefined || findEntry(event, 'timestamp') !== undefined;
  if (sql === undefined || given?.kind !== 'text' || !isPrisma) return null;
  return [toRecord(sql, line, { params: parseParams(given.text), duration: findNumber(event, 'duration') })];
};

const events: Events = { needs: /\bparams\b/, pick };

function toDocsRecords({ lines, number }: Block): readonly LogRecord[] | null {
  const given = lines.findIndex((line) => params.test(line));
  const took = duration.exec(lines.at(-1) ?? '')?.[1];
  const sql = lines
    .slice(0, given === -1 ? lines.length : given)
    .join('\n')
    .replace(query, '');
  if (given === -1) return null;
  const values = lines
    .slice(given, took === undefined ? undefined : -1)
    .join('\n')
    .replace(params, '');
  return [toRecord(sql, number, { params: parseParams(values), duration: took === undefined ? null : Number(took) })];
}

function createShape(): BlockShape {
  /** What `DEBUG` shows of the driver: the same statement, with its values. */
  let sent: Written | null = null;
  const toPlainRecord = ({ lines, number }: Block) => {
    const sql = lines.join('\n').replace(plain, '').replace(terminal, '');
    const args = findText(sent ?? undefined, 'sql') === sql ? findEntry(sent ?? undefined, 'args') : undefined;
    sent = null;
    return toRecord(sql, number, { params: args === undefined ? (hasNumbers(sql) ? null : []) : toParams(args) });
  };
  return {
    begins: (line) => isPlain(line) || isDocs(line) || isAdapter(line) || beginsEvent(line),
    continues(block, line) {
      const [first] = block.lines;
      if (isAdapter(first)) return /^\s+['"`]/.test(line);
      if (isDocs(first)) return params.test(line) || duration.test(line) || (!isDocs(line) && !isPlain(line) && continuesSql(block.lines, line));
      if (isPlain(first)) return !isPlain(line) && !/^prisma:/.test(line) && continuesSql([block.lines.join('\n').replace(plain, '')], line);
      return continuesEvent(block, line);
    },
    isWhole(block) {
      const [first] = block.lines;
      if (isDocs(first)) return duration.test(block.lines.at(-1) ?? '');
      return !isPlain(first) && !isAdapter(first) && endsEvent(block);
    },
    toRecords(block) {
      const [first] = block.lines;
      if (isDocs(first)) return toDocsRecords(block);
      if (isPlain(first)) return [toPlainRecord(block)];
      if (!isAdapter(first)) return pickRecords(block, events);
      const text = block.lines.join('\n');
      const printed = parseWritten(text, inspect, text.indexOf("'"));
      sent = printed?.value.kind === 'text' ? (parseWritten(printed.value.text, json)?.value ?? null) : null;
      return [];
    },
  };
}

export const prisma = defineFormat('prisma', 'Prisma', (stray) => createBlockReader(createShape(), stray));
