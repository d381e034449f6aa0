import type { LogFormat } from '../log-format.ts';
import { toReader } from '../reader.ts';
import { createSessions } from './sessions.ts';

interface JsonReport {
  readonly error_severity?: string;
  readonly session_id?: string;
  readonly pid?: number;
  readonly message?: string;
  readonly detail?: string;
  readonly context?: string;
  readonly statement?: string;
}

/** The server's jsonlog, of PostgreSQL 15 and newer: an object a line. */
export const jsonLog: LogFormat = {
  id: 'postgresql-json',
  title: 'PostgreSQL jsonlog',
  count: (sample) => sample.filter((line) => line.startsWith('{') && line.includes('"error_severity":')).length,
  createReader: (hear) =>
    toReader((emit, stray) => {
      const sessions = createSessions(emit);
      return {
        read(text, line) {
          const report = parse(text);
          if (report === null) {
            stray(text, line);
            return;
          }
          const session = report.session_id ?? String(report.pid ?? '');
          sessions.take({ session, level: report.error_severity ?? '', text: report.message ?? '', line });
          if (report.detail) sessions.take({ session, level: 'DETAIL', text: report.detail, line });
          if (report.context) sessions.take({ session, level: 'CONTEXT', text: report.context, line });
          if (report.statement) sessions.take({ session, level: 'STATEMENT', text: report.statement, line });
        },
        end: sessions.end,
      };
    }, hear),
};

function parse(text: string): JsonReport | null {
  try {
    const report: unknown = JSON.parse(text);
    return typeof report === 'object' && report !== null && 'error_severity' in report ? (report as JsonReport) : null;
  } catch {
    return null;
  }
}
