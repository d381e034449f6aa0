import { extentOf } from '../sql/extent.ts';
import { as, lastName, type Node, nodesOf } from '../sql/parse.ts';
import { comparedWith, conditionsOf, isColumn, isSteady } from './conditions.ts';
import { newParameter, type Propose } from './proposal.ts';

const equalities = new Set(['=', '<', '<=', '>', '>=']);

/** A value that the statement finds out while it runs becomes a parameter: the caller reads it first. */
export const readFirst: Propose = ({ relation, key, column, part }, { text: { sql }, catalog }) => {
  if (part.isExpression) return null;
  const edits = conditionsOf(relation).flatMap((condition) => {
    const link = as(condition, 'SubLink');
    const whole = extentOf(condition, sql);
    if (link?.subLinkType === 'ANY_SUBLINK' && lastName(link.operName) === '' && isColumn(link.testexpr, relation, key.column))
      return [{ ...whole, text: `${column} = ${newParameter(key.column)}` }];
    const comparison = as(condition, 'A_Expr');
    if (comparison === undefined || !equalities.has(lastName(comparison.name))) return [];
    const value = comparedWith(comparison, relation, key.column);
    if (value === undefined || !isFoundOut(value, catalog)) return [];
    if (comparison.kind === 'AEXPR_OP_ANY') return [{ ...whole, text: `${column} = ${newParameter(key.column)}` }];
    return comparison.kind === 'AEXPR_OP' ? [{ ...extentOf(value, sql), text: newParameter(key.column) }] : [];
  });
  return edits.length === 0 ? null : { kind: 'narrowed', assumes: null, edits, conditions: [] };
};

/** A sub-select, or a call, whose value is not known when the query is planned. */
function isFoundOut(value: Node, catalog: Parameters<typeof isSteady>[1]): boolean {
  if (nodesOf(value, 'ColumnRef', 'SubLink').length > 0) return false;
  const asks = nodesOf(value, 'SubLink').length > 0 || nodesOf(value, 'FuncCall').length > 0;
  return asks && (!isSteady(value, catalog) || as(value, 'FuncCall') !== undefined);
}
