import { extentOf, textOf } from '../sql/extent.ts';
import { as, type Node } from '../sql/parse.ts';
import { comparedWith, isColumn, isSteady, sidesOf } from './conditions.ts';
import { isConstant, toLiteral } from './literals.ts';
import type { Fault, Setting } from './proposal.ts';
import type { Rewrite, Unwrap } from './unwrapped.ts';

/** Truth tests and NULL's replacements around a comparison that a WHERE needs none of. */
export const unwrapLogic: Unwrap = (condition, fault, setting) =>
  unwrapTruth(condition, fault, setting) ??
  unwrapDistinct(condition, fault, setting) ??
  unwrapDefault(condition, fault, setting) ??
  unwrapPoint(condition, fault, setting) ??
  unwrapSelect(condition, fault, setting);

/** `(account_group = 3) IS TRUE` */
function unwrapTruth(condition: Node, { relation, key }: Fault, { text: { sql }, catalog }: Setting): Rewrite | null {
  const test = as(condition, 'BooleanTest');
  const comparison = as(test?.arg, 'A_Expr');
  if (test?.arg === undefined || comparison === undefined || test.booltesttype !== 'IS_TRUE' || sidesOf(test.arg, '=') === null) return null;
  const value = comparedWith(comparison, relation, key.column);
  return value === undefined || !isSteady(value, catalog) ? null : { text: textOf(test.arg, sql) };
}

/** `account_group IS NOT DISTINCT FROM 3`, and of a value that is not known to be none. */
function unwrapDistinct(condition: Node, { relation, key, column }: Fault, { text: { sql } }: Setting): Rewrite | null {
  const comparison = as(condition, 'A_Expr');
  if (comparison?.kind !== 'AEXPR_NOT_DISTINCT') return null;
  const value = comparedWith(comparison, relation, key.column);
  if (value === undefined) return null;
  const written = textOf(value, sql);
  if (isConstant(value)) return { text: `${column} = ${written}` };
  return as(value, 'ParamRef') === undefined ? null : { text: `${column} = ${written}`, kind: 'narrowed', assumes: `\`${written}\` is not NULL` };
}

/** `COALESCE(account_group, 0) = 3`, where the two values differ. */
function unwrapDefault(condition: Node, { relation, key, column }: Fault, { text: { sql } }: Setting): Rewrite | null {
  const sides = sidesOf(condition, '=');
  if (sides === null) return null;
  for (const [side, value] of [sides, [sides[1], sides[0]] as const]) {
    const args = as(side, 'CoalesceExpr')?.args ?? [];
    if (args.length !== 2 || !isColumn(args[0], relation, key.column)) continue;
    const written = textOf(value, sql);
    const [instead, wanted] = [toLiteral(args[1]), toLiteral(value)];
    const isBare = as(args[1], 'A_Const') !== undefined && as(value, 'A_Const') !== undefined;
    if (instead !== null && wanted !== null && isBare && instead.kind === 'integer' && wanted.kind === 'integer')
      return instead.value === wanted.value ? null : { text: `${column} = ${written}` };
    if (as(value, 'ParamRef') === undefined) return null;
    return { text: `${column} = ${written}`, kind: 'narrowed', assumes: `\`${key.column}\` is never NULL` };
  }
  return null;
}

/** `k BETWEEN 7 AND 7` */
function unwrapPoint(condition: Node, { relation, key, column }: Fault, { text: { sql } }: Setting): Rewrite | null {
  const between = as(condition, 'A_Expr');
  if (between?.kind !== 'AEXPR_BETWEEN' || !isColumn(between.lexpr, relation, key.column)) return null;
  const [from, to] = as(between.rexpr, 'List')?.items ?? [];
  if (from === undefined || to === undefined || !isConstant(from)) return null;
  const value = textOf(from, sql);
  return value === textOf(to, sql) ? { text: `${column} = ${value}` } : null;
}

/** `created_at < (SELECT now())`: a sub-select that reads nothing is known before the query runs without its SELECT. */
function unwrapSelect(condition: Node, { relation, key, part }: Fault, { text: { sql }, catalog }: Setting): Rewrite | null {
  const comparison = as(condition, 'A_Expr');
  if (comparison?.kind !== 'AEXPR_OP') return null;
  const value = comparedWith(comparison, relation, key.column);
  const link = as(value, 'SubLink');
  const select = as(link?.subselect, 'SelectStmt');
  const { targetList = [], op: _o, limitOption: _l, groupDistinct: _g, ...others } = select ?? {};
  const result = as(targetList[0], 'ResTarget')?.val;
  if (
    value === undefined ||
    link?.subLinkType !== 'EXPR_SUBLINK' ||
    select === undefined ||
    targetList.length !== 1 ||
    Object.keys(others).length > 0
  )
    return null;
  if (result === undefined || !isSteady(result, catalog)) return null;
  // A string or parameter that nothing gives a type is text in a sub-select, and of the key's type outside of it.
  const isUntyped = as(result, 'ParamRef') !== undefined || as(result, 'A_Const')?.sval !== undefined;
  if (isUntyped && !/^(?:text|character varying)$/.test(part.type)) return null;
  const whole = extentOf(condition, sql);
  const outer = extentOf(value, sql);
  const isSimple = (['A_Const', 'ParamRef', 'FuncCall', 'TypeCast', 'SQLValueFunction'] as const).some((kind) => as(result, kind) !== undefined);
  const text = textOf(result, sql);
  return { text: sql.slice(whole.start, outer.start) + (isSimple ? text : `(${text})`) + sql.slice(outer.end, whole.end) };
}
