import { UserError } from '../errors.ts';
import { type Comment, type Piece, toComment } from '../sql/split.ts';
import { tokensOf } from '../sql/tokens.ts';
import { type Annotation, listAnnotations, nameSite, type Placing } from './annotation-form.ts';
import type { Directive } from './directive.ts';
import { parseDirective } from './parse-directive.ts';

/** A line that speaks to planlint, in whatever text; its offset is the file's. */
export interface Remark extends Annotation {
  /** It stands above, inside or behind a statement. */
  readonly isTaken: boolean;
}

/** A directive for all statements that begin between two offsets. */
interface Stretch {
  readonly directive: Directive;
  readonly from: number;
  to: number;
}

/**
 * Finds what a text says of more than one of its statements, and gives what covers a statement that begins at an offset. Throws a UserError for a range
 * without an end or a beginning, and for an annotation that belongs to no statement, such as one below the last.
 */
export function readScopes(text: string, pieces: readonly Piece[], placeOf: Placing): (start: number) => readonly Directive[] {
  // Reading all of a text again is for the few that have something to find.
  if (!/planlint/i.test(text)) return () => none;
  const taken = new Set(pieces.flatMap(({ comments }) => comments.map(({ start }) => start)));
  const comments = [...tokensOf(text)].flatMap((token) => (token.kind === 'comment' ? [toComment(text, token)] : []));
  return scopesOf(toRemarks(comments, taken, placeOf), placeOf);
}

/** What comments say to planlint, of which some belong to statements: those that begin at the offsets in `taken`. */
export function toRemarks(comments: readonly Comment[], taken: ReadonlySet<number>, placeOf: Placing): readonly Remark[] {
  return comments.flatMap((comment) => listAnnotations(comment, placeOf).map((annotation) => ({ ...annotation, isTaken: taken.has(comment.start) })));
}

/** The same as `readScopes` of what has been read from a file, in the order of its offsets. */
export function scopesOf(remarks: readonly Remark[], placeOf: Placing): (start: number) => readonly Directive[] {
  const stretches: Stretch[] = [];
  const open: Stretch[] = [];
  for (const remark of remarks) {
    const { word, offset, rest } = remark;
    if (word === 'planlint-ignore-file') stretches.push({ directive: parseDirective({ word, offset, rest }, placeOf), from: -1, to: Infinity });
    else if (word === 'planlint-ignore-start') {
      const stretch = { directive: parseDirective({ word, offset, rest }, placeOf), from: offset, to: Infinity };
      stretches.push(stretch);
      open.push(stretch);
    } else if (word === 'planlint-ignore-end') end(remark, open.pop(), placeOf);
    else if (!remark.isTaken) throw toStrayError(remark, placeOf);
  }
  const [unclosed] = open;
  if (unclosed !== undefined) throw toUnclosedError(placeOf(unclosed.from));
  return (start) => stretches.filter(({ from, to }) => from < start && start < to).map(({ directive }) => directive);
}

const none: readonly Directive[] = [];

function end({ offset, rest }: Annotation, stretch: Stretch | undefined, placeOf: Placing): void {
  if (stretch === undefined) {
    throw new UserError('source', `${nameSite(placeOf(offset))}: planlint-ignore-end without a planlint-ignore-start above it`, {
      hint: 'write planlint-ignore-start <rule>: <reason> where the range begins, or take the end out',
    });
  }
  if (/^[^\n\r]*\S/.test(rest)) {
    throw new UserError('source', `${nameSite(placeOf(offset))}: planlint-ignore-end takes nothing behind it`, {
      hint: 'write planlint-ignore-end alone on its line; it ends the range that was begun last',
    });
  }
  stretch.to = offset;
}

function toUnclosedError(site: ReturnType<Placing>): UserError {
  return new UserError('source', `${nameSite(site)}: planlint-ignore-start without an end`, {
    hint: 'write planlint-ignore-end below the last statement it is for, or planlint-ignore-file for all of the file',
  });
}

function toStrayError({ word, offset }: Annotation, placeOf: Placing): UserError {
  return new UserError('source', `${nameSite(placeOf(offset))}: ${word} belongs to no statement`, {
    hint: 'write it above its statement or inside it',
  });
}
