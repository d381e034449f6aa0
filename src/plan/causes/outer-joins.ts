import { as, type Fields, type Node, walk } from '../../sql/parse.ts';
import { splitConjuncts, type TextReference } from '../../sql/references.ts';

/** Whether a condition stands in the ON of an outer join that keeps every row of the reference, whatever the condition says. */
export function isKeptBy(conjunct: Node, { level, start }: TextReference): boolean {
  let kept = false;
  walk([level.query], (kind, fields) => {
    const join = kind === 'JoinExpr' ? (fields as Fields<'JoinExpr'>) : undefined;
    if (join?.quals !== undefined && splitConjuncts(join.quals).includes(conjunct)) kept = keeps(join, start);
    return !kept;
  });
  return kept;
}

function keeps({ jointype, larg, rarg }: Fields<'JoinExpr'>, start: number): boolean {
  const isLeft = contains(larg, start);
  const isRight = contains(rarg, start);
  return (jointype === 'JOIN_LEFT' && isLeft) || (jointype === 'JOIN_RIGHT' && isRight) || (jointype === 'JOIN_FULL' && (isLeft || isRight));
}

function contains(side: Node | undefined, start: number): boolean {
  let found = false;
  walk([side], (kind, fields) => {
    found ||= kind === 'RangeVar' && ((fields as Fields<'RangeVar'>).location ?? 0) === start;
    return !found && kind !== 'RangeSubselect';
  });
  return found || as(side, 'RangeVar')?.location === start;
}
