import { UserError } from '../../errors.ts';
import { count } from '../../report/count.ts';
import { readToken, skipBlanks, wordOf } from '../../sql/tokens.ts';
import { cleanText } from './clean-text.ts';
import { logFormats } from './formats.ts';
import { libraryFormats } from './library-formats.ts';
import type { LogFormat } from './log-format.ts';
import { findUnwrapping, unwrapAll } from './unwrapping.ts';

/** The format that most of these lines are in; `null` where none is recognised. */
export function detectFormat(sample: readonly string[]): LogFormat | null {
  let [best, most] = [null as LogFormat | null, 0];
  for (const format of logFormats) {
    const found = format.count(sample);
    if (found > most) [best, most] = [format, found];
  }
  return best;
}

export function isRecognised(sample: readonly string[]): boolean {
  return detectFormat(sample) !== null;
}

/** Whether a beginning is that of a log: some of its lines, colours and a container's prefixes left out, are in a format that is known. SQL is none. */
export function isLogSample(head: string): boolean {
  if (isSql(head)) return false;
  const lines = cleanText(head).split('\n');
  const unwrapping = findUnwrapping(lines, isRecognised);
  return isRecognised(unwrapping === null ? lines : unwrapAll(unwrapping, lines).map(({ line }) => line));
}

const firstWords =
  /^(?:select|insert|update|delete|merge|with|values|table|create|alter|drop|set|begin|start|explain|prepare|declare|copy|do|grant|comment|truncate)$/;

function isSql(head: string): boolean {
  return firstWords.test(wordOf(head, readToken(head, skipBlanks(head, 0))));
}

/** The format that `--format-in` names. */
export function findFormat(id: string): LogFormat {
  const format = logFormats.find((one) => one.id === id);
  if (format !== undefined) return format;
  throw new UserError('usage', `no log format is called ${id}`, { hint: 'planlint check --help-formats lists them' });
}

/** The error for a log without anything that is recognised. */
export function toUnrecognised(path: string, lines: number): UserError {
  const own = logFormats.filter(({ title }) => title.startsWith('PostgreSQL ')).map(({ title }) => title.slice('PostgreSQL '.length));
  return new UserError('source', `${path}: no statement found in ${count(lines, 'line')}`, {
    hint: `looked for PostgreSQL ${own.join(', ')}, auto_explain, pg_stat_statements and ${count(libraryFormats.length, 'library format')} (planlint check --help-formats). Some loggers print no SQL unless told to`,
  });
}

/** The error for a log without anything of the format that it was said to be in. */
export function toMisread(path: string, lines: number, { id, title }: LogFormat): UserError {
  return new UserError('source', `${path}: no statement found in ${count(lines, 'line')} of ${title}`, {
    hint: `--format-in ${id} says that it is one; without it the content tells (planlint check --help-formats lists what is known)`,
  });
}

/** The table that `--help-formats` prints. */
export function formatFormats(): string {
  const width = Math.max(...logFormats.map(({ id }) => id.length));
  return logFormats.map(({ id, title }) => `  ${id.padEnd(width)}  ${title}\n`).join('');
}
