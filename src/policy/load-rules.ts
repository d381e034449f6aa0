import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../errors.ts';
import type { OptionValues, Problem, Rule, RuleOption, RuleOptions } from '../rule.ts';
import { nameSite } from '../source/annotation-form.ts';
import type { Subject } from '../subject.ts';
import { forms, readValue } from './option-values.ts';

const texts = ['id', 'summary', 'why', 'bad', 'good'] as const;

/**
 * Loads rules of one's own: modules whose default export is a rule, or a list of them. `paths` are files, taken from `folder`, which is absolute; `.ts` needs no build.
 * Throws a `UserError` for a module that does not load, what is no rule, and an id that is taken.
 */
export async function loadRules(paths: readonly string[], folder: string, known: readonly Rule[]): Promise<readonly Rule[]> {
  const rules: Rule[] = [];
  for (const path of paths) {
    const loaded = await load(isAbsolute(path) ? path : resolve(folder, path), path);
    for (const rule of Array.isArray(loaded) ? loaded : [loaded]) rules.push(toRule(rule, path, [...known, ...rules]));
  }
  return rules;
}

async function load(file: string, path: string): Promise<unknown> {
  try {
    if (!/\.[cm]?ts$/.test(file)) return ((await import(pathToFileURL(file).href)) as { readonly default?: unknown }).default;
    const { createJiti } = await import('jiti');
    return await createJiti(file, { fsCache: false }).import(file, { default: true });
  } catch (error) {
    throw new UserError('config', `${path} does not load: ${error instanceof Error ? error.message.split('\n')[0] : error}`, { cause: error });
  }
}

function toRule(candidate: unknown, path: string, known: readonly Rule[]): Rule {
  const refuse = (what: string, hint?: string): never => {
    throw new UserError('config', `${path}: ${what}`, hint === undefined ? {} : { hint });
  };
  if (typeof candidate !== 'object' || candidate === null)
    return refuse('its default export is no rule', 'export default { id, summary, why, bad, good, severity, check }; see docs/custom-rules.md');
  const rule = candidate as Rule;
  for (const field of texts) if (typeof rule[field] !== 'string' || rule[field].trim() === '') return refuse(`${field} of the rule has to be a text`);
  if (!/^[a-z][a-z0-9-]*(?:\/[a-z][a-z0-9-]*)?$/.test(rule.id))
    return refuse(`the id "${rule.id}" is not in kebab case`, 'such as no-locked-read, or ours/no-locked-read');
  if (known.some(({ id }) => id === rule.id))
    return refuse(`there is a rule "${rule.id}" already`, `give it a name of its own, such as ours/${rule.id}`);
  if (rule.severity !== 'error' && rule.severity !== 'warning') return refuse(`severity of ${rule.id} has to be "error" or "warning"`);
  if (typeof rule.check !== 'function') return refuse(`check of ${rule.id} has to be a function`);
  for (const [name, option] of Object.entries(rule.options ?? {})) {
    const fault = findFault(name, option);
    if (fault !== null) return refuse(`option ${name} of ${rule.id} ${fault}`);
  }
  return { ...rule, check: (subject, options) => checked(rule, path, subject, options) };
}

function findFault(name: string, option: RuleOption): string | null {
  if (!/^[a-zA-Z]\w*$/.test(name) || name === 'tables') return 'has a name that cannot be set';
  if (!Object.hasOwn(forms, option?.kind)) return `has to be of a kind: ${Object.keys(forms).join(', ')}`;
  if (readValue(option, option.default) === undefined) return `has a default that is not ${forms[option.kind]}`;
  return typeof option.about === 'string' && option.about !== '' ? null : 'has to say what it is, in about';
}

/** What goes wrong inside a rule is its author's to mend. */
function checked(rule: Rule, path: string, subject: Subject, options: OptionValues<RuleOptions>): readonly Problem[] {
  const { statement } = subject;
  const refuse = (what: string, cause?: unknown): never => {
    throw new UserError('config', `${path}: the rule ${rule.id} ${what} at ${nameSite(statement)}`, {
      hint: 'mend the rule, or switch it off in the config until it is',
      cause,
    });
  };
  let problems: readonly Problem[];
  try {
    problems = [...rule.check(subject, options)];
  } catch (error) {
    return refuse(`fails with "${error instanceof Error ? error.message : error}"`, error);
  }
  for (const problem of problems) {
    if (typeof problem?.message !== 'string' || typeof problem.help !== 'string' || problem.span === undefined)
      return refuse('yields what is no problem: message and help have to be texts, and span a span or null');
  }
  return problems;
}
