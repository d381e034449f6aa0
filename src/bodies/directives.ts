import { UserError } from '../errors.ts';
import { type Annotation, listAnnotations, nameSite, type Placing } from '../source/annotation-form.ts';
import type { Directive } from '../source/directive.ts';
import { parseDirective } from '../source/parse-directive.ts';
import { toOriginal } from '../sql/edits.ts';
import { toPosition } from '../sql/span.ts';
import { type Comment, toComment } from '../sql/split.ts';
import { tokensOf } from '../sql/tokens.ts';
import type { Body } from './body.ts';
import type { Fragment } from './fragment.ts';

/** What comments say of the statements of a body: those around the body speak of all, those in it of the statement that they stand at. */
export function readDirectives(
  { definition, base, raw, quotes, text }: Body,
  fragments: readonly Fragment[],
): (fragment: Fragment) => readonly Directive[] {
  const { file, piece, covering } = definition;
  const placeInFile: Placing = (offset) => ({ path: file.path, ...toPosition(file.text, offset) });
  const placeInBody: Placing = (offset) => placeInFile(base + toOriginal(quotes, offset));
  const around = piece.comments
    .filter(({ start }) => start < base || start >= base + raw.length)
    .flatMap((comment) => listAnnotations(comment, placeInFile).flatMap((annotation) => toDirective(annotation, placeInFile)));
  const own = new Map<Fragment, Directive[]>();
  for (const comment of commentsOf(text)) {
    const annotations = listAnnotations(comment, placeInBody);
    const wider = annotations.find(
      ({ word }) => word === 'planlint-ignore-file' || word === 'planlint-ignore-start' || word === 'planlint-ignore-end',
    );
    if (wider !== undefined) {
      throw new UserError('source', `${nameSite(placeInBody(wider.offset))}: ${wider.word} inside the body of a function`, {
        hint: 'write it in front of the function, or planlint-ignore above each statement in it',
      });
    }
    const directives = annotations.flatMap((annotation) => toDirective(annotation, placeInBody));
    if (directives.length === 0) continue;
    const owner = findOwner(comment, fragments, text);
    if (owner === null) {
      throw new UserError('source', `${nameSite(placeInBody(comment.start))}: this annotation belongs to no statement`, {
        hint: 'write it above its statement or inside it',
      });
    }
    own.set(owner, [...(own.get(owner) ?? []), ...directives]);
  }
  return (fragment) => [...(own.get(fragment) ?? []), ...around, ...covering];
}

function toDirective({ word, offset, rest }: Annotation, placeOf: Placing): readonly Directive[] {
  return word === 'planlint-ignore' || word === 'planlint-set' ? [parseDirective({ word, offset, rest }, placeOf)] : [];
}

function commentsOf(text: string): readonly Comment[] {
  if (!/planlint/i.test(text)) return [];
  return [...tokensOf(text)].filter(({ kind }) => kind === 'comment').map((token) => toComment(text, token));
}

/** The statement that a comment is inside of, or behind on its line, or else above. */
function findOwner({ start }: Comment, fragments: readonly Fragment[], text: string): Fragment | null {
  const before = fragments.filter(({ end }) => end <= start).toSorted((a, b) => b.end - a.end)[0];
  if (before !== undefined && /^[^\n\r\w]*$/.test(text.slice(before.end, start))) return before;
  return fragments.filter(({ end }) => end > start).toSorted((a, b) => a.end - b.end || b.start - a.start)[0] ?? null;
}
