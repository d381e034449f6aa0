import { extentOf } from '../../sql/extent.ts';
import { as, type Fields, type Node, nodesOf } from '../../sql/parse.ts';
import type { Span } from '../../sql/span.ts';
import { tokensOf, wordOf } from '../../sql/tokens.ts';
import type { Found, Situation } from './cause.ts';
import type { Crossed } from './crossed.ts';
import { functionName } from './key-path.ts';

type Finder = (query: Crossed, situation: Situation) => Found | null;

export const findLimit: Finder = ({ select }, { text }) => behindWord(select.limitCount, ['limit', 'fetch'], text.sql);

export const findOffset: Finder = ({ select }, { text }) => behindWord(select.limitOffset, ['offset'], text.sql);

/** A plain DISTINCT lets filters on its columns in. */
export const findDistinctOn: Finder = ({ select }, { text }) => {
  const [first] = (select.distinctClause ?? []).filter((item) => Object.keys(item).length > 0);
  const found = behindWord(first, ['distinct'], text.sql);
  return found === null ? null : { span: { start: found.span.start, end: closingAfter(found.span.end, text.sql) } };
};

export const findExcept: Finder = ({ select }, { text, planned }) => {
  if (select.op !== 'SETOP_EXCEPT') return null;
  const start = planned.attribution.candidate?.outer.start ?? 0;
  const words = wordsOf(text.sql, 'except');
  const span = words.find((word) => word.start > start) ?? words.at(-1);
  return span === undefined ? null : { span };
};

export const findWindow: Finder = (query, { text }) => {
  const call = findCall(query, ({ over }) => over !== undefined);
  return call === null ? null : { span: extentOf({ FuncCall: call }, text.sql) };
};

/** A CTE that locks the rows it reads is computed as a whole. */
export const findLocking: Finder = ({ select, cte }) =>
  cte === null || (select.lockingClause ?? []).length === 0 ? null : { span: cte.span, name: cte.name };

/** The column that the filter outside is on is an expression inside. */
export const findComputed: Finder = ({ select }, { text, part }) => {
  for (const item of select.targetList ?? []) {
    const target = as(item, 'ResTarget');
    if (target?.name === part.name && target.val !== undefined && as(target.val, 'ColumnRef') === undefined)
      return { span: extentOf(target.val, text.sql) };
  }
  return null;
};

/** A sub-select lets filters in beside volatile columns; a CTE is computed as a whole for them. */
export const findVolatile: Finder = (query, { text, catalog }) => {
  if (query.cte === null) return null;
  const call = findCall(query, (one) => catalog.volatileFunctions.has(functionName(one)));
  return call === null ? null : { span: extentOf({ FuncCall: call }, text.sql), name: functionName(call) };
};

function findCall({ select }: Crossed, test: (call: Fields<'FuncCall'>) => boolean): Fields<'FuncCall'> | null {
  return nodesOf(select.targetList, 'FuncCall', 'SubLink').find(test) ?? null;
}

/** From the last of these words before a node to the node's end. */
function behindWord(node: Node | undefined, words: readonly string[], sql: string): Found | null {
  if (node === undefined) return null;
  const extent = extentOf(node, sql);
  const before = words.flatMap((word) => wordsOf(sql, word)).filter(({ end }) => end <= extent.start);
  const start = Math.max(...before.map((span) => span.start), -1);
  return start === -1 ? null : { span: { start, end: extent.end } };
}

function closingAfter(end: number, sql: string): number {
  for (const token of tokensOf(sql, end)) if (sql[token.start] === ')') return token.end;
  return end;
}

function wordsOf(sql: string, word: string): readonly Span[] {
  return [...tokensOf(sql)].filter((token) => wordOf(sql, token) === word).map(({ start, end }) => ({ start, end }));
}
