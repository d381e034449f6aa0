import { defineFormat } from './block-reader.ts';
import { isForeign, isInside } from './continuation.ts';
import { fromJava } from './java-value.ts';
import type { LogReader, LogRecord, LogValue, Stray } from './log-format.ts';
import { countQuestions, toRecord } from './record.ts';
import { hidden } from './written.ts';

const logged = /^(.*?(?:\borg\.hib(?:ernate)?\.SQL|\bo\.h\.SQL|\bDEBUG SQL(?::\d+)?)\b\]?\s*(?:\(([^()]*)\)\s*)?)(?::\s|-\s|:$|-$|\s|$)\s*(.*)$/;
const printed = /^(?:.*\s)?Hibernate: ?(.*)$/;
const slow = /SQL_SLOW\b.*?took (\d+) milliseconds \[(.*)\]$/;
const bind = /^(.*?)\bbinding parameter (?:\[(\d+)\] as \[([\w.]+)\] - \[|\((\d+):([\w.]+)\) <- \[)(.*)$/i;
const ours = /\borg\.hibernate\b|o\.h\./;

interface Pending {
  readonly sql: string[];
  readonly number: number;
  readonly binds: Map<number, LogValue>;
  isSent: boolean;
}

/** A thread by what is in brackets in front of the logger's name, or in parentheses behind it. */
function threadOf(prefix: string, behind: string | undefined): string {
  if (behind !== undefined) return behind;
  const names = [...prefix.matchAll(/\[([^\]]*)\]/g)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !/^(?:org\.|o\.h\.)|^(?:DEBUG|TRACE|INFO)$/.test(name));
  return names.at(-1) ?? /\(([^()]*)\)\s*$/.exec(prefix.trimEnd().replace(/[:-]$/, ''))?.[1] ?? '';
}

const most = 1000;

/** Statements and their values are records of their own, and threads write in between each other. */
function createReader(stray?: Stray): LogReader {
  const threads = new Map<string, Pending>();
  let strays = 0;
  let open: { readonly kind: 'sql' | 'bind'; readonly thread: string; readonly index: number; readonly type: string; text: string } | null = null;
  let hasLogger = false;
  let hasSql = false;
  let hasBinds = false;

  const toPending = ({ sql, number, binds }: Pending): LogRecord => {
    const text = sql.join('\n').trim();
    const params = Array.from({ length: Math.max(countQuestions(text), ...binds.keys(), 0) }, (_, index) => binds.get(index + 1) ?? hidden);
    const comment = /^\/\* ?((?:[^*]|\*(?!\/)){1,200}?) ?\*\//.exec(text)?.[1];
    return toRecord(text, number, { dialect: 'question', params: binds.size === 0 && params.length > 0 ? null : params, name: comment ?? null });
  };
  const finish = (thread: string): readonly LogRecord[] => {
    const pending = threads.get(thread);
    threads.delete(thread);
    return pending === undefined || pending.isSent || pending.sql.join('').trim() === '' ? [] : [toPending(pending)];
  };
  const start = (thread: string, text: string, number: number): readonly LogRecord[] => {
    const records = finish(thread);
    threads.set(thread, { sql: [text], number, binds: new Map(), isSent: false });
    open = { kind: 'sql', thread, index: 0, type: '', text: '' };
    const oldest = threads.size > most ? threads.keys().next().value : undefined;
    return oldest === undefined ? records : [...records, ...finish(oldest)];
  };
  /** A batch binds again without its statement. */
  const setValue = (thread: string, index: number, value: LogValue): readonly LogRecord[] => {
    const key = threads.has(thread) ? thread : '';
    const pending = threads.get(key);
    if (pending === undefined || index > 65_535) return [];
    if (!pending.binds.has(index) && !pending.isSent) {
      pending.binds.set(index, value);
      return [];
    }
    const records = pending.isSent ? [] : [toPending(pending)];
    threads.set(key, { ...pending, binds: new Map([[index, value]]), isSent: false });
    return records;
  };
  const closeBind = (): readonly LogRecord[] => {
    if (open?.kind !== 'bind') return [];
    const { thread, index, type, text } = open;
    open = null;
    const end = text.lastIndexOf(']');
    return setValue(thread, index, end === -1 ? hidden : fromJava(text.slice(0, end), type.split('.').at(-1)));
  };

  return {
    read(line, number) {
      const found = bind.exec(line);
      const statement = found === null ? logged.exec(line) : null;
      const print = found === null && statement === null ? printed.exec(line) : null;
      const isNew = found !== null || statement !== null || print !== null;
      if (!isNew && open?.kind === 'bind' && !open.text.endsWith(']') && open.text.length < 1_000_000) {
        open.text += `\n${line}`;
        return [];
      }
      const records = closeBind();
      if (found !== null) {
        hasBinds = true;
        const [, prefix = '', old, oldType, index, type, text = ''] = found;
        open = { kind: 'bind', thread: threadOf(prefix, undefined), index: Number(old ?? index), type: oldType ?? type ?? '', text };
        return text.endsWith(']') ? [...records, ...closeBind()] : records;
      }
      if (statement !== null) {
        hasLogger = true;
        hasSql = true;
        const [, prefix = '', behind, text = ''] = statement;
        return [...records, ...start(threadOf(prefix.replace(/\([^()]*\)\s*$/, ''), behind), text, number)];
      }
      if (print !== null) {
        hasSql = true;
        // What the logger wrote is printed again.
        if (!hasLogger) return [...records, ...start('', print[1] ?? '', number)];
        open = { kind: 'sql', thread: '\0printed', index: 0, type: '', text: '' };
        return records;
      }
      if (open?.kind === 'sql' && !isForeign(line) && (/^\s|^$/.test(line) || /^(?:\/\*|--)/.test(line))) {
        const pending = threads.get(open.thread);
        if (pending !== undefined && pending.sql.length < 5000) pending.sql.push(line.replace(/^ {4}/, ''));
        return records;
      }
      open = null;
      const [, took, text] = slow.exec(line) ?? [];
      if (text !== undefined && !hasSql) return [...records, toRecord(text, number, { dialect: 'question', duration: Number(took) })];
      if (line.trim() !== '' && !ours.test(line)) {
        strays += 1;
        stray?.(line, number);
      }
      return records;
    },
    end() {
      const records = [...closeBind(), ...[...threads.keys()].flatMap(finish)];
      // Where values are logged, a statement without all of its own has been cut.
      return hasBinds ? records.filter(({ params }) => params !== null && Object.values(params).every(({ known }) => known)) : records;
    },
    strays: () => strays,
    holds(line) {
      if (open === null || bind.test(line) || logged.test(line) || printed.test(line)) return 'no';
      if (open.kind === 'bind') return open.text.endsWith(']') ? 'no' : 'surely';
      return /^\s|^$|^(?:\/\*|--)/.test(line) && !isForeign(line) ? (isInside(threads.get(open.thread)?.sql ?? []) ? 'surely' : 'perhaps') : 'no';
    },
    interrupt() {
      const records = closeBind();
      open = null;
      return records;
    },
  };
}

export const hibernate = defineFormat('hibernate', 'Hibernate', createReader);
