import type { LogValue } from './log-format.ts';

/** One execution: its text, and its values. */
export interface Execution {
  sql: string;
  params: readonly LogValue[];
  /** Whether its texts are its own, and not parts of what was read of the log. */
  isDetached: boolean;
}

/** The lowest or the highest value at one position, and the execution that had it. */
interface End {
  text: string;
  number: number;
  execution: Execution;
}

/** By position: a parameter's place from 0, or a constant's behind them. */
export interface Extremes {
  readonly low: (End | undefined)[];
  readonly high: (End | undefined)[];
}

export function beginExtremes({ low, high }: Extremes, position: number, text: string, execution: Execution): void {
  low[position] = { text, number: toNumber(text), execution };
  high[position] = { text, number: toNumber(text), execution };
}

/** The end that a value is beyond, which becomes the value's; its execution is still to be set. */
export function moveEnd({ low, high }: Extremes, position: number, text: string): End | null {
  const lowest = low[position];
  const highest = high[position];
  if (lowest === undefined || highest === undefined) return null;
  const number = Number.isNaN(lowest.number) || Number.isNaN(highest.number) ? Number.NaN : toNumber(text);
  const side = Number.isNaN(number) ? sideOfTexts(text, lowest.text, highest.text) : Number(number > highest.number) - Number(number < lowest.number);
  if (side === 0) return null;
  const end = side > 0 ? highest : lowest;
  end.text = text;
  end.number = number;
  return end;
}

/** 1 above the high text, -1 below the low one, 0 between them. Comparing with `<` would first copy what was cut out of a larger text. */
function sideOfTexts(text: string, low: string, high: string): number {
  let isLow = true;
  let isHigh = true;
  for (let at = 0; isLow || isHigh; at += 1) {
    // Behind a text's end there is NaN, which is 0 here.
    const one = text.charCodeAt(at) | 0;
    const least: number = isLow ? low.charCodeAt(at) | 0 : 0;
    const most: number = isHigh ? high.charCodeAt(at) | 0 : 0;
    if (isHigh && one > most) return 1;
    if (isLow && one < least) return -1;
    if (one === 0) return 0;
    isLow &&= one === least;
    isHigh &&= one === most;
  }
  return 0;
}

/** Values are compared as numbers where they are numbers, else as texts, as dates can be. */
function toNumber(text: string): number {
  let number = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9 && at < 15) number = number * 10 + digit;
    else return at === 4 && digit === hyphen ? Number.NaN : Number(text);
  }
  return text === '' ? Number.NaN : number;
}

/** What makes a date of four digits. */
const hyphen = -3;

/** Each execution that is an extreme, and of which positions. */
export function listExtremes({ low, high }: Extremes): ReadonlyMap<Execution, readonly number[]> {
  const executions = new Map<Execution, number[]>();
  for (const ends of [low, high]) {
    for (const [position, end] of ends.entries()) {
      if (end === undefined) continue;
      const positions = executions.get(end.execution) ?? [];
      if (!positions.includes(position)) positions.push(position);
      executions.set(end.execution, positions);
    }
  }
  return executions;
}

/** Gives the ends texts of their own: a part of a text keeps the whole of it in memory. */
export function detachEnds({ low, high }: Extremes): void {
  for (const end of [...low, ...high]) {
    if (end === undefined || end.execution.isDetached) continue;
    detach(end.execution);
    end.text = copy(end.text);
  }
}

export function detach(execution: Execution): void {
  execution.sql = copy(execution.sql);
  execution.params = execution.params.map((value) => (value.known && value.text !== null ? { ...value, text: copy(value.text) } : value));
  execution.isDetached = true;
}

function copy(text: string): string {
  return Buffer.from(text).toString();
}
