import { pluralOf } from '../load/plural.ts';
import type { LeftOut } from './left-out.ts';

/** What the lack of one extension came to. */
export interface Lack {
  /** Its types that tables have columns of. */
  readonly types: readonly string[];
  readonly leftOut: readonly Pick<LeftOut, 'noun' | 'name'>[];
  /** Tables that it would divide in a way of its own. */
  readonly divided: readonly string[];
  /** Tables that it would spread over servers. */
  readonly distributed: readonly string[];
}

/** Names shown of each kind of thing. */
const most = 12;

/** What there is to say of a missing extension, without its name. */
export function describeLack({ types, leftOut, divided, distributed }: Lack): string {
  const nouns = [...new Set(leftOut.flatMap(({ noun }) => noun ?? []))];
  const kinds = nouns.map((noun) => {
    const names = leftOut.filter((thing) => thing.noun === noun).map(({ name }) => name);
    return countNamed(noun, names);
  });
  const parts = [
    ...(types.length === 0
      ? []
      : [
          `${types.length === 1 ? 'type' : 'types'} ${enumerate(types)} made here without ${types.length === 1 ? 'its' : 'their'} functions and operators`,
        ]),
    ...(kinds.length === 0 ? [] : [`left out: ${kinds.join(', ')}`]),
    ...(divided.length === 0 ? [] : [`statements on ${enumerate(divided)} are not judged`]),
    ...(distributed.length === 0 ? [] : [`planned as if on one server: ${listed(distributed)}`]),
  ];
  return ['not in this PostgreSQL', ...(parts.length === 0 ? ['nothing is left out for want of it'] : parts)].join('; ');
}

function countNamed(noun: string, names: readonly string[]): string {
  const told = [...new Set(names)].filter((name) => name !== '');
  return `${names.length} ${names.length === 1 ? noun : pluralOf(noun)}${told.length === 0 ? '' : ` (${listed(told)})`}`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - most;
  return rest > 1 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}

function enumerate(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
