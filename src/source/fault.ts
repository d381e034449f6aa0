import { UserError } from '../errors.ts';
import { drawLine } from '../excerpt.ts';
import { toPosition } from '../sql/span.ts';
import type { Split } from '../sql/split.ts';

const hints: Readonly<Record<string, string>> = {
  'unterminated string': "end it with ', and write a quote inside it twice",
  'unterminated quoted identifier': 'end it with ", and write a quote inside it twice',
  'unterminated dollar-quoted string': 'end it with the tag that opens it',
  'unterminated comment': 'end it with */; each /* inside it needs one of its own',
  'NUL character': 'take the character out, which PostgreSQL refuses; or save the file as UTF-8',
};

/** The error for a text that cannot be cut into statements: `db/q.sql:12:5: unterminated string`, and the line it is on. */
export function toFaultError(path: string, text: string, { offset, message }: NonNullable<Split['fault']>): UserError {
  const { line, column } = toPosition(text, offset);
  return new UserError('source', `${path}:${line}:${column}: ${message}`, {
    hint: hints[message] ?? 'end the data with a line that holds \\. and nothing else',
    excerpt: drawLine(lineOf(text, offset), line, { start: column - 1, end: Infinity }),
  });
}

function lineOf(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end === -1 ? text.length : end);
}
