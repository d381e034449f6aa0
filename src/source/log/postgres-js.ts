import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { beginsEvent, continuesEvent, type Events, endsEvent, pickRecords } from './events.ts';
import type { LogValue } from './log-format.ts';
import { inspect } from './notation/inspect.ts';
import { json } from './notation/json.ts';
import { type Notation, parseWritten } from './notation/notation.ts';
import { toRecord } from './record.ts';
import { toTypeName } from './type-oid.ts';
import { findEntry, findText, toLogValue, type Written } from './written.ts';

const head = /^(?:\[[^\]]*\] |\d{4}-\S+ )?(?:connection )?#?\d+:? (?=\s*(?:$|[a-z(]|\/\*|--))/i;
const verb =
  /^(?:\[[^\]]*\] |\d{4}-\S+ )?(?:connection )?#?\d+:? \s*(?:select|insert|update|delete|with|begin|commit|rollback|savepoint|merge|values|set|copy|create|alter|drop|truncate|show|listen|notify|explain|call|do|lock|declare|fetch|close|\/\*|--|$)/i;
const begins = (line: string) => verb.test(line);

function toValues(values: Written, types: Written | undefined): readonly LogValue[] | null {
  if (values.kind !== 'list') return null;
  const oids = types?.kind === 'list' ? types.items : [];
  return values.items.map((item, index) => {
    const value = toLogValue(item);
    const oid = oids[index];
    return value.known ? { ...value, type: oid?.kind === 'bare' ? toTypeName(Number(oid.text)) : null } : value;
  });
}

/** The two lists that a text ends with. */
function splitLists(text: string, notation: Notation) {
  for (let at = text.search(/[\s,]\[/); at !== -1; at = next(text, at + 1)) {
    const values = parseWritten(text, notation, at + 1);
    const gap = values === null ? null : /^[\s,]*(?:types:? )?(?=\[|undefined$|$)/.exec(text.slice(values.end));
    if (values === null || gap === null) continue;
    const from = values.end + gap[0].length;
    const types = parseWritten(text, notation, from);
    if (text.slice(types?.end ?? from).trim() === '') return { sql: text.slice(0, at), params: toValues(values.value, types?.value) };
  }
  return null;
}

function next(text: string, from: number): number {
  const found = text.slice(from).search(/[\s,]\[/);
  return found === -1 ? -1 : from + found;
}

const split = (lines: readonly string[]) => {
  const text = lines.join('\n').replace(head, '');
  return splitLists(text, inspect) ?? splitLists(text, json);
};

/** What a `debug` function makes of an object. */
const pick: Events['pick'] = (event, line) => {
  const sql = findText(event, 'query', 'sql', 'string');
  const values = findEntry(event, 'parameters') ?? findEntry(event, 'params');
  const types = findEntry(event, 'types') ?? findEntry(event, 'paramTypes');
  const hasConnection = findEntry(event, 'connection') !== undefined || findEntry(event, 'id') !== undefined;
  if (sql === undefined || values?.kind !== 'list' || !(types?.kind === 'list' ? types.items.every(({ kind }) => kind === 'bare') : hasConnection))
    return null;
  if (findText(event, 'sql') !== undefined && !hasConnection) return null;
  return [toRecord(sql, line, { params: toValues(values, types) })];
};

const events: Events = { needs: /\b(?:types|paramTypes|connection|id)\b/, pick };

const isPrinting = (lines: readonly string[]) => /[[{,]$/.test(lines.at(-1) ?? '') || /^\s+\S/.test(lines.at(-1) ?? '');

const shape: BlockShape = {
  begins: (line) => begins(line) || beginsEvent(line),
  continues(block, line) {
    if (!begins(block.lines[0] ?? '')) return continuesEvent(block, line);
    return !begins(line) && (continuesSql(block.lines, line) || (/^\]/.test(line) && isPrinting(block.lines)));
  },
  isWhole(block) {
    if (!begins(block.lines[0] ?? '')) return endsEvent(block);
    return /\]$/.test(block.lines.at(-1) ?? '') && split(block.lines) !== null;
  },
  toRecords(block) {
    if (!begins(block.lines[0] ?? '')) return pickRecords(block, events);
    const found = split(block.lines);
    return found === null ? null : [toRecord(found.sql, block.number, { params: found.params })];
  },
};

export const postgresJs = defineFormat('postgres.js', 'postgres.js', (stray) => createBlockReader(shape, stray));
