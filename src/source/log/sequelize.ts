import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { parseDebugLine } from './debug-line.ts';
import type { LogRecord } from './log-format.ts';
import { inspect } from './notation/inspect.ts';
import { json } from './notation/json.ts';
import { parseWritten } from './notation/notation.ts';
import { hasNumbers, toRecord } from './record.ts';
import { toParams } from './written.ts';

const head = /^(?:.*?\s)?(Executing|Executed) \((?:default|[0-9a-f-]{36}|[^()\s]+)\): /;
const elapsed = /;? Elapsed time: (\d+)ms$/;
/** What a function for `logging` often prints behind: the kind of the statement, and its values. */
const kind = /\s(?:[A-Z]{3,20}|undefined) (?=undefined$|\[[\s\S]*\]$|\{[\s\S]*\}$)| undefined$/;
/** The first of the values that `console.log` prints of a list. */
const quoted = /^\s*(?:\[ )?(?=['"`]Execut(?:ing|ed) \()/;
/** What `DEBUG=sequelize:*` puts in front, and on a terminal behind. */
const strip = (line: string) => (line.includes('sequelize:') ? (parseDebugLine(line)?.text ?? line) : line);
const begins = (line: string) => line.includes('Execut') && (head.test(line) || quoted.test(line));

function unquote(line: string): string {
  const start = quoted.exec(line);
  const value = start === null ? null : parseWritten(line, inspect, start[0].length)?.value;
  return value?.kind === 'text' ? value.text : line;
}

/** Whether values that `console.log` prints are not at their end. */
const isPrinting = (lines: readonly string[]) => /[[{]$/.test(lines[0] ?? '') && !/^[\]}]/.test(lines.at(-1) ?? '');

/** The values behind the last `; `, as JSON without brackets. */
function splitValues(text: string): Pick<LogRecord, 'sql' | 'params'> | null {
  for (let at = text.indexOf('; '); at !== -1; at = text.indexOf('; ', at + 1)) {
    const rest = text.slice(at + 2);
    const list = parseWritten(`[${rest}]`, json);
    if (rest.trim() !== '' && list?.end === rest.length + 2 && list.value.kind === 'list')
      return { sql: text.slice(0, at), params: toParams(list.value) };
  }
  return null;
}

/** The values behind the statement's kind, as `console.log` prints them. Those with names do not say which number each one has. */
function splitPrinted(text: string): Pick<LogRecord, 'sql' | 'params'> | null {
  const found = kind.exec(text);
  if (found === null) return null;
  const sql = text.slice(0, found.index);
  const printed = parseWritten(text, inspect, found.index + found[0].length);
  if (printed?.value.kind === 'list') return { sql, params: toParams(printed.value) };
  const only = printed?.value.kind === 'map' && printed.value.entries.length === 1 ? printed.value.entries[0]?.[1] : undefined;
  return { sql, params: only === undefined ? null : toParams({ kind: 'list', items: [only] }) };
}

function createShape(): BlockShape {
  let hasExecuting = false;
  return {
    begins,
    continues: ({ lines }, line) =>
      !begins(line) && (isPrinting(lines) ? /^[\s\]}]/.test(line) : continuesSql([lines.join('\n').replace(head, '')], line)),
    isWhole: ({ lines }) =>
      (quoted.test(lines[0] ?? '') && lines.length === 1) || elapsed.test(lines.at(-1) ?? '') || (lines.length === 1 && /;$/.test(lines[0] ?? '')),
    toRecords({ lines, number }, isLast) {
      const text = unquote(lines.map(strip).join('\n'));
      const found = head.exec(text);
      const isExecuting = found?.[1] === 'Executing';
      // Its debug channel prints both.
      if (!isExecuting && hasExecuting) return [];
      hasExecuting ||= isExecuting;
      const body = text.slice(found?.[0].length ?? 0).trimEnd();
      const duration = elapsed.exec(body);
      const plain = duration === null ? body : body.slice(0, duration.index);
      const { sql, params } = splitValues(plain) ?? splitPrinted(plain) ?? { sql: plain, params: null };
      if (sql.trim() === '' || (isLast && !isExecuting && duration === null)) return null;
      const took = duration === null ? null : Number(duration[1]);
      return [toRecord(sql, number, hasNumbers(sql) ? { params, duration: took } : { dialect: 'none', duration: took })];
    },
  };
}

export const sequelize = defineFormat('sequelize', 'Sequelize', (stray) => createBlockReader(createShape(), stray));
