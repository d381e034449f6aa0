import { homepage, toRulePage } from '../homepage.ts';
import type { RuleLevel, RuleSetting } from '../policy/rule-settings.ts';
import type { AskedRule, RuleSheet } from '../report/presentation.ts';
import type { ProjectOptions } from './check-options.ts';

/** The rules of a run as reports tell of them, planlint's own before the user's. Where projects differ in a rule's level, none of them is told. */
export function toAskedRules(
  own: readonly RuleSheet[],
  users: readonly RuleSheet[],
  projects: readonly Pick<ProjectOptions, 'policy'>[],
): readonly AskedRule[] {
  const levelOf = (id: string): RuleLevel | null => {
    const [level, ...others] = new Set(projects.map(({ policy }) => toLevel(policy?.rules?.[id])));
    return others.length === 0 ? (level ?? null) : null;
  };
  return [
    ...own.map((rule) => ({ ...rule, level: levelOf(rule.id), page: toRulePage(homepage, rule.id) })),
    ...users.map((rule) => ({ ...rule, level: levelOf(rule.id), page: null })),
  ];
}

function toLevel(setting: RuleSetting | undefined): RuleLevel | null {
  if (typeof setting === 'string') return setting;
  return isPair(setting) ? setting[0] : null;
}

function isPair(setting: RuleSetting | undefined): setting is Extract<RuleSetting, readonly unknown[]> {
  return Array.isArray(setting);
}
