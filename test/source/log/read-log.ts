import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { libraryFormats } from '../../../src/source/log/library-formats.ts';
import type { LogFormat, LogReader, LogRecord, LogValue } from '../../../src/source/log/log-format.ts';

export const captures = join(import.meta.dirname, '../../../fixtures/captures');

/** The lines as readers get them: without colours and without CR. */
export function toLines(text: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  const plain = text.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '');
  return plain.endsWith('\n') ? plain.slice(0, -1).split('\n') : plain.split('\n');
}

export const readLines = (path: string) => toLines(readFileSync(join(captures, path), 'utf8'));

/** The format that the most lines begin records of; of two the first. */
export function detect(lines: readonly string[]): LogFormat | null {
  const sample = lines.slice(0, 1000);
  const counts = libraryFormats.map((format) => format.count(sample));
  const most = Math.max(...counts);
  return most === 0 ? null : (libraryFormats[counts.indexOf(most)] ?? null);
}

export function readAll(reader: LogReader, lines: readonly string[]): readonly LogRecord[] {
  return [...lines.flatMap((line, index) => reader.read(line, index + 1)), ...reader.end()];
}

export function findFormat(id: string): LogFormat {
  const found = libraryFormats.find((format) => format.id === id);
  if (found === undefined) throw new Error(`no format ${id}`);
  return found;
}

/** Records in short: the text, and each value as text, `?` where it is not known, or `null`. */
export function shorten({ sql, params }: LogRecord) {
  const short = (value: { readonly known: boolean; readonly text?: string | null }) => (value.known ? (value.text ?? null) : '?');
  if (params === null) return { sql, params };
  return {
    sql,
    params: Array.isArray(params) ? params.map(short) : Object.fromEntries(Object.entries(params).map(([name, value]) => [name, short(value)])),
  };
}

export const read = (id: string, text: string) => readAll(findFormat(id).createReader(), toLines(text)).map(shorten);

/** A record as goldens have it: a value as its text, with its type in a list, `false` where it is not known. */
export function shortest({ line, sql, dialect, params, caller, name, calls, duration }: LogRecord) {
  const short = (value: LogValue) => (!value.known ? false : value.type === null ? value.text : [value.text, value.type]);
  const values =
    params === null
      ? null
      : Array.isArray(params)
        ? params.map(short)
        : Object.fromEntries(Object.entries(params).map(([key, value]) => [key, short(value)]));
  return { line, dialect, sql, params: values, caller: caller === null ? null : `${caller.file}:${caller.line}`, name, calls, duration };
}
