import type { Severity } from '../report/report.ts';
import type { OptionValues, Rule, RuleOptions } from '../rule.ts';

/** How severe all findings of a rule are, or that there are none. */
export type RuleLevel = Severity | 'off';

/** Values of a rule's options by name, as they are written: `{ "maxLeavesPerGroup": 2, "tables": { "ledger_entry": { "maxLeavesPerGroup": 3 } } }`. */
export type OptionSettings = Readonly<Record<string, unknown>>;

/** A level, options, or both. Without a level the rule's own severities stay. */
export type RuleSetting = RuleLevel | OptionSettings | readonly [RuleLevel, OptionSettings];

/** What users want of the rules. A later setting adds to those before it, option by option. */
export interface RuleSettings {
  /** By rule. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
  /** For the files that one of the patterns matches; of several that match, the last has the last word. */
  readonly overrides?: readonly RuleOverride[];
  /** Where they are written; without it patterns match statements' paths as they are. */
  readonly origin?: SettingsOrigin;
}

export interface RuleOverride {
  readonly paths: readonly string[];
  readonly rules: Readonly<Record<string, RuleSetting>>;
}

export interface SettingsOrigin {
  /** The config as messages name it. */
  readonly file: string;
  /** The absolute folder that patterns start from. */
  readonly folder: string;
  /** The absolute folder that statements' paths start from. */
  readonly cwd: string;
}

/** A rule as it judges one statement. */
export interface ConfiguredRule {
  readonly rule: Rule;
  /** Of all its findings; `null` leaves that to the rule. */
  readonly severity: Severity | null;
  readonly options: OptionValues<RuleOptions>;
}
