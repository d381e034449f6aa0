import type { Period } from './period.ts';
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

/** What can be set about a rule. Its check, its page and the config's schema are made of it. */
export type RuleOption = {
  /** One sentence with a full stop. */
  readonly about: string;
  /** It can have another value for some tables, under `tables`. */
  readonly perTable?: boolean;
} & (
  | { /** A whole number from 1. */ readonly kind: 'count'; readonly default: number }
  | { readonly kind: 'flag'; readonly default: boolean }
  | { /** A time such as `12 months`, or `off`. */ readonly kind: 'period'; readonly default: string }
  | { /** A list of words. */ readonly kind: 'names'; readonly default: readonly string[] }
);

export type RuleOptions = Readonly<Record<string, RuleOption>>;

interface ValueOf {
  readonly count: number;
  readonly flag: boolean;
  /** `null` is `off`. */
  readonly period: Period | null;
  readonly names: readonly string[];
}

export type OptionValue<Kind extends RuleOption['kind'] = RuleOption['kind']> = ValueOf[Kind];

/** The values for one statement; of an option that tables can differ in, the value for a table, `schema.name`. */
export type OptionValues<Options extends RuleOptions> = {
  readonly [Name in keyof Options]: RuleOption extends Options[Name]
    ? OptionValue | ((table: string) => OptionValue)
    : Options[Name] extends { readonly perTable: true }
      ? (table: string) => OptionValue<Options[Name]['kind']>
      : OptionValue<Options[Name]['kind']>;
};

/** A rule: its documentation as data, and its check. The file's name is the id. */
export interface Rule<Options extends RuleOptions = RuleOptions> {
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
  readonly options?: Options;
  /** It looks at `subject.plan`: plans are kept for its sake, and memory with them. */
  readonly readsPlan?: boolean;
  /** It finds fault with comments, which cannot ignore that. */
  readonly aboutComments?: boolean;
  check(subject: Subject, options: OptionValues<Options>): Iterable<Problem>;
}
