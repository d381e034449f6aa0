import { breaksOff, isInside } from './continuation.ts';
import type { LogFormat, LogReader, LogRecord, Stray } from './log-format.ts';

/** The lines of what may be one record. */
export interface Block {
  readonly lines: readonly string[];
  /** Of the first line. */
  readonly number: number;
}

/** How records lie in the lines of a log. */
export interface BlockShape {
  begins(line: string): boolean;
  /** Whether a line that belongs to no record is the library's own all the same: results, errors. */
  isNoise?(line: string): boolean;
  /** Whether the next line belongs to what has begun, too; asked first. */
  continues(block: Block, line: string): boolean;
  /** Whether a line of something else may stand inside, as of another thread. */
  passes?(block: Block, line: string): boolean;
  /** Whether nothing more can belong to it. */
  isWhole?(block: Block): boolean;
  /** Its records; `null` where the lines are none after all. The last of a log may be half written. */
  toRecords(block: Block, isLast: boolean): readonly LogRecord[] | null;
}

/** A function of a block that is asked again, as for whether it is whole and then for its records: it works once. */
export function remember<T>(compute: (block: Block) => T): (block: Block) => T {
  let last: { readonly lines: readonly string[]; readonly count: number; readonly result: T } | null = null;
  return (block) => {
    if (last === null || last.lines !== block.lines || last.count !== block.lines.length)
      last = { lines: block.lines, count: block.lines.length, result: compute(block) };
    return last.result;
  };
}

/** More than this is no statement; what goes on for ever is not kept. */
const longest = { lines: 5000, characters: 1_000_000 };

/** What belongs together is not farther apart. */
const farthest = 20;

const ignore: Stray = () => {};

/** Reads records that are blocks of lines, and keeps one block. */
export function createBlockReader(shape: BlockShape, stray: Stray = ignore): LogReader {
  let lines: string[] = [];
  let number = 0;
  let characters = 0;
  let passed = 0;
  let strays = 0;
  const drop: Stray = (line, at) => {
    strays += 1;
    stray(line, at);
  };
  const goesOn = (line: string): boolean =>
    lines.length > 0 && characters < longest.characters && lines.length < longest.lines && shape.continues({ lines, number }, line);
  const letsPass = (line: string): boolean => lines.length > 0 && passed < farthest && shape.passes?.({ lines, number }, line) === true;
  const finish = (isLast: boolean): readonly LogRecord[] => {
    if (lines.length === 0) return [];
    const records = shape.toRecords({ lines, number }, isLast);
    const block = lines;
    lines = [];
    if (records === null) for (const [index, line] of block.entries()) if (line.trim() !== '') drop(line, number + index);
    return records ?? [];
  };
  return {
    read(line, at) {
      if (goesOn(line)) {
        lines.push(line);
        characters += line.length;
        return shape.isWhole?.({ lines, number }) ? finish(false) : [];
      }
      if (letsPass(line)) {
        passed += 1;
        drop(line, at);
        return [];
      }
      const records = finish(false);
      if (!shape.begins(line)) {
        if (line.trim() !== '' && shape.isNoise?.(line) !== true) drop(line, at);
        return records;
      }
      lines = [line];
      passed = 0;
      number = at;
      characters = line.length;
      return shape.isWhole?.({ lines, number }) ? [...records, ...finish(false)] : records;
    },
    end: () => finish(true),
    strays: () => strays,
    begins: shape.begins,
    holds: (line) => (goesOn(line) ? (isInside(lines) ? 'surely' : 'perhaps') : 'no'),
    interrupt(line) {
      if (!letsPass(line)) return finish(false);
      passed += 1;
      return [];
    },
  };
}

/** A format that is told by how many records its own reader finds. */
export function defineFormat(id: string, title: string, createReader: (stray?: Stray) => LogReader): LogFormat {
  const create = (stray: Stray = ignore) => limit(createReader(stray), stray);
  return { id, title, createReader: create, count: (sample) => countRecords(sample, create()) };
}

export function countRecords(sample: readonly string[], reader: LogReader): number {
  return sample.reduce((sum, line, index) => sum + reader.read(line, index + 1).length, 0) + reader.end().length;
}

/** A line too long for a statement is a stray, and so is a last statement that breaks off: the log was cut, or is being written. */
function limit(reader: LogReader, stray: Stray): LogReader {
  let strays = 0;
  return {
    ...reader,
    read(line, number) {
      if (line.length <= longest.characters) return reader.read(line, number);
      strays += 1;
      stray(line, number);
      return [];
    },
    end() {
      const records = reader.end();
      const whole = records.filter(({ sql }) => !breaksOff(sql));
      strays += records.length - whole.length;
      return whole;
    },
    strays: () => strays + reader.strays(),
  };
}
