import { isText } from './axis.ts';
import type { ParameterType } from './parameter-types.ts';

/** A value that no other of the type is below, or above, as far as one is known: for types whose values lie on no line. Of texts, one above `text`. */
export function endOf({ name, labels }: Pick<ParameterType, 'name' | 'labels'>, end: 'lowest' | 'highest', text: string | null): string | null {
  if (labels !== null) return (end === 'lowest' ? labels[0] : labels.at(-1)) ?? null;
  if (isText(name) || name === 'name') return end === 'lowest' ? '' : `${text ?? ''}~`;
  if (name === 'bytea') return end === 'lowest' ? '\\x' : `${text ?? '\\x'}ff`;
  if (name.endsWith('[]')) return end === 'lowest' ? '{}' : null;
  return ends.get(name)?.[end] ?? null;
}

const ends: ReadonlyMap<string, { readonly lowest: string; readonly highest: string }> = new Map(
  Object.entries({
    inet: { lowest: '0.0.0.0/0', highest: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
    cidr: { lowest: '0.0.0.0/0', highest: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
    interval: { lowest: '-178000000 years', highest: '178000000 years' },
    'time without time zone': { lowest: '00:00:00', highest: '24:00:00' },
    'time with time zone': { lowest: '00:00:00+15:59', highest: '24:00:00-15:59' },
    macaddr: { lowest: '00:00:00:00:00:00', highest: 'ff:ff:ff:ff:ff:ff' },
    oid: { lowest: '0', highest: '4294967295' },
    money: { lowest: '-92233720368547758.08', highest: '92233720368547758.07' },
  }),
);
