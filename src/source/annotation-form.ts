import { UserError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { showPath } from '../shown-path.ts';
import type { Position } from '../sql/span.ts';
import type { Comment } from '../sql/split.ts';

const annotationWords = [
  'planlint-params',
  'planlint-ignore',
  'planlint-ignore-file',
  'planlint-ignore-start',
  'planlint-ignore-end',
  'planlint-set',
] as const;

/** A line of a comment that speaks to planlint. */
export interface Annotation {
  readonly word: (typeof annotationWords)[number];
  /** Where its word begins in the text. */
  readonly offset: number;
  /** What follows the word, to the end of the comment. */
  readonly rest: string;
}

/** A place in a source, for errors and reports. */
export interface Site extends Position {
  readonly path: string;
}

/** Finds where an offset stands. That takes reading the text from its beginning. */
export type Placing = (offset: number) => Site;

/** `q.sql:12` */
export function nameSite({ path, line }: Site): string {
  return `${showPath(path)}:${line}`;
}

/** The word that begins a line, as it should be or mistyped; a sentence about planlint is none. */
const form = /^([ \t*-]*)(@?planlint(?:[-_](?!dialect\b)[\w-]+|[ \t:]+(?:ignore|disable|params?|set)\b))/gim;

/** The annotations in a comment. One that has no effect is a UserError, since its author relies on it. */
export function listAnnotations({ text, start }: Comment, placeOf: Placing): readonly Annotation[] {
  // Most comments are not for planlint.
  if (!/planlint/i.test(text)) return [];
  return Array.from(text.matchAll(form), ({ 0: whole, 1: lead = '', 2: written = '', index }) => {
    const offset = start + 2 + index + lead.length;
    const word = annotationWords.find((one) => one === written);
    if (word !== undefined) return { word, offset, rest: text.slice(index + whole.length) };
    const meant = nearest(
      written
        .toLowerCase()
        .replace(/^@/, '')
        .replace(/[\s_:]+/g, '-'),
      annotationWords,
    );
    throw new UserError('source', `${nameSite(placeOf(offset))}: unknown annotation ${written}`, {
      hint: meant === null ? 'write planlint-ignore <rule>: <reason>, or see docs/suppression.md' : `write ${meant}`,
    });
  });
}
