/** What a comment asks of the rules for the statements that it covers. */
export type Directive = Ignore | Setting;

/** What every directive says. */
interface Said {
  /** Why, in the author's words. */
  readonly reason: string;
  /** Where its word stands in the statement's file; a captured statement's are the statement's own. */
  readonly line: number;
  readonly column: number;
}

/** `planlint-ignore`, `planlint-ignore-file`, or `planlint-ignore-start` up to `planlint-ignore-end`: one object in every statement that it covers. */
export interface Ignore extends Said {
  readonly kind: 'ignore';
  readonly scope: 'statement' | 'file' | 'range';
  /** As they are written; whether there are such rules is not known here. */
  readonly rules: readonly string[];
  /** The last day that it holds, `2027-01-31`; `null` where it holds for good. */
  readonly until: string | null;
}

/** `planlint-set`: an option of a rule for one statement. Neither rule, option nor value has been looked at. */
export interface Setting extends Said {
  readonly kind: 'set';
  readonly rule: string;
  readonly option: string;
  readonly value: string;
}
