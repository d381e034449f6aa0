import { rules as own } from '../../rules/index.ts';
import { UserError } from '../errors.ts';
import { suggest } from '../nearest.ts';
import { readSettings } from '../policy/read-settings.ts';
import type { RuleLevel } from '../policy/rule-settings.ts';
import type { RuleSheet } from '../report/presentation.ts';
import { formatRuleList, formatRulePage } from '../report/rule-sheet.ts';
import type { Rule } from '../rule.ts';
import { type CheckOptions, checkDefaults } from './check-options.ts';
import { hasColour } from './colour.ts';
import { type ConfigFlags, configure } from './configure.ts';
import { loadUsersRules } from './load-all-rules.ts';
import { print, type Streams } from './streams.ts';

export interface RulesOptions extends ConfigFlags {
  /** The rule whose page is shown; all of them in a list where there is none. */
  readonly id?: string;
  readonly color?: boolean;
}

/** Shows what the rules are, those of the config with them, or what one of them is about. */
export async function showRules({ id, color, ...flags }: RulesOptions, streams: Streams): Promise<number> {
  const projects = (await configure<Omit<CheckOptions, 'project'>>(flags, streams)).map((options) => ({ ...checkDefaults, ...options }));
  const rules = [...own, ...(await loadUsersRules(projects, streams.cwd))].map((rule) => toSheet(rule, projects));
  const sheet = { colour: hasColour(color, streams.stdout, streams.env), width: streams.stdout.columns ?? 80 };
  const rule = rules.find((one) => one.id === id);
  if (id !== undefined && rule === undefined)
    throw new UserError('usage', `unknown rule "${id}"`, {
      hint: suggest(
        id,
        rules.map((one) => one.id),
      ),
    });
  await print(streams, rule === undefined ? formatRuleList(rules, sheet) : formatRulePage(rule, sheet));
  return 0;
}

function toSheet(rule: Rule, projects: readonly CheckOptions[]): RuleSheet {
  const levels = projects.flatMap(({ policy }): readonly Level[] => {
    const setting = policy?.rules?.[rule.id];
    const file = policy?.origin?.file ?? 'the config';
    const level = setting === undefined ? null : (readSettings([rule], { [rule.id]: setting }, `${file} at rules`).get(rule.id)?.level ?? null);
    return [{ level, file }];
  });
  const [first] = levels;
  if (first === undefined || levels.every(({ level }) => level === null)) return rule;
  const isOne = levels.every(({ level }) => level === first.level);
  return { ...rule, setting: { level: isOne ? first.level : null, file: first.file } };
}

interface Level {
  /** `null` where nothing is set. */
  readonly level: RuleLevel | null;
  readonly file: string;
}
