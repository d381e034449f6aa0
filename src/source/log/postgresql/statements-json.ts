import type { LogFormat } from '../log-format.ts';
import { toReader } from '../reader.ts';
import { type StatementRow, toRowRecord } from './statement-row.ts';

/** A row that is longer is damaged. */
const longest = 1 << 24;

/** pg_stat_statements, as `json_agg` or `row_to_json` gives it: an array, or an object a line. */
export const statementsJson: LogFormat = {
  id: 'pg_stat_statements-json',
  title: 'pg_stat_statements (JSON)',
  count: (sample) => {
    const head = sample.slice(0, 40).join('\n');
    return /^\s*\[?\s*\{/.test(head) && /"query"\s*:/.test(head) && /"queryid"\s*:/.test(head) ? sample.length : 0;
  },
  createReader: (hear) =>
    toReader((emit, stray) => {
      let open = '';
      let first = 0;
      return {
        read(line, number) {
          if (open === '') first = number;
          open += `${line}\n`;
          if (!/\}\s*[,\]]?\s*$/.test(line)) {
            if (open.length < longest) return;
          }
          const rows = parseRows(open);
          if (rows === null && open.length < longest) return;
          open = '';
          if (rows === null) stray(line, number);
          for (const row of rows ?? []) {
            const record = typeof row.query === 'string' ? toRowRecord(toRow(row, first)) : null;
            if (record !== null) emit(record);
          }
        },
        end() {
          if (/[^\s\]]/.test(open)) stray(open, first);
        },
      };
    }, hear),
};

/** A row as JSON; older versions of the extension have no `toplevel`, and the oldest other names for times. */
export interface JsonRow {
  readonly query?: unknown;
  readonly calls?: unknown;
  readonly mean_exec_time?: unknown;
  readonly mean_time?: unknown;
  readonly toplevel?: unknown;
}

export function toRow({ query, calls, mean_exec_time, mean_time, toplevel }: JsonRow, line: number): StatementRow {
  const duration = Number(mean_exec_time ?? mean_time) || null;
  return { query: String(query ?? ''), calls: Number(calls ?? 1) || 1, duration, isTopLevel: toplevel !== false, line };
}

/** The rows of whole lines: some of an array, with or without its brackets; `null` where the last one is not complete. */
function parseRows(text: string): readonly JsonRow[] | null {
  try {
    const rows: unknown = JSON.parse(
      `[${text
        .trim()
        .replace(/^[[,]+/, '')
        .replace(/[\],]+$/, '')}]`,
    );
    return (rows as readonly unknown[]).filter((row): row is JsonRow => typeof row === 'object' && row !== null);
  } catch {
    return null;
  }
}
