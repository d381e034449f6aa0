import { hashOf, magnitudeOf, offsetStart } from '../magnitude.ts';
import type { Execution } from './execution.ts';
import type { LogValue } from './log-format.ts';

/** Executions whose values are nearly alike: one of them, and between which magnitudes the values of all lie. */
export interface Cell {
  readonly execution: Execution;
  calls: number;
  /** By position: a parameter's place from 0, or a constant's behind them. */
  readonly low: number[];
  readonly high: number[];
  /** What else of the values is common to all. */
  readonly mark: number;
}

/**
 * The executions of a statement, of any number, in a bounded number of cells. At first each set of values has one; where there come too many, those
 * of the position with the most different values are put together more coarsely.
 */
export interface Cells {
  cells: Map<number, Cell>;
  /** By position, which of the units its values are told apart by. */
  readonly levels: number[];
  /** Calls with values that none of the cells could take. */
  rest: number;
}

/** How many values the cells of a log may keep together, and where that is reached, and before, how many cells a statement has. */
export interface Room {
  values: number;
}

const most = { values: 400_000, cells: 256, cellsWithout: 16, ofOne: 8192 };

/** Of numbers their digits, of dates seconds, minutes, hours, days, months and years. */
const units = [0.5, 100, 1e4, 1e6, 1e8, 1e10, Number.POSITIVE_INFINITY];

export const createRoom = (): Room => ({ values: most.values });

export function createCells(): Cells {
  return { cells: new Map(), levels: [], rest: 0 };
}

/** An execution as it is met in the log. */
export interface Valued {
  readonly sql: string;
  readonly values: readonly LogValue[];
  /** The constants of its text. */
  readonly literals: readonly string[];
  readonly calls: number;
}

/** What is reckoned of one execution after the other. */
const scratch: number[] = [];

/** Notes the values of an execution, of constants behind the parameters' `highest`; the execution that was kept of it, where one was. */
export function noteCell(state: Cells, { sql, values, literals, calls }: Valued, highest: number, room: Room): Execution | null {
  const mark = measure(values, literals, highest);
  const { cells, levels } = state;
  while (levels.length < scratch.length) levels.push(0);
  const key = keyOf(mark, scratch, levels);
  const found = cells.get(key);
  if (found !== undefined) {
    found.calls += calls;
    widen(found, scratch, scratch);
    return null;
  }
  const width = Math.max(1, scratch.length);
  const limit = room.values <= 0 ? most.cellsWithout : Math.min(most.cells, Math.max(most.cellsWithout, most.ofOne / width));
  if (cells.size >= limit && !coarsen(state, limit)) {
    state.rest += calls;
    return null;
  }
  if (cells.size >= limit) return noteCell(state, { sql, values, literals, calls }, highest, room);
  const execution: Execution = { sql, params: values };
  const put = keyOf(mark, scratch, levels);
  const alike = state.cells.get(put);
  if (alike !== undefined) {
    alike.calls += calls;
    widen(alike, scratch, scratch);
    return null;
  }
  room.values -= width;
  state.cells.set(put, { execution, calls, low: [...scratch], high: [...scratch], mark });
  return execution;
}

/** Puts the magnitudes into the scratch, and tells what else cells differ in: how alike neighbours are, and whether dates are the first of a period. */
function measure(values: readonly LogValue[], literals: readonly string[], highest: number): number {
  let mark = 0;
  let before = 0;
  scratch.length = Math.max(values.length, literals.length === 0 ? 0 : highest + literals.length);
  for (let position = 0; position < scratch.length; position += 1) {
    const value = position < values.length && (position < highest || literals.length === 0) ? values[position] : undefined;
    const text = value === undefined ? literals[position - highest] : value.known ? value.text : null;
    if (text === undefined || text === null) {
      scratch[position] = 0;
      continue;
    }
    const start = text.charCodeAt(0) === 39 ? 1 : 0;
    const own = start === 0 ? text : text.slice(1, -1);
    const size = magnitudeOf(own);
    scratch[position] = size;
    mark = (Math.imul(mark, 31) + distance(size, before) * 8 + (size >= 1e13 ? roundness(size) : own.includes(',') ? 5 : 4)) | 0;
    if (size >= 1e13) mark = (Math.imul(mark, 31) + hashOf(own, offsetStart(own))) | 0;
    before = size;
  }
  return mark;
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

function keyOf(mark: number, sizes: readonly number[], levels: readonly number[]): number {
  let key = mark;
  for (let position = 0; position < sizes.length; position += 1) {
    const unit = units[levels[position] as number] as number;
    const part = Math.floor((sizes[position] as number) / unit);
    key = Math.imul(key ^ ((part % 4_294_967_296) | 0), 0x01000193) + ((part / 4_294_967_296) | 0);
    key ^= key >>> 15;
  }
  return key;
}

function widen({ low, high }: Cell, least: readonly number[], greatest: readonly number[]): void {
  for (let position = 0; position < least.length; position += 1) {
    const [one, other] = [least[position] as number, greatest[position] as number];
    if (one < (low[position] as number)) low[position] = one;
    if (other > (high[position] as number)) high[position] = other;
  }
}

/** Tells the values of the position that has the most apart by larger units, until there are fewer cells; whether that was to be had. */
function coarsen(state: Cells, limit: number): boolean {
  while (state.cells.size >= limit) {
    const position = findFinest(state);
    if (position === null) return false;
    state.levels[position] = (state.levels[position] as number) + 1;
    const merged = new Map<number, Cell>();
    for (const cell of state.cells.values()) {
      const key = keyOf(cell.mark, cell.low, state.levels);
      const other = merged.get(key);
      if (other === undefined) merged.set(key, cell);
      else {
        other.calls += cell.calls;
        widen(other, cell.low, cell.high);
      }
    }
    state.cells = merged;
  }
  return true;
}

function findFinest({ cells, levels }: Cells): number | null {
  let [finest, most] = [null as number | null, 1];
  for (const [position, level] of levels.entries()) {
    const unit = units[level] as number;
    const parts = new Set<number>();
    for (const { low } of cells.values()) parts.add(Math.floor((low[position] as number) / unit));
    if (parts.size > most) [finest, most] = [position, parts.size];
  }
  return finest;
}
