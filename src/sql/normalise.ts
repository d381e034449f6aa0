import { as, type Node } from './parse.ts';

/** A tree as text, without what differs between ways to write the same: locations, `pg_catalog.`, special syntax, and casts of constants, which PostgreSQL adds. */
export function normalise(node: Node | undefined): string {
  if (node === undefined) return 'null';
  const known = normalised.get(node);
  if (known !== undefined) return known;
  const text = JSON.stringify(node, (name, value: unknown) => {
    if (name === 'location' || name === 'funcformat') return undefined;
    if (name === 'funcname' && Array.isArray(value) && as(value[0] as Node, 'String')?.sval === 'pg_catalog') return value.slice(1);
    const cast = as(value as Node, 'TypeCast');
    return as(cast?.arg, 'A_Const') === undefined ? value : cast?.arg;
  });
  normalised.set(node, text);
  return text;
}

const normalised = new WeakMap<Node, string>();

/** The tree with a constant in the place of each parameter. */
export function withValues(node: Node): Node {
  const replaced = JSON.stringify(node, (_, value: unknown) =>
    as(value as Node, 'ParamRef') === undefined ? value : { A_Const: { sval: { sval: '' } } },
  );
  return JSON.parse(replaced) as Node;
}
