import type { LogFormat } from '../log-format.ts';
import { toReader } from '../reader.ts';
import { createCsvLines, splitCsv } from './csv.ts';
import { createSessions } from './sessions.ts';

const beginning = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [^,]+,(?:"[^"]*")?,(?:"[^"]*")?,\d*,/;

/** The server's csvlog. Newer versions have more columns at the end; those that matter have kept their places. */
export const csvLog: LogFormat = {
  id: 'postgresql-csv',
  title: 'PostgreSQL csvlog',
  count: (sample) => sample.filter((line) => beginning.test(line)).length,
  createReader: (hear) =>
    toReader((emit, stray) => {
      const sessions = createSessions(emit);
      const lines = createCsvLines({
        stray,
        take(record, line) {
          const fields = splitCsv(record, 20);
          const [session = '', level = '', text = ''] = [fields[5], fields[11], fields[13]];
          if (fields.length < 20) {
            stray(record, line);
            return;
          }
          sessions.take({ session, level, text, line });
          for (const [part, value] of [
            ['DETAIL', fields[14]],
            ['CONTEXT', fields[18]],
            ['STATEMENT', fields[19]],
          ] as const) {
            if (value) sessions.take({ session, level: part, text: value, line });
          }
        },
      });
      return {
        read: lines.read,
        holds: lines.isOpen,
        end() {
          lines.end();
          sessions.end();
        },
      };
    }, hear),
};
