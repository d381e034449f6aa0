import { type Fields, type Node, nodesOf } from '../../sql/parse.ts';
import { splitConjuncts, type TextReference } from '../../sql/references.ts';

/** Whether a condition stands in the ON of an outer join that keeps every row of the reference, whatever the condition says. */
export function isKeptBy(conjunct: Node, { level, start }: TextReference): boolean {
  const joins = nodesOf(level.query, 'JoinExpr').filter(({ quals }) => quals !== undefined && splitConjuncts(quals).includes(conjunct));
  return joins.some((join) => keeps(join, start));
}

function keeps({ jointype, larg, rarg }: Fields<'JoinExpr'>, start: number): boolean {
  const isLeft = contains(larg, start);
  const isRight = contains(rarg, start);
  return (jointype === 'JOIN_LEFT' && isLeft) || (jointype === 'JOIN_RIGHT' && isRight) || (jointype === 'JOIN_FULL' && (isLeft || isRight));
}

function contains(side: Node | undefined, start: number): boolean {
  return nodesOf(side, 'RangeVar', 'RangeSubselect').some(({ location = 0 }) => location === start);
}
