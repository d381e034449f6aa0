import { magnitudeOf, offsetStart, textual, unnamed } from '../magnitude.ts';
import type { LogValue } from './log-format.ts';

/** An execution as it is met in the log. */
export interface Valued {
  readonly sql: string;
  readonly values: readonly LogValue[];
  /** The constants of its text. */
  readonly literals: readonly string[];
  readonly calls: number;
}

/** What is reckoned of an execution, by position: a parameter's place from 0, or a constant's behind them. */
export interface Measure {
  /** The magnitude of each value. */
  readonly sizes: readonly number[];
  /** What else executions differ in: how alike neighbours are, whether a date is the first of a period, and its offset. */
  readonly marks: readonly number[];
}

/** A number for a text at a position, from 0, that no other text there has; `null` where too many have come. */
export type Naming = (position: number, text: string) => number | null;

/** The least date; a larger number is taken for one. */
const leastDate = 1e13;

/** Of numbers their digits, of dates seconds, minutes, hours, days, months and years. */
export const units: readonly number[] = [0.5, 100, 1e4, 1e6, 1e8, 1e10, Number.POSITIVE_INFINITY];

const scratch = { sizes: [] as number[], marks: [] as number[] };

/** Measures an execution whose text has `highest` parameters. The result is good until the next one is measured. */
export function measure({ values, literals }: Valued, highest: number, nameOf: Naming): Measure {
  const { sizes, marks } = scratch;
  const length = Math.max(values.length, literals.length === 0 ? 0 : highest + literals.length);
  sizes.length = length;
  marks.length = length;
  let [before, beforeText] = [0, ''];
  for (let position = 0; position < length; position += 1) {
    const value = position < values.length && (position < highest || literals.length === 0) ? values[position] : undefined;
    const text = value === undefined ? literals[position - highest] : value.known ? value.text : null;
    sizes[position] = 0;
    marks[position] = 0;
    if (text === undefined || text === null) continue;
    const own = text.charCodeAt(0) === 39 ? text.slice(1, -1) : text;
    const size = magnitudeOf(own);
    const isDate = size >= leastDate;
    // Of a date what is behind its digits, of a text all of it.
    const rest = isDate ? own.slice(offsetStart(own)) : size === textual ? own : '';
    const name = rest === '' ? 0 : nameOf(position, rest);
    const apart = size === textual && before === textual ? (own === beforeText ? 0 : units.length) : distance(size, before);
    sizes[position] = name === null ? unnamed : isDate ? size : size - name;
    marks[position] = apart * 8 + (isDate ? roundness(size) + (name ?? 0) * 128 : own.includes(',') ? 5 : 4);
    [before, beforeText] = [size, own];
  }
  return scratch;
}

/** The least of the units in which two values are the same. */
function distance(one: number, other: number): number {
  if (one === other) return 0;
  for (let index = 1; index < units.length - 1; index += 1) {
    const unit = units[index] as number;
    if (Math.floor(one / unit) === Math.floor(other / unit)) return index;
  }
  return units.length;
}

/** Whether a date is the first moment of a year, a month, a day, or none. */
function roundness(date: number): number {
  if (date % 1e6 !== 0) return 3;
  return date % 1e8 === 1e6 ? (date % 1e10 === 1.01e8 ? 0 : 1) : 2;
}
