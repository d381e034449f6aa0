import type { LogFormat } from '../log-format.ts';
import { toReader } from '../reader.ts';
import { findLevel } from './level.ts';
import { createSessions } from './sessions.ts';
import { isSyslog } from './syslog.ts';

/** A statement that is longer was not written by hand, nor by an ORM. */
const longest = 1 << 24;

/** The server's log as it is on stderr, whatever its log_line_prefix. */
export const stderrLog: LogFormat = {
  id: 'postgresql',
  title: 'PostgreSQL stderr',
  count: (sample) => sample.filter(isBeginning).length,
  createReader: (hear) =>
    toReader((emit, stray) => {
      const sessions = createSessions(emit);
      let open: { session: string; level: string; text: string; line: number } | null = null;
      const close = (): void => {
        if (open !== null) sessions.take(open);
        open = null;
      };
      return {
        read(line, number) {
          // The server puts a tab of its own in front of a message's further lines.
          if (line.charCodeAt(0) === 9) {
            if (open === null) stray(line, number);
            else if (open.text.length < longest) open.text += `\n${line.slice(1)}`;
            return;
          }
          close();
          const found = findLevel(line);
          if (found === null) stray(line, number);
          else open = { session: sessionOf(line, found.start), level: found.level, text: line.slice(found.text), line: number };
        },
        holds: (line) => open !== null && line.charCodeAt(0) === 9,
        end() {
          close();
          sessions.end();
        },
      };
    }, hear),
};

/** Every useful prefix tells the time or the session; a text that merely speaks of a log has neither. */
function isBeginning(line: string): boolean {
  if (line.startsWith('\t') || isSyslog(line)) return false;
  const found = findLevel(line);
  return found !== null && (found.start === 0 || findId(line, found.start) !== null || clock.test(line.slice(0, found.start)));
}

const sessionId = /\b[0-9a-f]{8}\.[0-9a-f]{1,6}\b/;
const clock = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?|\b\d{10}\.\d{3}\b/;

/** What a prefix calls the session; else the first number that is no time. Where there is none, what stands together belongs together. */
export function sessionOf(line: string, end: number): string {
  return findId(line, end) ?? /(?<![\w.:-])\d+(?![\w.:-])/.exec(line.slice(0, end).replace(clock, ''))?.[0] ?? '';
}

/** A process id in brackets, or a session id. */
function findId(line: string, end: number): string | null {
  for (let open = line.indexOf('['); open !== -1 && open < end; open = line.indexOf('[', open + 1)) {
    let at = open + 1;
    while (line.charCodeAt(at) >= 48 && line.charCodeAt(at) <= 57) at += 1;
    if (at > open + 1 && line.charCodeAt(at) === 93) return line.slice(open + 1, at);
  }
  return sessionId.exec(line.slice(0, end))?.[0] ?? null;
}
