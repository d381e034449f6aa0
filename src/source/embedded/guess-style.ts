import { at, colon, firstOf, format, pyformat, question } from '../../sql/placeholder-styles.ts';
import { findPlaceholders, isOperand, type PlaceholderStyle } from '../../sql/placeholders.ts';
import { withLists } from './library-styles.ts';

/** Where an operand stands the same characters are operators. */
function inFront({ read, ...style }: PlaceholderStyle): PlaceholderStyle {
  return {
    ...style,
    read: (sql, start, around) => (isOperand(sql, around.before) || sql.startsWith('@?', start - 1) ? null : read(sql, start, around)),
  };
}

const percent: PlaceholderStyle = { doubled: '%', read: firstOf(pyformat.read, format.read) };

/** Styles that can be told apart by their first characters. None of these begins an operand in what PostgreSQL itself has. */
const styles: readonly PlaceholderStyle[] = [colon(null), at(null), question, percent].map((style) => withLists(inFront(style)));

/** How a text's placeholders are written, where that is beyond doubt; `null` where it has none, or is not told by them alone. */
export function guessStyle(sql: string): PlaceholderStyle | null {
  if (!/[:@?%]/.test(sql)) return null;
  const found = styles.filter((style) => findPlaceholders(sql, style).some(({ values }) => values.length > 0));
  return found.length === 1 ? (found[0] ?? null) : null;
}
