import type { Catalog } from '../catalog/catalog.ts';
import { applyEdits } from '../sql/edits.ts';
import { extentOf } from '../sql/extent.ts';
import { as, columnParts, type Fields, lastName, type Node, nodesOf } from '../sql/parse.ts';
import { expressionSpan } from '../sql/spans.ts';
import type { Relation } from './scopes.ts';

/** Whether a node is nothing but a relation's column; a bare name is the only relation's of its query. */
export function isColumn(node: Node | undefined, relation: Relation, column: string): boolean {
  const reference = as(node, 'ColumnRef');
  return reference !== undefined && isNamed(columnParts(reference), relation, column);
}

function isNamed(parts: readonly string[], relation: Relation, column: string): boolean {
  if (parts.at(-1) !== column) return false;
  if (parts.length > 1) return parts.at(-2) === relation.alias;
  return relation.scope.relations.length === 1 || mergedWith(relation, column).length > 0;
}

/** Relations whose column of the same name inner joins with USING, or NATURAL ones, make one with a relation's. */
export function mergedWith(relation: Relation, column: string): readonly Relation[] {
  const joins = relation.scope.using.filter((using) => using.column === column || using.column === null).map(({ left, right }) => [left, right]);
  const isMerged = (one: Relation): boolean => joins.some((sides) => sides.some((side) => side.length === 1 && side[0] === one));
  const merged = joins.map((sides) => sides.flat().filter(isMerged));
  let found: readonly Relation[] = merged.find((own) => own.includes(relation)) ?? [];
  for (const own of merged) if (own.some((one) => found.includes(one))) found = [...new Set([...found, ...own])];
  return found.filter((other) => other !== relation);
}

/** The two sides of `a = b`, or of another comparison with this operator. */
export function sidesOf(node: Node, operator: string): readonly [Node, Node] | null {
  const comparison = as(node, 'A_Expr');
  if (comparison?.kind !== 'AEXPR_OP' || lastName(comparison.name) !== operator) return null;
  return comparison.lexpr === undefined || comparison.rexpr === undefined ? null : [comparison.lexpr, comparison.rexpr];
}

/** What a comparison compares a relation's column with; `undefined` where it is not compared. */
export function comparedWith({ lexpr, rexpr }: Fields<'A_Expr'>, relation: Relation, column: string): Node | undefined {
  if (isColumn(lexpr, relation, column)) return rexpr;
  return isColumn(rexpr, relation, column) ? lexpr : undefined;
}

/** Whether an expression has one value for all rows of a statement: it names no column, asks no query and calls nothing volatile. */
export function isSteady(node: unknown, catalog: Catalog): boolean {
  if (nodesOf(node, 'ColumnRef').length > 0 || nodesOf(node, 'SubLink').length > 0) return false;
  return !nodesOf(node, 'FuncCall').some((call) => isVolatile(call, catalog));
}

/** A function of this name, in whichever schema. */
function isVolatile({ funcname }: Fields<'FuncCall'>, catalog: Catalog): boolean {
  const name = lastName(funcname);
  return [...catalog.volatileFunctions].some((other) => other === name || other.endsWith(`.${name}`) || other === `"${name}"`);
}

const comparisons = new Set(['=', '<', '<=', '>', '>=']);

/** How a condition that compares a relation's column with steady values reads for another column; `null` where it is another condition. */
export function transfer(
  condition: Node,
  { relation, column }: { readonly relation: Relation; readonly column: string },
  { sql, catalog }: { readonly sql: string; readonly catalog: Catalog },
): ((column: string) => string) | null {
  const comparison = as(condition, 'A_Expr');
  if (comparison === undefined) return null;
  const { kind = '', lexpr, rexpr, name } = comparison;
  const operator = lastName(name);
  const isRead =
    (kind === 'AEXPR_OP' &&
      comparisons.has(operator) &&
      (isColumn(lexpr, relation, column) ? isSteady(rexpr, catalog) : isColumn(rexpr, relation, column) && isSteady(lexpr, catalog))) ||
    ((kind === 'AEXPR_BETWEEN' || (kind === 'AEXPR_IN' && operator === '=') || (kind === 'AEXPR_OP_ANY' && operator === '=')) &&
      isColumn(lexpr, relation, column) &&
      isSteady(rexpr, catalog));
  if (!isRead) return null;
  const reference = as(isColumn(lexpr, relation, column) ? lexpr : rexpr, 'ColumnRef');
  const { start, end } = extentOf(condition, sql);
  const place = expressionSpan(sql, reference?.location ?? 0);
  return (other) => applyEdits(sql.slice(start, end), [{ start: place.start - start, end: place.end - start, text: other }]);
}

/** Every condition in a tree of ANDs and ORs. */
export function armsOf(condition: Node): readonly Node[] {
  const bool = as(condition, 'BoolExpr');
  return bool === undefined || bool.boolop === 'NOT_EXPR' ? [condition] : (bool.args ?? []).flatMap(armsOf);
}

/** What must hold for each row of a relation that is read. */
export function conditionsOf(relation: Relation): readonly Node[] {
  return relation.nullable === null ? relation.scope.firm : relation.nullable.conjuncts;
}
