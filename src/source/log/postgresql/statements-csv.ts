import type { LogFormat } from '../log-format.ts';
import { toReader } from '../reader.ts';
import { createCsvLines, splitCsv } from './csv.ts';
import { toRowRecord } from './statement-row.ts';

/** pg_stat_statements, as `\copy … TO 'file' (FORMAT csv, HEADER)` writes it. */
export const statementsCsv: LogFormat = {
  id: 'pg_stat_statements-csv',
  title: 'pg_stat_statements (CSV)',
  // One header tells as much as all the records of a log.
  count: (sample) => (isHeader(sample.find((line) => line !== '') ?? '') ? sample.length : 0),
  createReader: (hear) =>
    toReader((emit, stray) => {
      let header: readonly string[] | null = null;
      const lines = createCsvLines({
        stray,
        take(record, line) {
          const fields = splitCsv(record);
          if (header === null) {
            header = fields;
            return;
          }
          const columns = header;
          const columnOf = (name: string): string => fields[columns.indexOf(name)] ?? '';
          const row = toRowRecord({
            query: columnOf('query'),
            calls: Number(columnOf('calls')) || 1,
            duration: Number(columnOf('mean_exec_time') || columnOf('mean_time')) || null,
            isTopLevel: !/^f/i.test(columnOf('toplevel')),
            line,
          });
          if (row !== null) emit(row);
        },
      });
      return { read: lines.read, end: lines.end };
    }, hear),
};

function isHeader(line: string): boolean {
  return /^[\w",]+$/.test(line) && /(?:^|,)"?query"?(?:,|$)/.test(line) && /(?:^|,)"?(?:queryid|calls)"?(?:,|$)/.test(line);
}
