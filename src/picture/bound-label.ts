import type { Bound, PartitionKey, RangeEnd } from '../catalog/catalog.ts';
import { labelRange, labelValue } from './range-label.ts';

/** What rows a partition of a level holds, in a few characters. */
export function labelBound(bound: Bound, key: PartitionKey): string {
  switch (bound.kind) {
    case 'default':
      return 'DEFAULT';
    case 'hash':
      return String(bound.remainder);
    case 'list':
      return bound.values.map((value) => (value === null ? 'NULL' : labelValue(value))).join(', ');
    case 'range':
      return labelEnds(bound.from, bound.to, key);
  }
}

/** A range of several columns goes by the first that its ends differ in, behind what they share. */
function labelEnds(from: readonly RangeEnd[], to: readonly RangeEnd[], { parts }: PartitionKey): string {
  const differs = from.findIndex((end, index) => textOf(end) !== textOf(to[index]));
  const index = Math.max(0, differs);
  const shared = from.slice(0, index).map(textOf);
  const rest = [...from.slice(index + 1), ...to.slice(index + 1)];
  const isPlain = rest.every((end) => end.kind !== 'value');
  const label = isPlain ? labelRange(from[index], to[index], parts[index]?.type ?? '') : `${tuple(from.slice(index))}–<${tuple(to.slice(index))}`;
  return [...shared, label].join(', ');
}

function tuple(ends: readonly RangeEnd[]): string {
  return ends.length === 1 ? textOf(ends[0]) : `(${ends.map(textOf).join(', ')})`;
}

function textOf(end: RangeEnd | undefined): string {
  if (end?.kind === 'value') return labelValue(end.text);
  return end?.kind === 'maxvalue' ? 'max' : 'min';
}
