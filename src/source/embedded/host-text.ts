import type { Edit } from '../../sql/edits.ts';
import type { Span } from '../../sql/span.ts';

/** A text in a program or a mapper that may be SQL, from its first character to its last; offsets are those of the file. */
export interface HostText extends Span {
  /** What makes the text itself of that: escapes, and what stands between its parts. */
  readonly edits: readonly Edit[];
  /** What it is assigned to, or called. */
  readonly name: string | null;
  /** Characters that mean something else inside its quotes. */
  readonly reserved: string;
  /** What of it is known only when the program runs. */
  readonly dynamic: string | null;
}

/** One string literal of a program. */
export interface Literal extends Span {
  /** What is between its quotes. */
  readonly body: Span;
  readonly edits: readonly Edit[];
  readonly reserved: string;
  /** The first piece of it that is put in when it runs. */
  readonly hole: string | null;
}

/** A piece of a text as a message shows it. */
export function brief(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
