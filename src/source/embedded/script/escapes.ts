import type { Edit } from '../../../sql/edits.ts';
import type { Span } from '../../../sql/span.ts';

const escaped = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[\s\S]))/gi;
const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };

/** What makes the characters that are meant of the escapes in a piece of a file; all libraries send those. */
export function readEscapes(file: string, { start, end }: Span): readonly Edit[] {
  return [...file.slice(start, end).matchAll(escaped)].map((found) => {
    const [whole, braced, four, two, other = ''] = found;
    const code = braced ?? four ?? two;
    const text =
      code !== undefined ? String.fromCodePoint(Number.parseInt(code, 16)) : /^[\r\n\u2028\u2029]/.test(other) ? '' : (letters[other] ?? other);
    return { start: start + found.index, end: start + found.index + whole.length, text };
  });
}
