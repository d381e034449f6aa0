import type { Standing } from '../source/statement.ts';
import type { Edit } from '../sql/edits.ts';
import type { Scope } from './scope.ts';

/** A piece of a body that is a statement, or that holds one which is put together while the body runs. */
export interface Fragment {
  readonly start: number;
  readonly end: number;
  /** What makes SQL of it, in offsets of the body. */
  readonly edits: readonly Edit[];
  readonly scope: Scope;
  /** Types of the values that an EXECUTE hands over, in order; `null` where the text is no EXECUTE's. */
  readonly using: readonly (string | null)[] | null;
  /** Why it cannot be read off the text. */
  readonly unread: Standing['unread'];
}

/** A statement as it stands. */
export function toFragment(start: number, end: number, scope: Scope, edits: readonly Edit[] = []): Fragment {
  return { start, end, edits, scope, using: null, unread: null };
}
