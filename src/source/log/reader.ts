import type { LogReader, LogRecord, Stray } from './log-format.ts';

const none: readonly LogRecord[] = [];

/** What a reader does with lines; it hands over records when they are complete, and tells of lines that belong to none. */
export interface Reading {
  read(line: string, number: number): void;
  end(): void;
  /** Whether the next line belongs to a record that has begun. */
  holds?(line: string): boolean;
}

/** Makes a reader of something that emits records. */
export function toReader(start: (emit: (record: LogRecord) => void, stray: Stray) => Reading, hear?: Stray): LogReader {
  let done: LogRecord[] = [];
  let strays = 0;
  const { read, end, holds } = start(
    (record) => done.push(record),
    (line, number) => {
      strays += 1;
      hear?.(line, number);
    },
  );
  const take = (): readonly LogRecord[] => {
    if (done.length === 0) return none;
    const records = done;
    done = [];
    return records;
  };
  return {
    read(line, number) {
      read(line, number);
      return take();
    },
    end() {
      end();
      return take();
    },
    strays: () => strays,
    holds: (line) => (holds?.(line) ? 'surely' : 'no'),
  };
}
