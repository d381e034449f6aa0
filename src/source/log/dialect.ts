import { applyEdits } from '../../sql/edits.ts';
import { at, colon, format, type GivenNames, pyformat, question } from '../../sql/placeholder-styles.ts';
import { findPlaceholders, numberPlaceholders, type PlaceholderStyle } from '../../sql/placeholders.ts';
import { tokensOf } from '../../sql/tokens.ts';
import type { Dialect } from './log-format.ts';

/** A text with its placeholders as PostgreSQL numbers them, and what each number stands for: the place of a value from 0, or its name. */
export interface Rewritten {
  readonly sql: string;
  readonly order: readonly (number | string)[];
}

/** What is known of the values that come with a text. */
export interface Given {
  /** Names that values go by; `null` where they have none, or are not known. */
  readonly names: GivenNames;
  /** Values come with the text, so that the driver has read its `%%` as `%`. */
  readonly hasValues: boolean;
}

/** Rewrites placeholders to `$n`; casts, operators, strings, comments and dollar quotes stay as they are. Texts of `dollar` and `none` have nothing to rewrite. */
export function rewritePlaceholders(sql: string, dialect: Dialect, { names, hasValues }: Given): Rewritten {
  const style = toStyle(dialect, names);
  if (style === null) return { sql, order: [] };
  const { edits, values } = numberPlaceholders(findPlaceholders(sql, style, hasValues));
  let count = 0;
  return { sql: applyEdits(sql, edits), order: values.map(({ name }) => name ?? count++) };
}

function toStyle(dialect: Dialect, names: GivenNames): PlaceholderStyle | null {
  if (dialect === 'colon') return colon(names);
  if (dialect === 'at') return at(names);
  return { question, format, pyformat, dollar: null, none: null }[dialect];
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
