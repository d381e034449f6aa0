import type { Severity } from './report.ts';

/** What a report for people needs beside the report. */
export interface Presentation {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly elapsedMs: number;
  /** Nothing was judged: an earlier run had all the same to judge. */
  readonly isRecalled?: boolean;
  /** What the schema was loaded from: `db/migrations (41 files)`; of no use for a server of the user's. */
  readonly schema: string;
}

/** What reports for other programs, and pages that stand alone, need beside. */
export interface FullPresentation extends Presentation {
  /** Those that were asked, in order; none for a form that does not tell of them. */
  readonly rules: readonly AskedRule[];
  /** Where the run's paths start, as the repository names it: `services/billing`; empty where that is its root. */
  readonly folder: string;
}

/** A rule as this run had it. */
export interface AskedRule extends RuleSheet {
  /** What was set for all files; `null` where that is left to the rule. */
  readonly level: Severity | 'off' | null;
  /** Where its page is published; `null` where it is not. */
  readonly page: string | null;
}

/** What a rule says of itself. */
export interface RuleText {
  readonly id: string;
  readonly summary: string;
  readonly why: string;
  readonly bad: string;
  readonly good: string;
  readonly severity: Severity;
}

/** All that a rule says of itself. */
export interface RuleSheet extends RuleText {
  readonly exception?: string;
  /** It finds fault with comments, so that none can ignore it. */
  readonly aboutComments?: boolean;
  readonly options?: Readonly<Record<string, OptionSheet>>;
  /** What a config makes of it. */
  readonly setting?: {
    /** `null` where its projects differ. */
    readonly level: Severity | 'off' | null;
    readonly file: string;
  };
}

export interface OptionSheet {
  readonly kind: string;
  readonly default: unknown;
  readonly perTable?: boolean;
  readonly about: string;
}
