import { as, type Node } from './parse.ts';

/** A tree as text, without locations and without the casts that PostgreSQL adds to constants when it prints them. */
export function normalise(node: Node | undefined): string {
  return JSON.stringify(node ?? null, (name, value: unknown) => {
    if (name === 'location') return undefined;
    const cast = as(value as Node, 'TypeCast');
    return as(cast?.arg, 'A_Const') === undefined ? value : cast?.arg;
  });
}
