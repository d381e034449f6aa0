import type { Statement } from '../statement.ts';
import { createCollector } from './collect.ts';
import { detectFormat, toUnrecognised } from './detect.ts';
import { createLines } from './lines.ts';
import type { LogFormat, LogReader, LogRecord } from './log-format.ts';
import { toStatement } from './to-statement.ts';
import { findWrapping } from './wrapping.ts';

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
  let reading: ReturnType<typeof createReading> | null = null;
  let sample: string[] = [];
  let size = 0;
  let lines = 0;
  let records = 0;
  let strays = 0;

  const take = (record: LogRecord): void => {
    records += 1;
    collector.add(record);
  };
  const detect = (): void => {
    const unwrap = findWrapping(sample);
    const format = forced ?? detectFormat(unwrap === null ? sample : sample.map((line) => unwrap(line).line));
    if (format === null) strays += sample.length;
    else {
      reading = createReading(format, unwrap, take);
      const first = lines - sample.length + 1;
      for (const [index, line] of sample.entries()) reading.read(line, first + index);
    }
    sample = [];
    size = 0;
  };
  const { push, end } = createLines((line) => {
    lines += 1;
    if (reading !== null) reading.read(line, lines);
    else {
      sample.push(line);
      size += line.length;
      if (size > sampled) detect();
    }
  });
  for await (const chunk of chunks) push(chunk);
  end();
  if (reading === null) detect();
  const last = reading as ReturnType<typeof createReading> | null;
  if (last === null) throw toUnrecognised(path, lines);
  strays += last.end();
  const statements = collector.groups().map((group) => toStatement(group, path));
  return { statements, summary: { path, format: last.title, lines, records, strays } };
}

/** A reader for each program whose lines a log holds. */
function createReading({ title, createReader }: LogFormat, unwrap: ReturnType<typeof findWrapping>, take: (record: LogRecord) => void) {
  const readers = new Map<string, LogReader>();
  const readerOf = (source: string): LogReader => {
    const reader = readers.get(source) ?? createReader();
    readers.set(source, reader);
    return reader;
  };
  const only = readerOf('');
  const hand = (records: readonly LogRecord[]): void => {
    for (let index = 0; index < records.length; index += 1) take(records[index] as LogRecord);
  };
  return {
    title,
    read(line: string, number: number): void {
      if (unwrap === null) {
        hand(only.read(line, number));
        return;
      }
      const { source, line: inner } = unwrap(line);
      hand(readerOf(source).read(inner, number));
    },
    /** How many lines belonged to no record. */
    end(): number {
      let strays = 0;
      for (const reader of readers.values()) {
        hand(reader.end());
        strays += reader.strays();
      }
      return strays;
    },
  };
}
