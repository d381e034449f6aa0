import { UserError } from '../errors.ts';
import { type Piece, toComment } from '../sql/split.ts';
import { tokensOf } from '../sql/tokens.ts';
import { listAnnotations, type Placing } from './annotation-form.ts';

/** Throws a UserError for an annotation that belongs to no statement, such as one below the last. */
export function refuseStray(text: string, pieces: readonly Piece[], placeOf: Placing): void {
  // Reading all of a text again is for the few that have something to find.
  if (!/planlint/i.test(text)) return;
  const taken = new Set(pieces.flatMap(({ comments }) => comments.map(({ start }) => start)));
  for (const token of tokensOf(text)) {
    if (token.kind !== 'comment' || taken.has(token.start)) continue;
    const [stray] = listAnnotations(toComment(text, token), placeOf);
    if (stray === undefined) continue;
    throw new UserError('source', `${placeOf(stray.offset)}: planlint-params belongs to no statement`, {
      hint: 'write it above its statement or inside it',
    });
  }
}
