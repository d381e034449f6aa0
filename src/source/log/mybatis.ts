import { defineFormat } from './block-reader.ts';
import { continuesSql, isInside } from './continuation.ts';
import { fromJava } from './java-value.ts';
import type { LogReader, LogRecord, LogValue, Stray } from './log-format.ts';
import { countQuestions, toRecord } from './record.ts';
import { hidden } from './written.ts';

const line = /^(.*?)(?<!=)=+>\s+(Preparing|Executing|Parameters): ?(.*)$/;
const result = /<=+\s+(?:Total|Columns|Row|Updates): /;
const typed = /^([\s\S]*)\(([A-Za-z]\w*(?:\[\])?)\)$/;

/** A mapper's id, and the thread where it is written. */
function readPrefix(prefix: string): { readonly key: string; readonly name: string | null } {
  const name = [...prefix.slice(-500).matchAll(/(?:[A-Za-z_$][\w$]*\.)+[\w$!-]+(?=[\]\s:-]*$|\s)/g)].at(-1)?.[0] ?? null;
  const thread = /\[([^\]]*)\]/.exec(prefix)?.[1] ?? '';
  return { key: `${thread}\0${name ?? ''}`, name };
}

/** `1(Integer), it, may (be) so(String), null`: a part ends in its class, and the classes that are no words of a text are few. */
function toValues(text: string, places: number): readonly LogValue[] {
  if (text.trim() === '' && places === 0) return [];
  const parts: string[] = [];
  let open: string | null = null;
  for (const piece of text.split(', ')) {
    const part: string = open === null ? piece : `${open}, ${piece}`;
    const isEnd: boolean = (piece === 'null' && open === null) || typed.test(piece);
    if (isEnd) parts.push(part);
    open = isEnd ? null : part;
  }
  const whole = parts.length > places ? join(parts, places) : parts;
  if (open !== null || whole.length !== places) return Array.from({ length: places }, () => hidden);
  return whole.map((part) => {
    const [, value = part, type = ''] = part === 'null' ? [] : (typed.exec(part) ?? []);
    return fromJava(value, type);
  });
}

/** Too many ends: those that are of no class of Java's own belong to a text. */
function join(parts: readonly string[], places: number): readonly string[] {
  const known =
    /\((?:String|Integer|Long|Short|Byte|Boolean|Double|Float|BigDecimal|BigInteger|UUID|Timestamp|Date|Time|Instant|(?:Local|Offset|Zoned)\w+|byte\[\]|\w+Array)\)$/;
  const joined: string[] = [];
  let open = '';
  for (const part of parts) {
    open += open === '' ? part : `, ${part}`;
    if (part !== 'null' && !known.test(part)) continue;
    joined.push(open);
    open = '';
  }
  return open === '' && joined.length === places ? joined : [];
}

interface Prepared {
  readonly sql: string[];
  readonly number: number;
  readonly name: string | null;
  isSent: boolean;
}

const most = 1000;

function createReader(stray?: Stray): LogReader {
  const mappers = new Map<string, Prepared>();
  let strays = 0;
  let last: { readonly key: string; readonly kind: 'sql' | 'values'; readonly number: number; text: string } | null = null;
  const textOf = ({ sql }: Prepared) => sql.join('\n').trim();
  const give = (key: string): readonly LogRecord[] => {
    if (last?.kind !== 'values' || last.key !== key) return [];
    const prepared = mappers.get(key);
    const { text } = last;
    last = null;
    if (prepared === undefined) return [];
    prepared.isSent = true;
    const sql = textOf(prepared);
    return [toRecord(sql, prepared.number, { dialect: 'question', params: toValues(text, countQuestions(sql)), name: prepared.name })];
  };
  const drop = (key: string, isLast: boolean): readonly LogRecord[] => {
    const prepared = mappers.get(key);
    mappers.delete(key);
    if (prepared === undefined || prepared.isSent) return [];
    const sql = textOf(prepared);
    return isLast ? [] : [toRecord(sql, prepared.number, { dialect: 'question', name: prepared.name })];
  };
  const goesOn = (text: string): boolean => {
    if (last?.kind === 'sql') return continuesSql(mappers.get(last.key)?.sql ?? [], text);
    return last !== null && !result.test(text) && !/(?:\)|null|^)$/.test(last.text) && last.text.length < 1_000_000;
  };
  return {
    read(text, number) {
      const [, prefix = '', kind, body = ''] = line.exec(text) ?? [];
      if (kind === undefined) {
        if (goesOn(text) && last?.kind === 'sql') {
          mappers.get(last.key)?.sql.push(text);
          return [];
        }
        // A value may have several lines, each but the last without its class.
        if (goesOn(text) && last !== null) {
          last.text += `\n${text}`;
          return [];
        }
        const records = last === null ? [] : give(last.key);
        last = null;
        if (text.trim() !== '' && !result.test(text)) {
          strays += 1;
          stray?.(text, number);
        }
        return records;
      }
      const { key, name } = readPrefix(prefix);
      const before = last === null ? [] : give(last.key);
      if (kind === 'Parameters') {
        last = { key, kind: 'values', number, text: body };
        // Nothing can follow but a line of something else.
        return /(?:\)|null|^)$/.test(body) ? [...before, ...give(key)] : before;
      }
      const dropped = drop(key, false);
      mappers.set(key, { sql: [body], number, name, isSent: false });
      last = { key, kind: 'sql', number, text: '' };
      const oldest = mappers.size > most ? mappers.keys().next().value : undefined;
      return [...before, ...dropped, ...(oldest === undefined ? [] : drop(oldest, false))];
    },
    end() {
      const records = last === null ? [] : give(last.key);
      return [...records, ...[...mappers.keys()].flatMap((key) => drop(key, true))];
    },
    strays: () => strays,
    begins: (text) => line.test(text),
    holds(text) {
      if (line.test(text) || !goesOn(text)) return 'no';
      return last?.kind === 'values' || isInside(mappers.get(last?.key ?? '')?.sql ?? []) ? 'surely' : 'perhaps';
    },
    interrupt() {
      const records = last === null ? [] : give(last.key);
      last = null;
      return records;
    },
  };
}

export const mybatis = defineFormat('mybatis', 'MyBatis', createReader);
