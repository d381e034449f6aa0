import type { Span } from '../sql/span.ts';
import { type Token, tokensOf, wordOf } from '../sql/tokens.ts';

/** Where a condition can be added to a query. */
export interface ConditionPlace {
  /** The condition that is there, without blanks around it; `null` where there is none. */
  readonly present: Span | null;
  /** Where the clause would begin; the end of the condition where there is one. */
  readonly at: number;
  readonly keyword: 'WHERE' | 'ON';
}

/** Words that end a WHERE or what stands in place of one. */
const clauseEnds = new Set('group having window union intersect except order limit offset fetch for returning when on'.split(' '));
const joinEnds = new Set([...clauseEnds, ...'where join inner left right full cross natural on using'.split(' ')]);
const statements = new Set(['select', 'update', 'delete', 'merge']);
const arms = new Set(['union', 'intersect', 'except']);

/** The WHERE of the query in whose FROM (or as whose target) a table is named at `location`, or where it would stand. */
export function findWhere(sql: string, location: number): ConditionPlace | null {
  const query = findQuery(sql, location);
  if (query === null) return null;
  const { words, end } = query;
  const first = words.findIndex(({ start }) => start >= location);
  const stop = words.find((_, index) => index > first && isEnd(sql, words, index, clauseEnds));
  const where = words.findIndex((token, index) => index >= first - 1 && token.start < (stop?.start ?? end) && wordOf(sql, token) === 'where');
  const until = trimEnd(sql, stop?.start ?? end);
  const opener = words[where];
  if (opener === undefined) return { present: null, at: until, keyword: 'WHERE' };
  const start = skipSpace(sql, opener.end);
  return { present: { start, end: until }, at: until, keyword: 'WHERE' };
}

/** The condition that follows the ON before `location`, which is inside of the condition. */
export function findOn(sql: string, location: number): ConditionPlace | null {
  const tokens = groupAround(sql, location, (words) => words.some((token) => wordOf(sql, token) === 'on' && token.end <= location));
  if (tokens === null) return null;
  const { words, end } = tokens;
  const on = words.findLast((token) => wordOf(sql, token) === 'on' && token.end <= location);
  if (on === undefined) return null;
  const index = words.indexOf(on);
  const stop = words.find((token, at) => at > index && (sql[token.start] === ',' || isEnd(sql, words, at, joinEnds)));
  const until = trimEnd(sql, stop?.start ?? end);
  return { present: { start: skipSpace(sql, on.end), end: until }, at: until, keyword: 'ON' };
}

/** `left(x, 1)` is a call, `FOR UPDATE` an end. */
function isEnd(sql: string, words: readonly Token[], index: number, ends: ReadonlySet<string>): boolean {
  const [token, next] = [words[index], words[index + 1]];
  if (token === undefined || token.kind !== 'name' || !ends.has(wordOf(sql, token))) return false;
  const [word, follower] = [wordOf(sql, token), next === undefined ? '' : wordOf(sql, next)];
  if (word === 'on') return ends === joinEnds || follower === 'conflict';
  const isCall = (word === 'left' || word === 'right') && follower === '(';
  return !isCall && sql[words[index - 1]?.start ?? 0] !== '.';
}

/** Tokens that stand in one pair of parentheses and in none inside of it; the inner parentheses count, what is in them does not. */
interface Group {
  readonly words: readonly Token[];
  readonly start: number;
  readonly end: number;
}

/** The tokens of the innermost query around an offset: of `a UNION b` the arm alone. */
function findQuery(sql: string, location: number): Group | null {
  const group = groupAround(sql, location, (words) => words.some((token) => statements.has(wordOf(sql, token))));
  if (group === null) return null;
  const isBorder = (token: Token): boolean => arms.has(wordOf(sql, token));
  const from = group.words.findLastIndex((token) => isBorder(token) && token.start < location);
  const to = group.words.findIndex((token) => isBorder(token) && token.start > location);
  const words = group.words.slice(from + 1, to === -1 ? undefined : to);
  return { words, start: words[0]?.start ?? group.start, end: to === -1 ? group.end : (group.words[to]?.start ?? group.end) };
}

/** The innermost parentheses around an offset that hold what is looked for, or the whole text. */
function groupAround(sql: string, location: number, holds: (words: readonly Token[]) => boolean): Group | null {
  const open: { start: number; words: Token[] }[] = [{ start: 0, words: [] }];
  const around: Group[] = [];
  for (const token of tokensOf(sql)) {
    if (token.kind === 'space' || token.kind === 'comment') continue;
    const mark = token.kind === 'symbol' ? sql[token.start] : '';
    if (mark === ')' && open.length > 1) {
      const closed = open.pop();
      if (closed !== undefined && closed.start <= location && location < token.start) around.push({ ...closed, end: token.start });
    }
    open.at(-1)?.words.push(token);
    if (mark === '(') open.push({ start: token.end, words: [] });
  }
  const whole = open[0];
  if (whole !== undefined && open.length === 1) around.push({ ...whole, end: sql.length });
  return around.find(({ words }) => holds(words)) ?? null;
}

/** The offset behind the last token before `end` that is neither white space nor a comment. */
function trimEnd(sql: string, end: number): number {
  let last = 0;
  for (const token of tokensOf(sql)) {
    if (token.start >= end) break;
    if (token.kind !== 'space' && token.kind !== 'comment' && sql[token.start] !== ';') last = token.end;
  }
  return last;
}

function skipSpace(sql: string, start: number): number {
  for (const token of tokensOf(sql, start)) if (token.kind !== 'space' && token.kind !== 'comment') return token.start;
  return sql.length;
}
