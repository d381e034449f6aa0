import { as, type Fields, walk } from '../sql/parse.ts';
import { tokensOf, wordOf } from '../sql/tokens.ts';
import { isSteady } from './conditions.ts';
import type { Propose } from './proposal.ts';

/** A CTE that is computed as a whole before it is read, because it says so or because it is read twice. */
export const openFence: Propose = ({ relation }, { text: { sql }, scopes, catalog }) => {
  const common = scopes.commonTables.find(({ scopes: own }) => own.includes(relation.scope));
  const select = as(common?.item.ctequery, 'SelectStmt');
  if (common === undefined || select === undefined || common.isRecursive || !isRepeatable(select, catalog, common.uses)) return null;
  const written = wordsBehind(sql, common.item.location ?? 0);
  const as_ = written.find(({ word }) => word === 'as');
  const materialized = written.find(({ word }) => word === 'materialized');
  if (as_ === undefined || written.some(({ word }) => word === 'not') || (common.uses === 1 && materialized === undefined)) return null;
  const text = common.uses === 1 ? '' : ' NOT MATERIALIZED';
  return { kind: 'same', assumes: null, edits: [{ start: as_.end, end: materialized?.end ?? as_.end, text }], conditions: [] };
};

/** The words between a CTE's name and its query. */
function wordsBehind(sql: string, start: number): readonly { readonly word: string; readonly end: number }[] {
  const words: { word: string; end: number }[] = [];
  let depth = 0;
  for (const token of tokensOf(sql, start)) {
    const word = wordOf(sql, token);
    if (word === '(' && words.some((one) => one.word === 'as')) break;
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (depth === 0 && token.kind === 'name') words.push({ word, end: token.end });
  }
  return words.slice(1);
}

/** Whether a query gives the same rows each time that one statement asks it, and does nothing else. */
function isRepeatable(select: Fields<'SelectStmt'>, catalog: Parameters<typeof isSteady>[1], uses: number): boolean {
  let repeatable = true;
  walk({ SelectStmt: select }, (kind, fields) => {
    if (kind === 'FuncCall') repeatable &&= isSteady({ FuncCall: { ...(fields as Fields<'FuncCall'>), args: [] } }, catalog);
    const { lockingClause, limitCount, limitOffset, distinctClause = [] } = kind === 'SelectStmt' ? (fields as Fields<'SelectStmt'>) : {};
    if ((lockingClause ?? []).length > 0) repeatable = false;
    if (uses > 1 && (limitCount !== undefined || limitOffset !== undefined || distinctClause.some((on) => Object.keys(on).length > 0)))
      repeatable = false;
    if (kind === 'RangeTableSample' && (fields as Fields<'RangeTableSample'>).repeatable === undefined) repeatable = false;
    if (/^(?:Insert|Update|Delete|Merge)Stmt$/.test(kind)) repeatable = false;
    return repeatable;
  });
  return repeatable;
}
