import { as, type Node, namesColumn } from '../../sql/parse.ts';
import type { Situation } from './cause.ts';
import type { Step } from './key-path.ts';

/** An OR with an arm that only asks whether a parameter is null. */
export function isOptional(way: readonly Step[]): boolean {
  const arms = as(way[0]?.node, 'BoolExpr');
  if (arms?.boolop !== 'OR_EXPR') return false;
  return (arms.args ?? []).some((arm) => {
    const test = as(arm, 'NullTest');
    return test?.nulltesttype === 'IS_NULL' && (as(test.arg, 'ParamRef') ?? as(as(test.arg, 'TypeCast')?.arg, 'ParamRef')) !== undefined;
  });
}

/** A comparison of the key with a COALESCE that can yield the key itself. */
export function isCoalesced({ mention, part }: Situation): boolean {
  const comparison = as(mention?.conjunct, 'A_Expr');
  return isYielding(comparison?.rexpr, part.name) || isYielding(comparison?.lexpr, part.name);
}

function isYielding(side: Node | undefined, column: string): boolean {
  const coalesce = as(as(side, 'TypeCast')?.arg ?? side, 'CoalesceExpr');
  return namesColumn(coalesce?.args?.slice(1), column);
}
