import { likenessOf, magnitudeOf, offsetStart } from '../source/magnitude.ts';
import type { Partition, RangeEnd } from './catalog.ts';

/** Where a value lies among the bounds of a key's column. Values of one place are in the same partitions; what cannot be placed is a place of its own. */
export type Placing = (size: number, text: string) => number | string;

interface Mark {
  readonly size: number;
  readonly instant: number;
  readonly hasOffset: boolean;
}

/** How values are placed among the bounds that the partitions below a root set for a column or expression of their keys. */
export function placingOf(root: Partition, part: string): Placing {
  const known = placings.get(root) ?? new Map<string, Placing>();
  placings.set(root, known);
  const placing = known.get(part) ?? createPlacing(collectBounds(root, part));
  known.set(part, placing);
  return placing;
}

const placings = new WeakMap<Partition, Map<string, Placing>>();

function createPlacing(texts: ReadonlySet<string>): Placing {
  const marks = [...texts].map(toMark);
  const isPlaceable = (kind: string): boolean => kind !== 'text' && marks.every(({ size }) => likenessOf(size) === kind);
  const kind = ['date', 'number'].find(isPlaceable);
  if (kind === undefined || marks.length === 0) return (_, text) => text;
  const hasOffset = marks.every((mark) => mark.hasOffset);
  const sizes = sort(marks.map(({ size }) => size));
  const instants = sort(marks.map(({ instant }) => instant));
  return (size, text) => {
    if (likenessOf(size) !== kind) return text;
    if (kind === 'number') return findPlace(sizes, size);
    const offset = offsetOf(text);
    if (offset === 'unknown') return text;
    return hasOffset && offset !== null ? findPlace(instants, toInstant(size, offset)) : findPlace(sizes, size);
  };
}

function collectBounds(partition: Partition, part: string): ReadonlySet<string> {
  const texts = new Set<string>();
  const visit = (level: Partition): void => {
    const index = level.key?.parts.findIndex(({ name }) => name === part) ?? -1;
    for (const child of level.children) {
      if (index >= 0) for (const text of textsOf(child, index)) texts.add(text);
      visit(child);
    }
  };
  visit(partition);
  return texts;
}

function textsOf({ bound }: Partition, index: number): readonly string[] {
  if (bound?.kind === 'list') return bound.values.filter((value) => value !== null);
  if (bound?.kind !== 'range') return [];
  const ofEnd = (end: RangeEnd | undefined): readonly string[] => (end?.kind === 'value' ? [end.text] : []);
  return [...ofEnd(bound.from[index]), ...ofEnd(bound.to[index])];
}

function toMark(text: string): Mark {
  const size = magnitudeOf(text);
  const offset = likenessOf(size) === 'date' ? offsetOf(text) : null;
  return { size, instant: typeof offset === 'number' ? toInstant(size, offset) : size, hasOffset: typeof offset === 'number' };
}

/** Minutes east of Greenwich that a date's text ends with; `null` where it has none. */
function offsetOf(text: string): number | null | 'unknown' {
  const behind = text.slice(offsetStart(text)).trim();
  if (behind === '') return null;
  if (/^(?:Z|UTC)$/i.test(behind)) return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(behind) ?? [];
  return hours === undefined ? 'unknown' : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function toInstant(size: number, offset: number): number {
  const of = (unit: number): number => Math.floor(size / unit) % 100;
  const moment = Date.UTC(Math.floor(size / 1e10), of(1e8) - 1, of(1e6), of(1e4), of(100), Math.floor(size) % 100);
  return moment - offset * 60_000 + (size % 1) * 1000;
}

function sort(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Even for what lies between bounds, odd for a bound. */
function findPlace(bounds: readonly number[], value: number): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low * 2 + (bounds[low] === value ? 1 : 0);
}
