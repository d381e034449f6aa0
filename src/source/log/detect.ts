import { UserError } from '../../errors.ts';
import { count } from '../../report/count.ts';
import { readToken, skipBlanks, wordOf } from '../../sql/tokens.ts';
import { cleanText } from './clean-text.ts';
import { logFormats } from './formats.ts';
import { jsonObject } from './json-object.ts';
import { libraryFormats } from './library-formats.ts';
import type { LogFormat } from './log-format.ts';
import { createMixedReader } from './mixed.ts';
import { findUnwrapping, unwrapAll } from './unwrapping.ts';

/** The format that most of these lines are in; `null` where none is recognised. */
export function detectFormat(sample: readonly string[], formats: readonly LogFormat[] = logFormats): LogFormat | null {
  let [best, most] = [null as LogFormat | null, 0];
  for (const format of formats) {
    const found = format.count(sample);
    if (found > most) [best, most] = [format, found];
  }
  return best;
}

/** So many formats alternate in the lines of one program. */
const mostFormats = 3;

/** The formats that these lines are in, the one that most are in first: those of what it leaves over come behind it. */
export function detectFormats(sample: readonly string[], first = detectFormat(sample)): readonly LogFormat[] {
  if (first === null) return [];
  const formats = [first === jsonObject ? (detectNamed(sample) ?? first) : first];
  while (formats.length < mostFormats) {
    const next = detectNamed(findStrays(sample, formats));
    if (next === null || formats.includes(next)) break;
    formats.push(next);
  }
  return formats;
}

const withNames = logFormats.filter((format) => format !== jsonObject);

/** As above, where objects of a library that is known do not count as some of none. */
function detectNamed(sample: readonly string[]): LogFormat | null {
  return detectFormat(sample, withNames) ?? (jsonObject.count(sample) > 0 ? jsonObject : null);
}

function findStrays(sample: readonly string[], formats: readonly LogFormat[]): readonly string[] {
  const strays: string[] = [];
  const reader = createMixedReader(formats, (line) => strays.push(line));
  for (const [index, line] of sample.entries()) reader.read(line, index + 1);
  reader.end();
  return strays;
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
