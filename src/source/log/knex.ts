import { type Block, type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { parseDebugLine } from './debug-line.ts';
import { beginsEvent, continuesEvent, type Events, endsEvent, pickRecords } from './events.ts';
import { inspect } from './notation/inspect.ts';
import { parseWritten } from './notation/notation.ts';
import { hasNumbers, toRecord } from './record.ts';
import { findEntry, findText, toParams } from './written.ts';

/** What `debug: true` prints and `query` events have. */
const pick: Events['pick'] = (event, line) => {
  const sql = findText(event, 'sql');
  const bindings = findEntry(event, 'bindings');
  const isKnex = ['__knexQueryUid', '__knexUid', 'queryUid', 'uid'].some((key) => findEntry(event, key) !== undefined);
  if (sql === undefined || (bindings === undefined && !isKnex) || findEntry(event, 'time') !== undefined) return null;
  return [toRecord(toNumbers(sql), line, { params: bindings === undefined ? [] : toParams(bindings) })];
};

const events: Events = { needs: /\bsql\b/, pick };

/** As knex itself does it before it sends: each `?`, wherever it is, unless a backslash is in front. Its events are of later, with `$1`. */
function toNumbers(sql: string): string {
  if (hasNumbers(sql)) return sql;
  let number = 0;
  return sql.replace(/(?<!\\)(\\*)\?/g, (_, escapes: string) => {
    if (escapes.length % 2 === 1) return '?';
    number += 1;
    return `$${number}`;
  });
}

const isDebug = (line: string, kind: string) => parseDebugLine(line)?.namespace === `knex:${kind}`;
const toText = (lines: readonly string[]) => lines.map((line) => parseDebugLine(line)?.text ?? line).join('\n');
const transaction = / (?:undefined|trx\d+)$/;

/** `DEBUG=knex:query,knex:bindings`: the statement, then its values, each with a transaction's name or `undefined` behind. */
function continuesDebug({ lines }: Block, line: string): boolean {
  const bindings = lines.findIndex((one) => isDebug(one, 'bindings'));
  if (isDebug(line, 'bindings')) return bindings === -1 || parseDebugLine(line)?.isTerminal === true;
  const isOpen = !transaction.test(toText(lines.slice(Math.max(0, bindings))));
  if (isDebug(line, 'query')) return isOpen && bindings === -1 && parseDebugLine(line)?.isTerminal === true;
  return isOpen && parseDebugLine(line) === null;
}

function toDebugRecords({ lines, number }: Block, isLast: boolean) {
  if (isLast && !transaction.test(toText(lines))) return null;
  const found = lines.findIndex((line) => isDebug(line, 'bindings'));
  const sql = toText(found === -1 ? lines : lines.slice(0, found)).replace(transaction, '');
  const bindings = found === -1 ? null : parseWritten(toText(lines.slice(found)), inspect);
  return [toRecord(sql, number, { params: bindings === null ? null : bindings.value.kind === 'null' ? [] : toParams(bindings.value) })];
}

const shape: BlockShape = {
  begins: (line) => isDebug(line, 'query') || beginsEvent(line),
  continues: (block, line) => (isDebug(block.lines[0] ?? '', 'query') ? continuesDebug(block, line) : continuesEvent(block, line)),
  isWhole: (block) => !isDebug(block.lines[0] ?? '', 'query') && endsEvent(block),
  toRecords: (block, isLast) => (isDebug(block.lines[0] ?? '', 'query') ? toDebugRecords(block, isLast) : pickRecords(block, events)),
};

/** Objection logs through knex. */
export const knex = defineFormat('knex', 'Knex, Objection', (stray) => createBlockReader(shape, stray));
