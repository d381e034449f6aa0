import type { Edit } from './edits.ts';
import { readToken, type Token, tokensOf } from './tokens.ts';

/** A piece of a text that a library reads in another way than PostgreSQL. */
export interface Placed {
  readonly start: number;
  readonly end: number;
  /** What PostgreSQL is to read there; each `$` stands for the next of the values. */
  readonly form: string;
  /** The values: their names, or `null` for those that go by their place. */
  readonly values: readonly (string | null)[];
  /** What stands there, where that is known only when the program runs: `the name of a table`. */
  readonly unknown: string | null;
  /** A list of any length: its form has the values twice, since two of a kind may be far apart. */
  readonly list?: true;
}

/** A value by its number. */
export interface NumberedValue {
  readonly name: string | null;
  readonly at: Placed;
  /** One more of a list of any length. */
  readonly isFurther: boolean;
}

/** What a reader of placeholders finds at a token. */
export type Found = Pick<Placed, 'end'> & Partial<Placed>;

/** What is around a token. */
export interface Around {
  /** The last token in front that is neither blank nor comment. */
  readonly before: Token | null;
}

/** Finds the placeholder that begins at a symbol or a word; `null` where none does. */
export type ReadPlaceholder = (sql: string, start: number, around: Around) => Found | null;

/** How a library writes placeholders. */
export interface PlaceholderStyle {
  readonly read: ReadPlaceholder;
  /** Written twice it stands for itself, in strings and comments too, wherever a text has values. */
  readonly doubled?: '%';
}

/** The placeholders of a text; casts, operators, strings, comments and dollar quotes have none. `hasValues` is `null` where the text itself tells. */
export function findPlaceholders(sql: string, { read, doubled }: PlaceholderStyle, hasValues: boolean | null = null): readonly Placed[] {
  const placed: Placed[] = [];
  const doubles: Placed[] = [];
  let before: Token | null = null;
  for (let at = 0; at < sql.length; ) {
    const token = readToken(sql, at);
    const found: Found | null = token.kind === 'symbol' || token.kind === 'name' ? read(sql, token.start, { before }) : null;
    if (found !== null) {
      placed.push({ start: at, form: found.values === undefined ? '' : '$', values: [], unknown: null, ...found });
      before = { ...token, kind: found.values === undefined ? 'symbol' : 'parameter' };
      at = found.end;
      continue;
    }
    if (doubled !== undefined && (token.kind === 'string' || token.kind === 'comment' || token.kind === 'quoted')) {
      const text = sql.slice(token.start, token.end);
      for (const { index } of text.matchAll(/%%/g)) doubles.push({ start: at + index, end: at + index + 2, form: '%', values: [], unknown: null });
    }
    if (token.kind !== 'space' && token.kind !== 'comment') before = token;
    at = token.end;
  }
  const isCalled = hasValues ?? placed.some(({ values }) => values.length > 0);
  return isCalled ? [...placed, ...doubles].sort((a, b) => a.start - b.start) : hasValues === null ? placed.filter(isNoDouble) : placed;
}

function isNoDouble({ form }: Placed): boolean {
  return form !== '%';
}

/** Edits that put `$n` in the place of placeholders, and the values by number: one for each name, and for each place. Numbers that the text has already come first. */
export function numberPlaceholders(
  placed: readonly Placed[],
  first = 1,
): { readonly edits: readonly Edit[]; readonly values: readonly NumberedValue[] } {
  const numbers = new Map<string, number>();
  const values: NumberedValue[] = [];
  const edits = placed.map((one): Edit => {
    let next = 0;
    const text = one.form.replace(/\$/g, () => {
      const isFurther = one.list === true && next >= one.values.length;
      const name = one.values[isFurther ? next - one.values.length : next] ?? null;
      next += 1;
      const key = `${isFurther} ${name}`;
      const known = name === null ? undefined : numbers.get(key);
      if (known !== undefined) return `$${known}`;
      const number = first + values.length;
      values.push({ name, at: one, isFurther });
      if (name !== null) numbers.set(key, number);
      return `$${number}`;
    });
    return { start: one.start, end: one.end, text };
  });
  return { edits, values };
}

/** What a pattern with the flag `y` finds at an offset. */
export function matchAt(pattern: RegExp, sql: string, start: number): string | null {
  pattern.lastIndex = start;
  return pattern.exec(sql)?.[0] ?? null;
}

const keywords = new Set(
  `all and any array as asc between by case cross desc distinct do else escape except exists fetch filter first for from full group having ilike in inner
  intersect into is join last lateral left like limit next not null offset on only or order outer over overlaps partition returning right row rows
  select set similar some symmetric then to union update using values when where window with`.split(/\s+/),
);

/** Behind an operand no other can stand, so that a `?` there is PostgreSQL's operator. */
export function isOperand(sql: string, before: Token | null): boolean {
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
