import type { Statement } from '../statement.ts';
import { createCollector } from './collect.ts';
import { detectFormat, detectFormats, isRecognised, toMisread, toUnrecognised } from './detect.ts';
import { createLines } from './lines.ts';
import type { LogFormat, LogRecord } from './log-format.ts';
import { createReading, type Reading } from './reading.ts';
import { toStatement } from './to-statement.ts';
import { findUnwrapping, type InnerLine, type Unwrapping, unwrapAll } from './unwrapping.ts';
import { toUtf8 } from './utf16.ts';

/** What a log held. */
export interface LogSummary {
  readonly path: string;
  /** As messages name it. */
  readonly format: string;
  readonly lines: number;
  readonly records: number;
  /** Lines that belong to no record. */
  readonly strays: number;
}

/** So many characters tell a format; where they do not, as many more are looked at. */
const sampled = 100_000;

/** Reads a log of any length in memory that does not grow with it. Its format is told by its content where none is given; none in all of it is a UserError. */
export async function readLog(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  forced: LogFormat | null,
): Promise<{ readonly statements: readonly Statement[]; readonly summary: LogSummary }> {
  const collector = createCollector();
  let reading: Reading | null = null;
  let unwrapping: Unwrapping | null = null;
  let sample: string[] = [];
  let size = 0;
  let lines = 0;
  let records = 0;
  let strays = 0;

  const take = (record: LogRecord): void => {
    records += 1;
    collector.add(record);
  };
  const read = (to: Reading, line: string, number: number): void => {
    if (unwrapping === null) to.read({ source: '', line, number });
    else for (const inner of unwrapping.read(line, number)) to.read(inner);
  };
  const detect = (): void => {
    const find = (): Unwrapping | null => findUnwrapping(sample, forced === null ? isRecognised : (one) => forced.count(one) > 0);
    const tried = find();
    const inner = tried === null ? sample.map((line) => ({ source: '', line })) : unwrapAll(tried, sample);
    const format = forced ?? detectFormat(inner.map(({ line }) => line));
    if (format === null) strays += sample.length;
    else {
      unwrapping = find();
      const own = forced === null ? formatsOf(inner, format) : new Map<string, readonly LogFormat[]>();
      reading = createReading(own.get('') ?? [format], own, take);
      const first = lines - sample.length + 1;
      for (const [index, line] of sample.entries()) read(reading, line, first + index);
    }
    sample = [];
    size = 0;
  };
  const { push, end } = createLines((line) => {
    lines += 1;
    if (reading !== null) read(reading, line, lines);
    else {
      sample.push(line);
      size += line.length;
      if (size > sampled) detect();
    }
  });
  for await (const chunk of toUtf8(chunks)) push(chunk);
  end();
  if (reading === null) detect();
  const last = reading as Reading | null;
  if (last === null) throw toUnrecognised(path, lines);
  for (const inner of (unwrapping as Unwrapping | null)?.end() ?? []) last.read(inner);
  strays += last.end();
  if (forced !== null && records === 0 && strays > 0) throw toMisread(path, lines, forced);
  const statements = collector.groups().map((group) => toStatement(group, path));
  return { statements, summary: { path, format: last.title, lines, records, strays } };
}

/** The formats of each program's lines where these are not those of the one that most are in: what runs together is logged together. */
function formatsOf(lines: readonly Pick<InnerLine, 'source' | 'line'>[], most: LogFormat): ReadonlyMap<string, readonly LogFormat[]> {
  const bySource = new Map<string, string[]>();
  for (const { source, line } of lines) {
    const own = bySource.get(source) ?? [];
    bySource.set(source, own);
    own.push(line);
  }
  return new Map(
    [...bySource].flatMap(([source, own]) => {
      const formats = detectFormats(own, most.count(own) > 0 ? most : detectFormat(own));
      return formats.length === 0 || (formats.length === 1 && formats[0] === most) ? [] : [[source, formats] as const];
    }),
  );
}
