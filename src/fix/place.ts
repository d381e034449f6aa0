import type { Edit } from '../sql/edits.ts';
import { extentOf } from '../sql/extent.ts';
import { as, type Node } from '../sql/parse.ts';
import { tokensOf } from '../sql/tokens.ts';
import { type ConditionPlace, findOn, findWhere } from './clauses.ts';
import type { Relation } from './scopes.ts';

/** Conditions to be added in one place. */
export interface Addition {
  readonly place: ConditionPlace;
  readonly conditions: readonly string[];
  /** The condition that is there is an OR, which an AND would split. */
  readonly isOr: boolean;
}

/** Where conditions on a relation go: into the ON of the join that can put NULLs in place of its rows, or of a MERGE; else into the WHERE. */
export function findPlace(relation: Relation, sql: string): { readonly place: ConditionPlace; readonly isOr: boolean } | null {
  const { nullable, scope } = relation;
  if (nullable?.isFull === true) return null;
  const condition = nullable?.condition ?? scope.merge;
  if (nullable !== null && condition === undefined) return null;
  const place = condition === undefined ? findWhere(sql, relation.start) : findOn(sql, extentOf(condition, sql).start);
  return place === null ? null : { place, isOr: isOr(condition ?? scope.where) };
}

function isOr(condition: Node | undefined): boolean {
  return as(condition, 'BoolExpr')?.boolop === 'OR_EXPR';
}

/** The edits that add conditions, laid out as the statement is. */
export function writeAddition({ place, conditions, isOr }: Addition, sql: string): readonly Edit[] {
  const { present, at, keyword } = place;
  if (present === null) return [{ start: at, end: at, text: `${breakBefore(sql, at)}${keyword} ${conditions.join(' AND ')}` }];
  const text = conditions.map((condition) => `${separatorIn(sql, present.start, at)}AND ${condition}`).join('');
  if (!isOr || isParenthesised(sql, present.start, at)) return [{ start: at, end: at, text }];
  return [
    { start: present.start, end: present.start, text: '(' },
    { start: at, end: at, text: `)${text}` },
  ];
}

/** An edit with the comments of what it takes away, those that end their line before its new text. */
export function keepComments(sql: string, { start, end, text }: Edit): Edit {
  const lost: string[] = [];
  for (const token of tokensOf(sql, start)) {
    if (token.start >= end) break;
    const comment = token.kind === 'comment' ? sql.slice(token.start, token.end).trimEnd() : '';
    if (comment !== '' && !text.includes(comment)) lost.push(comment);
  }
  const lines = lost.filter((comment) => comment.startsWith('--'));
  const blocks = lost.filter((comment) => !lines.includes(comment));
  return { start, end, text: lines.map((comment) => comment + lineEnd(sql)).join('') + [text, ...blocks].join(' ') };
}

/** A clause begins its own line where the FROM before it does. */
function breakBefore(sql: string, at: number): string {
  const [, indent] = /\n([ \t]*)\S[^\n]*$/.exec(sql.slice(0, at)) ?? [];
  const isClause = indent !== undefined && /\n[ \t]*(?:from|set|update|delete|join|left|inner)\b[^\n]*$/i.test(sql.slice(0, at));
  return isClause ? `${lineEnd(sql)}${indent}` : ' ';
}

/** A condition begins its own line where the one before it does, or where the WHERE does. */
function separatorIn(sql: string, start: number, end: number): string {
  const written = sql.slice(0, end);
  const [, own] = /\n([ \t]*)and\b[^\n]*$/i.exec(written.slice(start)) ?? [];
  if (own !== undefined) return `${lineEnd(sql)}${own}`;
  const [, clause] = /\n([ \t]*)where\b[^\n]*$/i.exec(written) ?? [];
  return clause === undefined ? ' ' : `${lineEnd(sql)}${clause}  `;
}

function lineEnd(sql: string): string {
  return sql.includes('\r\n') ? '\r\n' : '\n';
}

function isParenthesised(sql: string, start: number, end: number): boolean {
  if (sql[start] !== '(') return false;
  let depth = 0;
  for (let at = start; at < end; at += 1) {
    if (sql[at] === '(') depth += 1;
    if (sql[at] === ')') depth -= 1;
    if (depth === 0) return at === end - 1;
  }
  return false;
}
