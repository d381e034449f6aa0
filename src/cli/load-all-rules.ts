import { rules } from '../../rules/index.ts';
import type { Rule } from '../rule.ts';
import type { CheckOptions } from './check-options.ts';

type RuleSource = Pick<CheckOptions, 'ruleFiles' | 'policy'>;

/** planlint's rules, and behind them a project's own. Throws a `UserError` for a module that holds no rule. */
export async function loadAllRules({ ruleFiles, policy }: RuleSource, cwd: string): Promise<readonly Rule[]> {
  if (ruleFiles.length === 0) return rules;
  const { loadRules } = await import('../policy/load-rules.ts');
  return [...rules, ...(await loadRules(ruleFiles, cwd, { known: rules, packagesFrom: policy?.origin?.folder ?? cwd }))];
}

/** The users' own rules of several projects, each once. */
export async function loadUsersRules(projects: readonly RuleSource[], cwd: string): Promise<readonly Rule[]> {
  const found = new Map<string, Rule>();
  for (const project of projects) {
    const users = (await loadAllRules(project, cwd)).slice(rules.length);
    for (const rule of users) if (!found.has(rule.id)) found.set(rule.id, rule);
  }
  return [...found.values()];
}
