import { rules } from '../../rules/index.ts';
import type { Database } from '../../src/database/database.ts';
import { lint } from '../../src/lint.ts';
import type { Report } from '../../src/report/report.ts';
import { parseJsonLines } from '../../src/source/json-lines.ts';

/** Checks records in JSON Lines with a server that has the schema and must not be shown a statement, though it may execute what it is shown. */
export async function checkUnseen(database: Database, lines: string): Promise<Report> {
  const statements = await parseJsonLines('plans.jsonl', lines);
  const shown = (): Promise<never> => Promise.reject(new Error('a statement with a plan was sent to the server'));
  const unseeing: Database = {
    ...database,
    query: (text, values) => (statements.some(({ sql }) => [text, ...(values ?? [])].includes(sql)) ? shown() : database.query(text, values)),
    attempt: shown,
  };
  return lint({ files: 1, statements }, unseeing, { rules, showValues: true, analyze: true, onProgress: () => {} });
}
