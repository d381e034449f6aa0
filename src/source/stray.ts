import { UserError } from '../errors.ts';
import type { Piece } from '../sql/split.ts';
import { readToken } from '../sql/tokens.ts';
import { listAnnotations, type Placing } from './annotation-form.ts';

/** Throws a UserError for an annotation that belongs to no statement, such as one below the last. */
export function refuseStray(text: string, pieces: readonly Piece[], placeOf: Placing): void {
  // Reading all of a text again is for the few that have something to find.
  if (!/planlint/i.test(text)) return;
  const taken = new Set(pieces.flatMap(({ comments }) => comments.map(({ start }) => start)));
  for (let at = 0; at < text.length; ) {
    const { kind, start, end } = readToken(text, at);
    at = Math.max(end, at + 1);
    if (kind !== 'comment' || taken.has(start)) continue;
    const comment = { text: text.slice(start + 2, text[start] === '-' ? end : end - 2), start, end };
    const [stray] = listAnnotations(comment, placeOf);
    if (stray === undefined) continue;
    throw new UserError('source', `${stray.place}: planlint-params belongs to no statement`, { hint: 'write it above its statement or inside it' });
  }
}
