import type { Edit } from '../../../sql/edits.ts';
import type { Span } from '../../../sql/span.ts';
import { readToken } from '../../../sql/tokens.ts';
import type { Placeholder } from '../embedded.ts';

const parameter = /\$(\$?)([A-Za-z_]\w*)!?(?:\s*\(([^()$]*)\))?/y;

/** PgTyped's `$name`, `$$list`, `$row(a, b)` and `$$rows(a, b)` in a piece of a file; a name that is written again is the same value. */
export function readPgTyped(file: string, { start, end }: Span): { readonly edits: readonly Edit[]; readonly placeholders: readonly Placeholder[] } {
  const text = file.slice(start, end);
  const edits: Edit[] = [];
  const placeholders: Placeholder[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (name: string, { written, isFurther }: { readonly written: string; readonly isFurther: boolean }): string => {
    const key = `${isFurther} ${name}`;
    const number = numbers.get(key) ?? placeholders.push({ name, text: written });
    numbers.set(key, number);
    return `$${number}`;
  };
  for (let at = 0; at < text.length; ) {
    parameter.lastIndex = at;
    const found = text[at] === '$' ? parameter.exec(text) : null;
    if (found === null) {
      at = readToken(text, at).end;
      continue;
    }
    const [whole, spread = '', name = '', keys] = found;
    // `$id (…)` is a value with parentheses behind it where nothing in them is a list of names.
    const picked =
      keys !== undefined && /^\s*\w+!?(?:\s*,\s*\w+!?)*\s*,?\s*$/.test(keys) ? keys.split(',').map((key) => key.trim().replace('!', '')) : null;
    const own = picked === null && keys !== undefined ? whole.slice(0, whole.indexOf('(')).trimEnd() : whole;
    const names = picked === null ? [name] : picked.filter((key) => key !== '').map((key) => `${name}.${key}`);
    const listOf = (isFurther: boolean): string => names.map((one) => numberOf(one, { written: own, isFurther })).join(', ');
    const [open, close] = spread === '' && picked === null ? ['', ''] : ['(', ')'];
    // Two of a list stand for all: rows, each in its parentheses, or values.
    const between = picked === null ? ', ' : '), (';
    const sql = `${open}${listOf(false)}${spread === '' ? '' : `${between}${listOf(true)}`}${close}`;
    edits.push({ start: start + at, end: start + at + own.length, text: sql });
    at += own.length;
  }
  return { edits, placeholders };
}
