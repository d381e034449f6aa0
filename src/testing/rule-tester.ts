import { checkRules } from '../findings/check-rules.ts';
import { guardRule, toRule } from '../policy/load-rules.ts';
import { readPolicy } from '../policy/policy.ts';
import type { OptionSettings } from '../policy/rule-settings.ts';
import type { Finding, Severity } from '../report/report.ts';
import type { Rule } from '../rule.ts';
import { describeDifferences } from './differences.ts';
import type { Examined, PlannerSettings } from './messages.ts';
import { createPlanner } from './planner.ts';
import { toPlainQuery } from './query.ts';

/** A statement that a rule is tried on. */
export interface RuleCase {
  readonly sql: string;
  /** Values of its parameters; those that are not given are drawn. */
  readonly values?: readonly unknown[];
  /** Options of the rule, as a config has them. */
  readonly options?: OptionSettings;
}

/** What a finding has to be, as far as it is said. */
export interface ExpectedFinding {
  readonly message?: string | RegExp;
  readonly help?: string | RegExp;
  readonly severity?: Severity;
  /** The root it is about, `schema.name`. */
  readonly table?: string | null;
  /** The piece of the statement that it points at. */
  readonly text?: string;
}

export interface InvalidCase extends RuleCase {
  /** All of them, in the order of the statement; any where it is not set. */
  readonly findings?: readonly ExpectedFinding[];
}

export interface RuleCases {
  /** Statements that the rule finds nothing in. */
  readonly valid: readonly (string | RuleCase)[];
  readonly invalid: readonly (string | InvalidCase)[];
}

export interface RuleTester {
  /** Tries a rule, and its own `bad` and `good` with it. Throws an Error that shows each statement which comes out otherwise, and how. */
  run(rule: Rule, cases: RuleCases): Promise<void>;
  /** Ends the server. */
  close(): Promise<void>;
}

/** A tester for rules of one's own, on an embedded PostgreSQL that holds `schema`. It starts with the first run. */
export function createRuleTester(settings: Omit<PlannerSettings, 'config' | 'project'>): RuleTester {
  const planner = createPlanner({ ...settings, config: false });
  return {
    close: planner.close,
    run: async (rule, { valid, invalid }) => {
      toRule(rule, 'the rule', []);
      const trials = [
        { name: 'good', case: { sql: rule.good }, findings: [] },
        ...valid.map((one, index) => ({ name: `valid[${index}]`, case: toCase(one), findings: [] })),
        { name: 'bad', case: { sql: rule.bad }, findings: null },
        ...invalid.map((one, index) => ({
          name: `invalid[${index}]`,
          case: toCase(one),
          findings: typeof one === 'string' ? null : (one.findings ?? null),
        })),
      ];
      const queries = trials.map(({ case: { sql, values } }) => toPlainQuery(values === undefined ? sql : { sql, values }));
      const examined = await planner.examine({ queries });
      const failures = trials.flatMap(({ name, case: { sql, options }, findings }, index) => {
        const differences = describeDifferences(check(rule, options ?? {}, examined, index), findings, examined.subjects[index]);
        return differences.length === 0 ? [] : [[name, indent(sql), ...differences.map(indent)].join('\n')];
      });
      if (failures.length === 0) return;
      throw new Error(`${rule.id}: ${failures.length} of ${trials.length} statements came out otherwise\n\n${failures.join('\n\n')}`);
    },
  };
}

function toCase(one: string | RuleCase): RuleCase {
  return typeof one === 'string' ? { sql: one } : one;
}

function check(rule: Rule, options: OptionSettings, { catalog, subjects }: Examined, index: number): readonly Finding[] {
  const subject = subjects[index];
  if (subject === undefined) return [];
  const guarded = guardRule(rule, 'the rule tester');
  const rules = readPolicy([guarded], { rules: { [rule.id]: options } })(catalog)(subject.statement);
  return checkRules(rules, { ...subject, catalog }, index);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
