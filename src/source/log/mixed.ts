import type { LogFormat, LogReader, LogRecord, Stray } from './log-format.ts';

interface Taker {
  readonly reader: LogReader;
  begins(line: string): boolean;
}

/** A line that goes on with a statement may look like one of its own: nothing but SQL is in it. */
const bareSql =
  /^\s*\(*\s*(?:select|insert|update|delete|with|merge|values|table|set|begin|commit|rollback|copy|create|alter|drop|fetch|show|call|explain)\b/i;

/** Places in a line where a record's beginning may be told from the rest. */
const mostCuts = 24;

/**
 * Reads a log in which lines of several formats alternate, by record: what has begun keeps the lines that it holds, a line that begins a record goes to
 * its format, and what one leaves over is offered to the others in their order.
 */
export function createMixedReader(formats: readonly LogFormat[], stray?: Stray): LogReader {
  let left: { readonly line: string; readonly number: number }[] = [];
  let strays = 0;
  let holder: Taker | null = null;
  const takers = formats.map((format): Taker => {
    const reader = format.createReader((line, number) => left.push({ line, number }));
    return { reader, begins: (line) => reader.begins?.(line) ?? format.count([line]) > 0 };
  });

  const choose = (line: string, tried: readonly Taker[]): Taker | undefined => {
    const untried = takers.filter((taker) => !tried.includes(taker));
    const hold = holder === null || tried.includes(holder) ? 'no' : (holder.reader.holds?.(line) ?? 'no');
    if (hold === 'surely' && holder !== null) return holder;
    const beginners = untried.filter((taker) => taker.begins(line));
    if (hold === 'perhaps' && holder !== null && (beginners.every((taker) => taker === holder) || bareSql.test(line))) return holder;
    return beginners.length > 1 ? findOutermost(beginners, line) : (beginners[0] ?? untried[0]);
  };

  const settle = (tried: readonly Taker[]): readonly LogRecord[] => {
    const lines = left;
    left = [];
    return lines.flatMap(({ line, number }) => offer(line, number, tried));
  };

  const offer = (line: string, number: number, tried: readonly Taker[]): readonly LogRecord[] => {
    const taker = choose(line, tried);
    if (taker === undefined) {
      strays += 1;
      stray?.(line, number);
      return [];
    }
    const records = [...taker.reader.read(line, number)];
    const isTaken = !left.some((one) => one.number === number);
    const before = isTaken ? interruptOthers(taker, line) : [];
    if (isTaken) holder = taker;
    return [...before, ...records, ...settle([...tried, taker])];
  };

  const interruptOthers = (taker: Taker, line: string): readonly LogRecord[] =>
    takers.flatMap((other) => (other === taker ? [] : (other.reader.interrupt?.(line) ?? [])));

  return {
    read: (line, number) => offer(line, number, []),
    end: () => takers.flatMap((taker) => [...taker.reader.end(), ...settle([taker])]),
    strays: () => strays,
  };
}

/** Of those that a record begins for the one whose beginning is whole first: the others' is a part of a value. */
function findOutermost(beginners: readonly Taker[], line: string): Taker | undefined {
  const gap = /\s(?=\S)/g;
  for (let cut = gap.exec(line), tries = 0; cut !== null && tries < mostCuts; cut = gap.exec(line), tries += 1) {
    const found = beginners.find((taker) => taker.begins(line.slice(0, gap.lastIndex + 1)));
    if (found !== undefined) return found;
  }
  return beginners[0];
}
