import { UserError } from '../errors.ts';
import { suggest } from '../nearest.ts';
import type { Rule } from '../rule.ts';
import { nameSite } from '../source/annotation-form.ts';
import type { Setting } from '../source/directive.ts';
import type { Statement } from '../source/statement.ts';
import { forms, fromComment, readValue } from './option-values.ts';
import type { Values } from './read-settings.ts';

/** What a statement's own comments set, by rule; `null` where they set nothing. Throws a `UserError` with the place of what no rule knows. */
export function readSetOptions(
  rules: readonly Rule[],
  { path, directives }: Pick<Statement, 'path' | 'directives'>,
): ReadonlyMap<string, Values> | null {
  const settings = directives.filter((directive) => directive.kind === 'set');
  if (settings.length === 0) return null;
  const set = new Map<string, Values>();
  for (const setting of settings) {
    const [name, value] = readSetting(rules, setting, nameSite({ path, ...setting }));
    set.set(setting.rule, new Map([[name, value], ...(set.get(setting.rule) ?? [])]));
  }
  return set;
}

function readSetting(rules: readonly Rule[], { rule: id, option: name, value: written }: Setting, site: string) {
  const refuse = (what: string, hint?: string): never => {
    throw new UserError('source', `${site}: ${what}`, hint === undefined ? {} : { hint });
  };
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined)
    return refuse(
      `planlint-set names an unknown rule "${id}"`,
      suggest(
        id,
        rules.map((one) => one.id),
      ),
    );
  const options = rule.options ?? {};
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(options);
    return refuse(`planlint-set names an unknown option "${name}" of ${id}`, known.length === 0 ? `${id} has no options` : suggest(name, known));
  }
  const value = readValue(option, fromComment(option, written));
  return value === undefined ? refuse(`${name} has to be ${forms[option.kind]}, and is ${written}`) : ([name, value] as const);
}
