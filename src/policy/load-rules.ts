import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../errors.ts';
import type { OptionValues, Problem, Rule, RuleOption, RuleOptions } from '../rule.ts';
import { nameSite } from '../source/annotation-form.ts';
import type { Subject } from '../subject.ts';
import { forms, readValue } from './option-values.ts';

const texts = ['id', 'summary', 'why', 'bad', 'good'] as const;

interface Surroundings {
  /** The rules that there are already. */
  readonly known: readonly Rule[];
  /** The absolute folder that packages are looked for from; that of the files where it is not set. */
  readonly packagesFrom?: string;
}

/**
 * Loads rules of one's own: modules whose default export is a rule, or a list of them. `names` are files, absolute or beginning with a dot and taken from `folder`,
 * or packages. `folder` is absolute; TypeScript needs no build. Throws a `UserError` for a module that does not load, what is no rule, and an id that is taken.
 */
export async function loadRules(names: readonly string[], folder: string, { known, packagesFrom = folder }: Surroundings): Promise<readonly Rule[]> {
  const rules: Rule[] = [];
  for (const name of names) {
    const isFile = /^\.\.?[/\\]/.test(name) || isAbsolute(name);
    const loaded = await load(isFile ? pathToFileURL(resolve(folder, name)).href : await findPackage(name, packagesFrom), name);
    for (const rule of Array.isArray(loaded) ? loaded : [loaded]) rules.push(guardRule(toRule(rule, name, [...known, ...rules]), name));
  }
  return rules;
}

async function findPackage(name: string, folder: string): Promise<string> {
  const { createJiti } = await import('jiti');
  const found = createJiti(join(folder, 'planlint.config.js')).esmResolve(name, { try: true });
  if (found !== undefined) return found;
  throw new UserError('config', `there is no package ${name}, which rules name`, { hint: `install it, or write ./${name} for a file` });
}

async function load(url: string, name: string): Promise<unknown> {
  try {
    if (!/\.[cm]?ts$/.test(url)) return ((await import(url)) as { readonly default?: unknown }).default;
    const { createJiti } = await import('jiti');
    return await createJiti(url, { fsCache: false }).import(url, { default: true });
  } catch (error) {
    throw new UserError('config', `${name} does not load: ${error instanceof Error ? error.message.split('\n')[0] : error}`, { cause: error });
  }
}

/** Sees that something is a rule; `path` is what messages call the place it is from. */
export function toRule(candidate: unknown, path: string, known: readonly Rule[]): Rule {
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
  return rule;
}

function findFault(name: string, option: RuleOption): string | null {
  if (!/^[a-zA-Z]\w*$/.test(name) || name === 'tables') return 'has a name that cannot be set';
  if (!Object.hasOwn(forms, option?.kind)) return `has to be of a kind: ${Object.keys(forms).join(', ')}`;
  if (readValue(option, option.default) === undefined) return `has a default that is not ${forms[option.kind]}`;
  return typeof option.about === 'string' && option.about !== '' ? null : 'has to say what it is, in about';
}

/** What goes wrong inside a rule is its author's to mend. */
export function guardRule(rule: Rule, path: string): Rule {
  return { ...rule, check: (subject, options) => checked(rule, path, subject, options) };
}

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
    problems = [...rule.check(rule.readsPlan === true ? subject : withoutPlan(subject), options)];
  } catch (error) {
    return refuse(`fails with "${error instanceof Error ? error.message : error}"`, error);
  }
  for (const problem of problems) {
    if (typeof problem?.message !== 'string' || typeof problem.help !== 'string' || problem.span === undefined)
      return refuse('yields what is no problem: message and help have to be texts, and span a span or null');
  }
  return problems;
}

/** A rule that looks for a plan which is not kept for it would find nothing, ever. */
function withoutPlan(subject: Subject): Subject {
  return Object.defineProperty({ ...subject }, 'plan', {
    get() {
      throw new Error('it looks at the plan, and does not say readsPlan: true');
    },
  });
}
