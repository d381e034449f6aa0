import { countRecords, createBlockReader, defineFormat } from './block-reader.ts';
import type { LogFormat } from './log-format.ts';
import { plainSql, toStatementText } from './plain-sql.ts';
import { hasNumbers, toRecord } from './record.ts';

const took = /\n {2}\(execution time: (\d+) ms\)$/;

const createReader = () =>
  createBlockReader({
    ...plainSql,
    toRecords({ lines, number }) {
      const text = toStatementText(lines.join('\n')).trimEnd();
      const duration = took.exec(text);
      const sql = text.replace(took, '');
      return [toRecord(sql, number, { dialect: hasNumbers(sql) ? 'dollar' : 'none', duration: duration === null ? null : Number(duration[1]) })];
    },
  });

/** Nothing marks these lines but that they are SQL, so a log of other things too is rather one of another format's. */
export const psycopg: LogFormat = {
  ...defineFormat('psycopg', 'statements as they are (psycopg2 LoggingConnection, console.log)', createReader),
  count(sample) {
    const reader = createReader();
    const found = countRecords(sample, reader);
    return Math.max(0, found - 2 * reader.strays());
  },
};
