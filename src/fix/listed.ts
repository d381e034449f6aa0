import { extentOf } from '../sql/extent.ts';
import { as, lastName } from '../sql/parse.ts';
import { conditionsOf, isColumn, isSteady } from './conditions.ts';
import { newParameter, type Propose } from './proposal.ts';

/** A list of values that lie in several leaves becomes one value, for which the statement is run once each. */
export const takeOne: Propose = ({ relation, key, column, part }, { text: { sql }, catalog }) => {
  if (part.isExpression) return null;
  const lists = conditionsOf(relation).filter((condition) => {
    const comparison = as(condition, 'A_Expr');
    const isList = comparison?.kind === 'AEXPR_IN' || comparison?.kind === 'AEXPR_OP_ANY';
    return isList && lastName(comparison.name) === '=' && isColumn(comparison.lexpr, relation, key.column) && isSteady(comparison.rexpr, catalog);
  });
  if (lists.length !== 1) return null;
  const edits = lists.map((condition) => ({ ...extentOf(condition, sql), text: `${column} = ${newParameter(key.column)}` }));
  return { kind: 'narrowed', assumes: `it is run once for each value of \`${key.column}\``, edits, conditions: [] };
};
