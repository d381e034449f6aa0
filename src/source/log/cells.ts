import type { Execution } from './execution.ts';
import { type Measure, measure, units, type Valued } from './measure.ts';

/** Executions whose values are nearly alike: one of them, and between which magnitudes the values of all lie. */
export interface Cell {
  readonly execution: Execution;
  calls: number;
  /** By position: a parameter's place from 0, or a constant's behind them. */
  readonly low: number[];
  readonly high: number[];
  /** What else of the values is common to all. */
  readonly marks: readonly number[];
}

/**
 * The executions of a statement, of any number, in a bounded number of cells. At first each set of values has one; where there come too many, those
 * of the position with the most different values are put together more coarsely.
 */
export interface Cells {
  /** Each at the hash of its values, or behind it where that is another's. */
  cells: Map<number, Cell>;
  /** By position, which of the units its values are told apart by. */
  readonly levels: number[];
  /** By position, the numbers of its texts; `null` where there are too many to be told apart. */
  readonly names: (Map<string, number> | null)[];
  /** Calls with values that none of the cells could take. */
  rest: number;
}

/** How many values the cells of a log may keep together, and where that is reached, and before, how many cells a statement has. */
export interface Room {
  values: number;
}

const most = { values: 400_000, cells: 256, cellsWithout: 16, ofOne: 8192 };

export const createRoom = (): Room => ({ values: most.values });

export function createCells(): Cells {
  return { cells: new Map(), levels: [], names: [], rest: 0 };
}

/** Notes the values of an execution, of constants behind the parameters' `highest`; the execution that was kept of it, where one was. */
export function noteCell(state: Cells, met: Valued, highest: number, room: Room): Execution | null {
  const measured = measure(met, highest, (position, text) => findName(state, position, text, room));
  const width = measured.sizes.length;
  while (state.levels.length < width) state.levels.push(0);
  if (takeIn(state, measured, met.calls)) return null;
  const limit = room.values <= 0 ? most.cellsWithout : Math.min(most.cells, Math.max(most.cellsWithout, most.ofOne / Math.max(1, width)));
  if (state.cells.size >= limit) {
    if (!coarsen(state, limit)) {
      state.rest += met.calls;
      return null;
    }
    if (takeIn(state, measured, met.calls)) return null;
  }
  const execution: Execution = { sql: met.sql, params: met.values };
  const { sizes, marks } = measured;
  const cell = { execution, calls: met.calls, low: [...sizes], high: [...sizes], marks: [...marks] };
  state.cells.set(findPlace(state.cells, measured, state.levels), cell);
  room.values -= Math.max(1, width);
  return execution;
}

/** Counts calls in the cell that their values belong to, if there is one. */
function takeIn({ cells, levels }: Cells, measured: Measure, calls: number): boolean {
  const found = cells.get(findPlace(cells, measured, levels));
  if (found === undefined) return false;
  found.calls += calls;
  widen(found, measured.sizes, measured.sizes);
  return true;
}

function findName(state: Cells, position: number, text: string, room: Room): number | null {
  if (state.names[position] === null) return null;
  const names = state.names[position] ?? new Map<string, number>();
  state.names[position] = names;
  const found = names.get(text);
  if (found !== undefined) return found;
  if (names.size < (room.values <= 0 ? most.cellsWithout : most.cells)) {
    names.set(Buffer.from(text).toString(), names.size + 1);
    room.values -= 1;
    return names.size;
  }
  room.values += names.size;
  state.names[position] = null;
  if (position < state.levels.length) setLevel(state, position, units.length - 1);
  return null;
}

/** Where the cell of such values is, or is to be. */
function findPlace(cells: ReadonlyMap<number, Cell>, measured: Measure, levels: readonly number[]): number {
  for (let place = hashOf(measured, levels); ; place = (place + 1) | 0) {
    const cell = cells.get(place);
    if (cell === undefined || belongs(cell, measured, levels)) return place;
  }
}

function hashOf({ sizes, marks }: Measure, levels: readonly number[]): number {
  let hash = 0;
  for (let position = 0; position < sizes.length; position += 1) {
    const part = Math.floor((sizes[position] as number) / (units[levels[position] as number] as number));
    hash = Math.imul(hash ^ ((part % 4_294_967_296) | 0), 0x01000193) + ((part / 4_294_967_296) | 0) + (marks[position] as number);
    hash ^= hash >>> 15;
  }
  return hash;
}

function belongs(cell: Cell, { sizes, marks }: Measure, levels: readonly number[]): boolean {
  if (cell.low.length !== sizes.length) return false;
  for (let position = 0; position < sizes.length; position += 1) {
    if (cell.marks[position] !== marks[position]) return false;
    const unit = units[levels[position] as number] as number;
    if (Math.floor((cell.low[position] as number) / unit) !== Math.floor((sizes[position] as number) / unit)) return false;
  }
  return true;
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
    setLevel(state, position, (state.levels[position] as number) + 1);
  }
  return true;
}

/** Tells the values of a position apart by a larger unit. */
function setLevel(state: Cells, position: number, level: number): void {
  state.levels[position] = level;
  const merged = new Map<number, Cell>();
  for (const cell of state.cells.values()) {
    const place = findPlace(merged, { sizes: cell.low, marks: cell.marks }, state.levels);
    const other = merged.get(place);
    if (other === undefined) merged.set(place, cell);
    else {
      other.calls += cell.calls;
      widen(other, cell.low, cell.high);
    }
  }
  state.cells = merged;
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
