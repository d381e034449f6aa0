import type { Evidence, Severity } from './report/report.ts';
import type { Span } from './sql/span.ts';
import type { Subject } from './subject.ts';

/** What a rule has to say about one reference, one key, or the whole statement. */
export interface Problem {
  readonly severity?: Severity;
  /** Index into the judgement's references. */
  readonly reference?: number;
  /** The root it is about where no reference says so, `schema.name`. */
  readonly table?: string;
  /** The partition key it is about: of several rules on one reference and key only the first in the list of rules speaks. */
  readonly key?: string;
  /** The piece of the statement to look at; the whole statement where it is `null`. */
  readonly span: Span | null;
  readonly message: string;
  /** What to write instead; starts with a verb. */
  readonly help: string;
  readonly evidence?: Evidence;
}

/** A rule: its documentation as data, and its check. The file's name is the id. */
export interface Rule {
  readonly id: string;
  /** One line with a full stop. */
  readonly summary: string;
  readonly why: string;
  /** A statement on the ledger that the rule finds fault with, and one that does the same work without. */
  readonly bad: string;
  readonly good: string;
  readonly severity: Severity;
  /** Where its findings have another severity, to be read behind it: "a warning where …". */
  readonly exception?: string;
  check(subject: Subject): Iterable<Problem>;
}
