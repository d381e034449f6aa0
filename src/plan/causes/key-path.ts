import type { Mention } from '../../sql/mentions.ts';
import { mirrored } from '../../sql/mirrored.ts';
import { as, columnParts, type Fields, lastName, type Node } from '../../sql/parse.ts';

/** One node on the way to a key, by its kind. */
export interface Step {
  readonly kind: string;
  readonly node: Node;
}

/** Deeper than anybody writes by hand; a tree that is generated gets no explanation. */
const deepest = 60;

/** The nodes of a condition from the outermost to the first reference to the key; sub-selects are not entered. */
export function pathTo({ conjunct, qualifier }: Pick<Mention, 'conjunct' | 'qualifier'>, column: string): readonly Step[] {
  const search = (value: unknown, depth: number): readonly Step[] | null => {
    if (depth > deepest || typeof value !== 'object' || value === null) return null;
    for (const [kind, below] of Object.entries(value)) {
      const isNode = kind < 'a' && kind >= 'A' && !Array.isArray(value);
      const node = { [kind]: below } as unknown as Node;
      if (isNode && isColumnOf(node, column, qualifier)) return [{ kind, node }];
      const found = kind === 'subselect' ? null : search(below, depth + 1);
      if (found !== null) return isNode ? [{ kind, node }, ...found] : found;
    }
    return null;
  };
  return search(conjunct, 0) ?? [];
}

function isColumnOf(node: Node | undefined, column: string, qualifier: string | null): boolean {
  const parts = columnParts(as(node, 'ColumnRef') ?? {});
  return parts.at(-1) === column && (parts.length === 1 || parts.at(-2) === qualifier);
}

/** A comparison of which one side is the bare key, and what is on its other side. */
export interface BareComparison {
  readonly operator: Fields<'A_Expr'>;
  readonly value: Node;
  /** The operator with the key on its left: `>` for `3 < key`. */
  readonly name: string;
}

/** The comparison of the bare key, COLLATE aside, that a condition is. */
export function bareComparison({ conjunct, qualifier }: Pick<Mention, 'conjunct' | 'qualifier'>, column: string): BareComparison | null {
  const operator = as(conjunct, 'A_Expr');
  if (operator === undefined) return null;
  const { lexpr, rexpr } = operator;
  const name = lastName(operator.name);
  if (rexpr !== undefined && isBare(lexpr)) return { operator, value: rexpr, name };
  return lexpr !== undefined && isBare(rexpr) ? { operator, value: lexpr, name: mirrored[name] ?? name } : null;

  function isBare(side: Node | undefined): boolean {
    return isColumnOf(as(side, 'CollateClause')?.arg ?? side, column, qualifier);
  }
}

/** The parts of a function's name, the last of which names it: `pg_catalog.date_part`. */
export function functionName(call: Fields<'FuncCall'> | undefined): string {
  const parts = (call?.funcname ?? []).flatMap((part) => as(part, 'String')?.sval ?? []);
  return (parts[0] === 'pg_catalog' ? parts.slice(1) : parts).join('.');
}
