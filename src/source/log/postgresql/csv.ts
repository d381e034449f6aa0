import type { Stray } from '../log-format.ts';

/** The first fields of a record of comma-separated values, as RFC 4180 quotes them, line breaks in fields included. */
export function splitCsv(record: string, most = Infinity): readonly string[] {
  const fields: string[] = [];
  for (let at = 0; at <= record.length && fields.length < most; ) {
    if (record.charCodeAt(at) === 34) {
      let isDoubled = false;
      let close = record.indexOf('"', at + 1);
      while (close !== -1 && record.charCodeAt(close + 1) === 34) {
        isDoubled = true;
        close = record.indexOf('"', close + 2);
      }
      const end = close === -1 ? record.length : close;
      const field = record.slice(at + 1, end);
      fields.push(isDoubled ? field.replaceAll('""', '"') : field);
      at = end + 2;
    } else {
      const comma = record.indexOf(',', at);
      const end = comma === -1 ? record.length : comma;
      fields.push(record.slice(at, end));
      at = end + 1;
    }
  }
  return fields;
}

/** A record that is longer is damaged: a quote is missing. */
const longest = 1 << 24;

export interface CsvRecords {
  /** A record, and the line it begins on. */
  readonly take: (record: string, line: number) => void;
  /** Called for what is no whole record. */
  readonly stray: Stray;
}

/** Puts the lines of records together: a record whose quotes are open goes on in the next line. */
export function createCsvLines({ take, stray }: CsvRecords): { read(line: string, number: number): void; isOpen(): boolean; end(): void } {
  let open: string | null = null;
  let first = 0;
  let isQuoted = false;
  const drop = (): void => {
    if (open !== null) stray(open, first);
    open = null;
    isQuoted = false;
  };
  return {
    read(line, number) {
      if (open === null) first = number;
      open = open === null ? line : `${open}\n${line}`;
      if (hasOddQuotes(line)) isQuoted = !isQuoted;
      if (isQuoted) {
        if (open.length > longest) drop();
        return;
      }
      const record = open;
      open = null;
      take(record, first);
    },
    isOpen: () => isQuoted,
    end: drop,
  };
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}
