import { as, type Fields, type Node } from './parse.ts';

/** A tree as text, without what differs between ways to write the same: locations, `pg_catalog.`, special syntax, and the types of constants, which PostgreSQL spells out: `3` becomes `'3'::bigint`. */
export function normalise(node: Node | undefined): string {
  if (node === undefined) return 'null';
  const known = normalised.get(node);
  if (known !== undefined) return known;
  const text = JSON.stringify(node, (name, value: unknown) => {
    if (name === 'location' || name === 'funcformat') return undefined;
    if (name === 'funcname' && Array.isArray(value) && as(value[0] as Node, 'String')?.sval === 'pg_catalog') return value.slice(1);
    const node = value as Node;
    const constant = as(as(node, 'TypeCast')?.arg, 'A_Const') ?? as(node, 'A_Const');
    return constant === undefined ? value : { A_Const: textOf(constant) };
  });
  normalised.set(node, text);
  return text;
}

function textOf({ ival, fval, sval, boolval, isnull }: Fields<'A_Const'>): string | number | boolean | null {
  if (isnull === true) return null;
  if (ival !== undefined) return String(ival.ival ?? 0);
  return fval?.fval ?? sval?.sval ?? boolval?.boolval ?? '';
}

const normalised = new WeakMap<Node, string>();

/** The tree with a constant in the place of each parameter. */
export function withValues(node: Node): Node {
  const replaced = JSON.stringify(node, (_, value: unknown) =>
    as(value as Node, 'ParamRef') === undefined ? value : { A_Const: { sval: { sval: '' } } },
  );
  return JSON.parse(replaced) as Node;
}
