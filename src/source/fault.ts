import { UserError } from '../errors.ts';
import { toPosition } from '../sql/span.ts';
import type { Split } from '../sql/split.ts';

const hints: Readonly<Record<string, string>> = {
  'unterminated string': "End it with ', and write a quote inside it twice.",
  'unterminated quoted identifier': 'End it with ", and write a quote inside it twice.',
  'unterminated dollar-quoted string': 'End it with the tag that opens it.',
  'unterminated comment': 'End it with */; each /* inside it needs one of its own.',
  'NUL character': 'PostgreSQL takes no text with this character in it; is it a text file in UTF-8?',
};

/** Columns of a terminal beside the line's number. */
const width = 70;

/** The error for a text that cannot be cut into statements: `db/q.sql:12:5: unterminated string`, and the line it is on. */
export function toFaultError(path: string, text: string, { offset, message }: NonNullable<Split['fault']>): UserError {
  const { line, column } = toPosition(text, offset);
  return new UserError('source', `${path}:${line}:${column}: ${message}`, {
    hint: hints[message] ?? 'End the data with a line that holds nothing but \\. .',
    excerpt: excerptOf(text, offset, line),
  });
}

/** The line of `offset`, underlined from there on, and cut where it is long. */
function excerptOf(text: string, offset: number, line: number): readonly string[] {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = text.indexOf('\n', offset);
  const whole = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd).replace(/\p{Cc}/gu, ' ');
  const cut = Math.max(0, offset - lineStart - width / 2);
  const kept = whole.slice(cut, cut + width).trimEnd();
  const shown = (cut > 0 ? `…${kept.slice(1)}` : kept) + (cut + width < whole.length ? '…' : '');
  const before = offset - lineStart - cut;
  return [`${String(line).padStart(6)} │ ${shown}`, `       │ ${' '.repeat(before)}${'~'.repeat(Math.max(1, kept.length - before))}`];
}
