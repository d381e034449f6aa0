import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import type { LogRecord, LogValue } from './log-format.ts';
import { toRecord } from './record.ts';
import { toKnown } from './written.ts';

const single = /\|(\d+)\|(\w+)\|connection ?(\d+)\|(?:url ([^|]*)\|)?/;
const multi = /#[^|]+ \| took (\d+)ms \| (\w+) \| connection (\d+)\| ?(?:url .*)?$/;
const categories = /^(?:statement|batch)$/;
const written = `('[^']*(?:''[^']*)*'|[^\\s',()]+)`;

interface Sent {
  readonly sql: string;
  readonly values: readonly LogValue[] | null;
}

/** Where the text with `?` ends and the one with its values begins; a `|` may be part of both. */
function splitTexts(rest: string): Sent | null {
  for (let at = rest.indexOf('|'); at !== -1; at = rest.indexOf('|', at + 1)) {
    const sent = align(rest.slice(0, at), rest.slice(at + 1));
    if (sent !== null) return sent;
  }
  return null;
}

/** The values are what stands where the other has `?`. */
function align(prepared: string, inlined: string): Sent | null {
  if (prepared === inlined) return { sql: inlined, values: null };
  const parts = prepared.split('?');
  if (parts.length === 1 || parts.length > 2000 || !inlined.startsWith(parts[0] ?? '') || !inlined.endsWith(parts.at(-1) ?? '')) return null;
  const found = matchParts(parts, inlined);
  return found === null ? null : { sql: prepared, values: found };
}

function matchParts(parts: readonly string[], inlined: string): readonly LogValue[] | null {
  const value = new RegExp(written, 'y');
  const values: LogValue[] = [];
  let at = parts[0]?.length ?? 0;
  for (const part of parts.slice(1)) {
    value.lastIndex = at;
    const [, text] = value.exec(inlined) ?? [];
    if (text === undefined || !inlined.startsWith(part, at + text.length)) return null;
    values.push(/^null$/i.test(text) ? toKnown(null) : toKnown(text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text));
    at += text.length + part.length;
  }
  return at === inlined.length ? values : null;
}

function toSent({ sql, values }: Sent, line: number, duration: number): readonly LogRecord[] {
  if (sql.trim() === '') return [];
  return [toRecord(sql, line, values === null ? { dialect: 'none', duration } : { dialect: 'question', params: values, duration })];
}

const isMulti = (line = '') => multi.test(line);

const shape: BlockShape = {
  begins: (line) => single.test(line) || isMulti(line),
  continues({ lines }, line) {
    return isMulti(lines[0]) && !isMulti(line) && !single.test(line) && !/;$/.test(lines.at(-1) ?? '');
  },
  isWhole: ({ lines }) => isMulti(lines[0]) && lines.length > 1 && /;$/.test(lines.at(-1) ?? ''),
  toRecords({ lines, number }, isLast) {
    const [first = ''] = lines;
    const head = isMulti(first) ? multi.exec(first) : single.exec(first);
    const [, took, category = ''] = head ?? [];
    if (!categories.test(category)) return [];
    if (isMulti(first)) {
      const body = lines.slice(1).join('\n');
      if (isLast && !body.endsWith(';')) return null;
      return toSent(halve(lines.slice(1)), number, Number(took));
    }
    const rest = first.slice((head?.index ?? 0) + (head?.[0].length ?? 0));
    const isCustom = /\|connection\d/.test(head?.[0] ?? '');
    const sent = splitTexts(rest);
    if (sent === null && isLast && !isCustom) return null;
    return toSent(sent ?? { sql: isCustom ? rest : rest.slice(rest.lastIndexOf('|') + 1), values: null }, number, Number(took));
  },
};

/** Both texts have as many lines, unless a value has more. */
function halve(lines: readonly string[]): Sent {
  for (let count = 1; count < lines.length; count += 1) {
    const inlined = lines.slice(count).join('\n').replace(/;$/, '');
    const sent = align(lines.slice(0, count).join('\n'), inlined);
    if (sent !== null) return sent;
  }
  return {
    sql: lines
      .slice(Math.floor(lines.length / 2))
      .join('\n')
      .replace(/;$/, ''),
    values: null,
  };
}

export const p6spy = defineFormat('p6spy', 'p6spy', (stray) => createBlockReader(shape, stray));
