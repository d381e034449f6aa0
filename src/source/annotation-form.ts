import { UserError } from '../errors.ts';
import type { Comment } from '../sql/split.ts';

/** A line of a comment that speaks to planlint. */
export interface Annotation {
  /** Where its word begins in the text. */
  readonly offset: number;
  /** What follows `planlint-params`, to the end of the comment. */
  readonly rest: string;
}

/** Names an offset as `file:line`. */
export type Placing = (offset: number) => string;

/** The word that begins a line, as it should be or mistyped; a sentence about planlint is none. */
const form = /^([ \t*]*)(@?planlint(?:[-_][\w-]+|[ \t:]+(?:ignore|disable|params?)\b))/gim;

/** Kinds that are to come. Accepted without effect they would pass for suppressions. */
const announced = ['planlint-ignore', 'planlint-ignore-file', 'planlint-set'];

/** The annotations in a comment. One that has no effect is a UserError, since its author relies on it. */
export function listAnnotations({ text, start }: Comment, placeOf: Placing): readonly Annotation[] {
  // Most comments are not for planlint.
  if (!/planlint/i.test(text)) return [];
  return Array.from(text.matchAll(form), ({ 0: whole, 1: lead = '', 2: word = '', index }) => {
    const offset = start + 2 + index + lead.length;
    if (word === 'planlint-params') return { offset, rest: text.slice(index + whole.length) };
    // Finding the line takes reading the text from its beginning: for errors only.
    if (announced.includes(word)) {
      throw new UserError('source', `${placeOf(offset)}: ${word} is not supported yet`, {
        hint: 'take the comment out until then, since it has no effect',
      });
    }
    const hint = 'write planlint-params, which is the only annotation so far';
    throw new UserError('source', `${placeOf(offset)}: unknown annotation ${word}`, { hint });
  });
}
