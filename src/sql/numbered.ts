import { type Node, parseStatement, walk } from './parse.ts';
import { numberLiterals, standsFor } from './skeleton.ts';

/** The tree of a text with its constants as parameters, numbered behind those that it has; `null` where that is no SQL. */
export function parseNumbered(sql: string, highest: number): Node | null {
  const { tree } = parseStatement(numberLiterals(sql, highest));
  if (tree === null) return null;
  walk(tree, (_, fields) => {
    const node = fields as Record<string, unknown>;
    for (const [name, value] of Object.entries(node)) node[name] = Array.isArray(value) ? value.map(toParameter) : toParameter(value);
    return true;
  });
  return tree;
}

function toParameter(value: unknown): unknown {
  const text = (value as { readonly A_Const?: { readonly sval?: { readonly sval?: string } } } | null | undefined)?.A_Const?.sval?.sval;
  const number = text === undefined ? null : standsFor(text);
  return number === null ? value : { ParamRef: { number } };
}
