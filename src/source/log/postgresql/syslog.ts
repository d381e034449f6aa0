import type { LogFormat } from '../log-format.ts';
import { toReader } from '../reader.ts';
import { findLevel } from './level.ts';
import { createSessions, type Entry } from './sessions.ts';

/** `postgres[4711]: [5-1] text`: the process, the report's number in the session, and the part's in the report. */
const part = /\bpostgres\w*\[(\d+)\]: \[(\d+)-(\d+)\] (.*)$/s;

export function isSyslog(line: string): boolean {
  return part.test(line);
}

/** The server's log as syslog has it, which cuts reports into parts, and writes tabs as `#011`. */
export const syslogLog: LogFormat = {
  id: 'postgresql-syslog',
  title: 'PostgreSQL syslog',
  count: (sample) => sample.filter(isSyslog).length,
  createReader: (hear) =>
    toReader((emit, stray) => {
      const sessions = createSessions(emit);
      const open = new Map<string, { entry: Entry; text: string }>();
      const close = (session: string): void => {
        const last = open.get(session);
        if (last !== undefined) sessions.take({ ...last.entry, text: last.text });
        open.delete(session);
      };
      return {
        read(line, number) {
          const [, session = '', , index = '', chunk = ''] = part.exec(line) ?? [];
          const isTabbed = chunk.startsWith('#011');
          const text = chunk.replaceAll('#011', '\t');
          const found = isTabbed ? null : findLevel(text);
          const last = open.get(session);
          // A part without a tab goes on where the one before was cut for its length, unless it begins the report's next field.
          if (found !== null && (index === '1' || last === undefined || found.level !== 'LOG')) {
            close(session);
            open.set(session, { entry: { session, level: found.level, text: '', line: number }, text: text.slice(found.text) });
          } else if (last === undefined) stray(line, number);
          else last.text += isTabbed ? `\n${text.slice(1)}` : text;
        },
        end() {
          for (const session of [...open.keys()]) close(session);
          sessions.end();
        },
      };
    }, hear),
};
