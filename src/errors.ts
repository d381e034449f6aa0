/** What a user has to look at to mend an error: the command line, the config, a source file, or the database. */
export type ErrorArea = 'usage' | 'config' | 'source' | 'database';

/** An error that the user can mend. The command line prints its message and hint, without a stack, and exits with 2. */
export class UserError extends Error {
  /** For those who call planlint from code; nothing in it steers by this. */
  readonly area: ErrorArea;
  /** What to do about it, in one sentence; printed after `hint:`. */
  readonly hint: string | null;
  /** Lines shown between message and hint, such as the SQL line with the fault underlined. */
  readonly excerpt: readonly string[];

  constructor(area: ErrorArea, message: string, detail: { hint?: string; excerpt?: readonly string[]; cause?: unknown } = {}) {
    super(message, { cause: detail.cause });
    this.name = 'UserError';
    this.area = area;
    this.hint = detail.hint ?? null;
    this.excerpt = detail.excerpt ?? [];
  }
}
