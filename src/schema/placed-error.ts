import { UserError } from '../errors.ts';
import { drawExcerpt } from '../load/excerpt.ts';
import { toPosition } from '../sql/span.ts';
import type { SchemaFile } from './schema-file.ts';

/** The error for a place in a file. */
export function toPlacedError(
  file: Pick<SchemaFile, 'path' | 'text'>,
  offset: number,
  { message, hint }: { message: string; hint: string },
): UserError {
  const { line, column } = toPosition(file.text, offset);
  const excerpt = drawExcerpt(file.text, { start: offset, end: offset }, offset);
  return new UserError('usage', `${file.path}:${line}:${column}: ${message}`, { hint, excerpt });
}
