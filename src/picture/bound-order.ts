import type { Bound, RangeEnd } from '../catalog/catalog.ts';

/** The order in which partitions of a level are shown: by where they begin, what is left over last. */
export function compareBounds(a: Bound, b: Bound): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const order = compareEnds(one[index], other[index]);
    if (order !== 0) return order;
  }
  return 0;
}

const last: RangeEnd = { kind: 'maxvalue' };

function placeOf(bound: Bound): readonly RangeEnd[] {
  switch (bound.kind) {
    case 'default':
      return [last, last, last];
    case 'hash':
      return [bound.remainder, bound.modulus].map((number) => ({ kind: 'value', text: String(number) }));
    case 'list':
      return bound.values.map((text) => (text === null ? last : { kind: 'value', text }));
    case 'range':
      return [...bound.from, ...bound.to];
  }
}

function compareEnds(a: RangeEnd | undefined, b: RangeEnd | undefined): number {
  const [one, other] = [rankOf(a), rankOf(b)];
  if (one !== other) return one - other;
  return a?.kind === 'value' && b?.kind === 'value' ? compareTexts(a.text, b.text) : 0;
}

function rankOf(end: RangeEnd | undefined): number {
  if (end === undefined || end.kind === 'minvalue' || (end.kind === 'value' && end.text === '-infinity')) return 0;
  return end.kind === 'maxvalue' || end.text === 'infinity' ? 2 : 1;
}

function compareTexts(a: string, b: string): number {
  const isNumeric = isNumber(a) && isNumber(b);
  const difference = isNumeric ? Number(a) - Number(b) : 0;
  return difference !== 0 ? difference : inOrder.compare(a, b);
}

/** `t9` before `t10`. */
const inOrder = new Intl.Collator('en', { numeric: true });

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
}
