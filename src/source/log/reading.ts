import type { LogFormat, LogReader, LogRecord } from './log-format.ts';
import { createMixedReader } from './mixed.ts';
import type { InnerLine } from './unwrapping.ts';

/** What reads the lines of a log, whichever program wrote each. */
export interface Reading {
  readonly title: string;
  read(line: InnerLine): void;
  /** How many lines belonged to no record. */
  end(): number;
}

/** Programs at one time; of more, those that have been silent the longest have ended. */
const mostReaders = 1000;

/** A reader for each program whose lines a log holds; each reads the formats that are its own, or else the log's. */
export function createReading(
  formats: readonly LogFormat[],
  own: ReadonlyMap<string, readonly LogFormat[]>,
  take: (record: LogRecord) => void,
): Reading {
  const readers = new Map<string, LogReader>();
  let strays = 0;
  const hand = (records: readonly LogRecord[]): void => {
    for (let index = 0; index < records.length; index += 1) take(records[index] as LogRecord);
  };
  const finish = (source: string, reader: LogReader): void => {
    readers.delete(source);
    hand(reader.end());
    strays += reader.strays();
  };
  const readerOf = (source: string): LogReader => {
    const found = readers.get(source);
    const reader = found ?? createReader(own.get(source) ?? formats);
    if (found !== undefined && readers.size === 1) return found;
    readers.delete(source);
    readers.set(source, reader);
    if (readers.size > mostReaders) for (const [oldest, silent] of [...readers].slice(0, 1)) finish(oldest, silent);
    return reader;
  };
  return {
    title: [...new Set([formats, ...own.values()].flat().map(({ title }) => title))].join(' and '),
    read: ({ source, line, number }) => hand(readerOf(source).read(line, number)),
    end() {
      for (const [source, reader] of [...readers]) finish(source, reader);
      return strays;
    },
  };
}

function createReader(formats: readonly LogFormat[]): LogReader {
  const [only, ...others] = formats;
  return only !== undefined && others.length === 0 ? only.createReader() : createMixedReader(formats);
}
