import { readToken, type Token, tokensOf } from '../../sql/tokens.ts';
import type { Dialect } from './log-format.ts';

/** A text with its placeholders as PostgreSQL numbers them, and what each number stands for: the place of a value from 0, or its name. */
export interface Rewritten {
  readonly sql: string;
  readonly order: readonly (number | string)[];
}

/** What is known of the values that come with a text. */
export interface Given {
  /** Names that values go by; `null` where they have none, or are not known. */
  readonly names: ReadonlySet<string> | null;
  /** Values come with the text, so that the driver has read its `%%` as `%`. */
  readonly hasValues: boolean;
}

/** Rewrites placeholders to `$n`; casts, operators, strings, comments and dollar quotes stay as they are. Texts of `dollar` and `none` have nothing to rewrite. */
export function rewritePlaceholders(sql: string, dialect: Dialect, given: Given): Rewritten {
  const numbers = new Map<number | string, number>();
  const place = (key: number | string): string => {
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return `$${number}`;
  };
  const read = readers[dialect];
  if (read === undefined) return { sql, order: [] };
  let rewritten = '';
  let count = 0;
  let before: Token | null = null;
  for (let at = 0; at < sql.length; ) {
    const token = readToken(sql, at);
    const found: Found | null = token.kind === 'symbol' ? read(sql, token.start, { before, given }) : null;
    if (found !== null) {
      rewritten += found.key === null ? found.text : place(found.key === '' ? count++ : found.key);
      before = { ...token, kind: found.key === null ? 'symbol' : 'parameter' };
      at = found.end;
      continue;
    }
    const text = sql.slice(token.start, token.end);
    const isUnescaped = given.hasValues && (dialect === 'format' || dialect === 'pyformat');
    rewritten += isUnescaped ? text.replaceAll('%%', '%') : text;
    if (token.kind !== 'space' && token.kind !== 'comment') before = token;
    at = token.end;
  }
  return { sql: rewritten, order: [...numbers.keys()] };
}

/** A placeholder, or what is to stand as text in its place; `key` is `''` for the next value in order. */
interface Found {
  readonly key: string | null;
  readonly text: string;
  readonly end: number;
}

interface Around {
  /** The last token in front that is neither blank nor comment. */
  readonly before: Token | null;
  readonly given: Given;
}

type Read = (sql: string, start: number, around: Around) => Found | null;

const readers: Readonly<Partial<Record<Dialect, Read>>> = {
  question(sql, start, { before }) {
    const escaped = match(/\?\?|\\+\?/y, sql, start);
    if (escaped !== null) return { key: null, text: '?', end: start + escaped.length };
    if (sql[start] !== '?' || match(/\?(?:\|(?!\|)|&)/y, sql, start) !== null || isOperand(sql, before)) return null;
    return { key: '', text: '', end: start + 1 };
  },
  format(sql, start) {
    const found = match(/%[sbt]/y, sql, start);
    return found === null ? readPercent(sql, start) : { key: '', text: '', end: start + 2 };
  },
  pyformat(sql, start) {
    const found = match(/%\(([^)]+)\)[sbt]/y, sql, start);
    return found === null ? readPercent(sql, start) : { key: found.slice(2, -2), text: '', end: start + found.length };
  },
  colon(sql, start, { given }) {
    const found = match(/(?<![:\w\]]):[A-Za-z_]\w*/y, sql, start);
    return found === null || !isGiven(found.slice(1), given) ? null : { key: found.slice(1), text: '', end: start + found.length };
  },
  at(sql, start, { given }) {
    const found = match(/@[A-Za-z_]\w*/y, sql, start);
    if (found === null || !isGiven(found.slice(1), given)) return null;
    // PostgreSQL reads >=@x as one operator; a driver that knows the name does not.
    const isOperator = given.names === null && /[-+*/<>=~!@#%^&|`?]/.test(sql[start - 1] ?? '');
    return isOperator ? null : { key: found.slice(1), text: '', end: start + found.length };
  },
};

function match(pattern: RegExp, sql: string, start: number): string | null {
  pattern.lastIndex = start;
  return pattern.exec(sql)?.[0] ?? null;
}

/** Left to the token's own text, which has its `%%` read as `%`. */
function readPercent(sql: string, start: number): Found | null {
  return sql.startsWith('%%', start) ? { key: null, text: '%', end: start + 2 } : null;
}

function isGiven(name: string, { names }: Given): boolean {
  return names === null || names.has(name);
}

const keywords = new Set(
  `all and any as asc between by case cross desc distinct do else escape except exists fetch filter first for from full group having ilike in inner
  intersect into is join last lateral left like limit next not null offset on only or order outer over overlaps partition returning right row rows
  select set similar some symmetric then to union update using values when where window with`.split(/\s+/),
);

/** Behind an operand no other can stand, so that a `?` there is PostgreSQL's operator. */
function isOperand(sql: string, before: Token | null): boolean {
  if (before === null) return false;
  if (before.kind === 'name') return !keywords.has(sql.slice(before.start, before.end).toLowerCase());
  if (before.kind === 'symbol') return sql[before.start] === ')' || sql[before.start] === ']';
  return before.kind === 'quoted' || before.kind === 'string' || before.kind === 'number' || before.kind === 'parameter';
}

/** The highest number of a `$n`. */
export function highestParameter(sql: string): number {
  let highest = 0;
  if (!sql.includes('$')) return highest;
  for (const { kind, start, end } of tokensOf(sql)) if (kind === 'parameter') highest = Math.max(highest, Number(sql.slice(start + 1, end)));
  return highest;
}

/** One statement of several that share their values: its own numbers begin at 1 again. */
export function renumber(sql: string): { readonly sql: string; readonly numbers: readonly number[] } {
  const numbers = new Map<number, number>();
  let renumbered = '';
  for (const { kind, start, end } of tokensOf(sql)) {
    const text = sql.slice(start, end);
    if (kind !== 'parameter') {
      renumbered += text;
      continue;
    }
    const number = Number(text.slice(1));
    if (!numbers.has(number)) numbers.set(number, numbers.size + 1);
    renumbered += `$${numbers.get(number)}`;
  }
  return { sql: renumbered, numbers: [...numbers.keys()] };
}
