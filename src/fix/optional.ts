import { extentOf, textOf } from '../sql/extent.ts';
import { as, type Node } from '../sql/parse.ts';
import { conditionsOf, isColumn, transfer } from './conditions.ts';
import type { Propose } from './proposal.ts';

/** `($1 IS NULL OR key = $1)` and `key = COALESCE($1, key)`, where the caller always passes the value. */
export const requireOptional: Propose = ({ relation, key, column, part }, { text: { sql }, catalog }) => {
  if (part.isExpression) return null;
  const found = conditionsOf(relation).flatMap((condition) => {
    const arms = as(condition, 'BoolExpr')?.boolop === 'OR_EXPR' ? (as(condition, 'BoolExpr')?.args ?? []) : [];
    const switches = arms.flatMap((arm) => parameterOf(arm) ?? []);
    const wanted = arms.find((arm) => transfer(arm, { relation, column: key.column }, { sql, catalog }) !== null);
    if (arms.length === 2 && switches.length === 1 && wanted !== undefined) return [{ condition, text: textOf(wanted, sql), parameter: switches[0] }];
    const comparison = as(condition, 'A_Expr');
    const args = as(comparison?.rexpr, 'CoalesceExpr')?.args ?? [];
    const [first, second] = args;
    if (comparison?.kind !== 'AEXPR_OP' || !isColumn(comparison.lexpr, relation, key.column) || first === undefined || args.length !== 2) return [];
    if (as(as(first, 'TypeCast')?.arg ?? first, 'ParamRef') === undefined || !isColumn(second, relation, key.column)) return [];
    const whole = extentOf(condition, sql);
    const value = extentOf(comparison.rexpr as Node, sql);
    return [{ condition, text: sql.slice(whole.start, value.start) + textOf(first, sql), parameter: textOf(first, sql) }];
  });
  if (found.length === 0) return null;
  const edits = found.map(({ condition, text }) => ({ ...extentOf(condition, sql), text }));
  const parameters = [...new Set(found.map(({ parameter }) => `\`${parameter}\``))];
  return {
    kind: 'narrowed',
    assumes: `${parameters.join(' and ')} ${parameters.length === 1 ? 'is' : 'are'} always given, so that \`${column}\` is known`,
    edits,
    conditions: [],
  };
};

/** `$1 IS NULL` */
function parameterOf(node: Node): string | null {
  const test = as(node, 'NullTest');
  const argument = as(test?.arg, 'TypeCast')?.arg ?? test?.arg;
  const number = as(argument, 'ParamRef')?.number;
  return test?.nulltesttype === 'IS_NULL' && number !== undefined ? `$${number}` : null;
}
