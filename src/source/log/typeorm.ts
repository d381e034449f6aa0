import { type Block, type BlockShape, createBlockReader, defineFormat, remember } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { parseDebugLine } from './debug-line.ts';
import { inspect } from './notation/inspect.ts';
import { json } from './notation/json.ts';
import { parseWritten } from './notation/notation.ts';
import { hasNumbers, toRecord } from './record.ts';
import { splitTail } from './tail.ts';
import { toParams, type Written } from './written.ts';

const file = /^\[[^\]]*\]\[(QUERY|FAILED QUERY|SLOW QUERY: \d+ ms)\]: /;
const onConsole = /^(?:\[[^\]]*\] |\S+ \S+ |\d{4}-\d\d-\S+ )?(query|query failed|query is slow): /;
const parameters = /^parameters: /;
const other = /^(?:error|warn|info|log|execution time|migration|schema|creating|dropping)\b.*: |^\[[^\]]*\]\[[A-Z ]+\]: /;
const control = /^(?:start transaction|begin|commit|rollback|savepoint|release)\b[^\n]*$/i;
const marker = ' -- PARAMETERS: ';

const toText = (line: string) => {
  if (!line.includes('typeorm:')) return line;
  const debug = parseDebugLine(line);
  return debug?.namespace.startsWith('typeorm:') ? debug.text : line;
};
const findHead = (line = '') => {
  if (!/query/i.test(line.slice(0, 100))) return null;
  const text = toText(line);
  return file.exec(text) ?? onConsole.exec(text);
};
const begins = (line: string) => findHead(line) !== null;
const isDebug = (line = '') => line.includes('typeorm:') && parseDebugLine(line)?.namespace.startsWith('typeorm:') === true;
const bodyOf = ({ lines }: Block) =>
  lines
    .map(toText)
    .join('\n')
    .slice(findHead(lines[0])?.[0].length ?? 0);

/** The text of a record, and its values in either form. */
function splitBlock(block: Block): { readonly sql: string; readonly value: Written | null } {
  const body = bodyOf(block);
  if (!isDebug(block.lines[0])) {
    const tail = splitTail(body, marker, json) ?? splitTail(body, '\n-- PARAMETERS: ', json);
    return { sql: tail?.head ?? body.split(/\s-- PARAMETERS: (?=\[)/)[0] ?? '', value: tail?.value ?? null };
  }
  const at = body.search(/^parameters: /m);
  if (at === -1) return { sql: body, value: null };
  return { sql: body.slice(0, at), value: parseWritten(body, inspect, at + 'parameters: '.length)?.value ?? null };
}

/** The values of a record come behind its text, perhaps over several lines. */
function continuesDebug(block: Block, line: string): boolean {
  const body = bodyOf(block);
  const at = body.search(/^parameters: /m);
  return at === -1 ? continuesSql([body], line) : /^[\s\]}]/.test(line) && !/[\n ][\]}]$|\[\]$/.test(body);
}

function createShape(): BlockShape {
  let hasQueries = false;
  const split = remember(splitBlock);
  return {
    begins,
    isNoise: (line) => other.test(toText(line)),
    continues(block, line) {
      const text = toText(line);
      if (isDebug(block.lines[0]) && parseDebugLine(line)?.isTerminal) return !begins(line);
      if (isDebug(block.lines[0])) return parameters.test(text) || (parseDebugLine(line) === null && !begins(line) && continuesDebug(block, line));
      return !begins(line) && !other.test(line) && !isDebug(line) && continuesSql([bodyOf(block)], line);
    },
    isWhole(block) {
      if ((block.lines.at(-1) ?? '').endsWith(']')) return split(block).value?.kind === 'list';
      return block.lines.length === 1 && control.test(bodyOf(block));
    },
    toRecords(block, isLast) {
      const { sql, value } = split(block);
      const isQuery = /^query$/i.test(findHead(block.lines[0])?.[1] ?? '');
      if (sql.trim() === '' || (isLast && value === null && hasNumbers(sql) && !bodyOf(block).includes(marker.trim()))) return null;
      // What failed or was slow has been printed before, unless only that is logged.
      if (!isQuery && hasQueries) return [];
      hasQueries ||= isQuery;
      return [toRecord(sql, block.number, { params: value === null ? (hasNumbers(sql) ? null : []) : toParams(value) })];
    },
  };
}

export const typeorm = defineFormat('typeorm', 'TypeORM', (stray) => createBlockReader(createShape(), stray));
