import type { LogReader, LogRecord } from './log-format.ts';

const none: readonly LogRecord[] = [];

/** What a reader does with lines; it hands over records when they are complete, and tells of lines that belong to none. */
export interface Reading {
  read(line: string, number: number): void;
  end(): void;
}

/** Makes a reader of something that emits records. */
export function toReader(start: (emit: (record: LogRecord) => void, stray: () => void) => Reading): LogReader {
  let done: LogRecord[] = [];
  let strays = 0;
  const { read, end } = start(
    (record) => done.push(record),
    () => {
      strays += 1;
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
  };
}
