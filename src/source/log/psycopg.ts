import { countRecords, createBlockReader, defineFormat } from './block-reader.ts';
import type { LogFormat, Stray } from './log-format.ts';
import { unescapeText } from './notation/escapes.ts';
import { inspect } from './notation/inspect.ts';
import { plainSql, toStatementText } from './plain-sql.ts';
import { hasNumbers, toRecord } from './record.ts';
import { splitTail } from './tail.ts';
import { toParams } from './written.ts';

const execution = /\n {2}\(execution time: (\d+) ms\)$/;

/** A logger of Python's gets the statement as bytes. */
function unwrapBytes(text: string): string {
  const found = /^b(['"])([\s\S]*)\1$/.exec(text)?.[2];
  return found === undefined ? text : unescapeText(found);
}

const createReader = (stray?: Stray) =>
  createBlockReader(
    {
      ...plainSql,
      toRecords({ lines, number }) {
        const text = unwrapBytes(toStatementText(lines.join('\n')).trimEnd());
        const duration = execution.exec(text);
        const sql = text.replace(execution, '');
        const took = duration === null ? null : Number(duration[1]);
        if (!hasNumbers(sql)) return [toRecord(sql, number, { dialect: 'none', duration: took })];
        // What console.log prints of a list behind the statement.
        const tail = splitTail(sql, ' ', inspect);
        const isList = tail?.value.kind === 'list';
        return [toRecord(isList ? tail.head : sql, number, { params: isList ? toParams(tail.value) : null, duration: took })];
      },
    },
    stray,
  );

/** Nothing marks these lines but that they are SQL, so a log of other things too is rather one of another format's. */
export const psycopg: LogFormat = {
  ...defineFormat('psycopg', 'statements as they are (psycopg2 LoggingConnection, console.log)', createReader),
  count(sample) {
    const reader = createReader();
    const found = countRecords(sample, reader);
    return Math.max(0, found - 2 * reader.strays());
  },
};
