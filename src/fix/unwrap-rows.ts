import { textOf } from '../sql/extent.ts';
import { as, lastName, type Node } from '../sql/parse.ts';
import { isColumn, isSteady } from './conditions.ts';
import type { Unwrap } from './unwrapped.ts';

const ends: Readonly<Record<string, string>> = { '<': '<=', '<=': '<=', '>': '>=', '>=': '>=' };

/** `(created_at, id) < ($2, $3)`: what is true of the pair is true of its first column, which may also be equal. */
export const unwrapRows: Unwrap = (condition, { relation, key, column }, { text: { sql }, catalog }) => {
  const comparison = as(condition, 'A_Expr');
  const [left, right] = [rowOf(comparison?.lexpr), rowOf(comparison?.rexpr)];
  const end = ends[lastName(comparison?.name)];
  const [first] = left;
  const [value] = right;
  if (comparison?.kind !== 'AEXPR_OP' || end === undefined || value === undefined || left.length !== right.length) return null;
  if (!isColumn(first, relation, key.column) || !isSteady(value, catalog)) return null;
  return { beside: `${column} ${end} ${textOf(value, sql)}` };
};

function rowOf(node: Node | undefined): readonly Node[] {
  return as(node, 'RowExpr')?.args ?? [];
}
