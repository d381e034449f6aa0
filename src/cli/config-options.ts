import type { RuleEntry } from '../config/check-config.ts';
import { combineRules } from '../config/combine-rules.ts';
import type { Project } from '../config/load-config.ts';
import type { RuleSetting } from '../policy/rule-settings.ts';
import type { CheckOptions } from './check-options.ts';
import { parseOutput } from './outputs.ts';

/** A project's settings as the command line's options. */
export function toOptions({ name, file, files, folder, settings }: Project, cwd: string): Partial<CheckOptions> {
  const { $schema, extends: bases, name: own, projects, rules = [], overrides = [], format, ...same } = settings;
  const origin = { file, folder, cwd };
  return {
    ...same,
    ...(format === undefined ? {} : { format: format.map(parseOutput) }),
    ...(name === null ? {} : { project: name }),
    folder,
    configFiles: files,
    configFolder: folder,
    ruleFiles: rules.filter((entry) => typeof entry === 'string'),
    policy: { rules: combineRules(rules.filter(isSettings)), overrides, origin } as NonNullable<CheckOptions['policy']>,
  };
}

/** What the settings are is seen where the rules are known. */
function isSettings(entry: RuleEntry): entry is Readonly<Record<string, RuleSetting>> {
  return typeof entry !== 'string';
}
