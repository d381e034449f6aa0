import { UserError } from '../errors.ts';
import { isRecord } from '../is-record.ts';
import { suggest } from '../nearest.ts';
import type { OptionValue, Rule, RuleOption } from '../rule.ts';
import { forms, readValue } from './option-values.ts';
import type { RuleLevel, RuleSetting } from './rule-settings.ts';

/** What one setting says of a rule. */
export interface Chosen {
  readonly level: RuleLevel | null;
  readonly values: Values;
  /** By table, as it is written. */
  readonly tables: ReadonlyMap<string, Values>;
  /** Where it stands, as messages say it. */
  readonly place: string;
}

/** Values of options by name. */
export type Values = ReadonlyMap<string, OptionValue>;

const levels: readonly RuleLevel[] = ['off', 'warning', 'error'];

/** Reads the settings of some rules, by rule. Throws a `UserError` for what no rule knows; `place` is where they stand: `planlint.config.json at rules`. */
export function readSettings(rules: readonly Rule[], settings: Readonly<Record<string, RuleSetting>>, place: string): ReadonlyMap<string, Chosen> {
  return new Map(Object.entries(settings).map(([id, setting]) => [id, readSetting(findRule(rules, id, place), setting, `${place}.${id}`)]));
}

function findRule(rules: readonly Rule[], id: string, place: string): Rule {
  const rule = rules.find((one) => one.id === id);
  if (rule !== undefined) return rule;
  throw new UserError('config', `unknown rule "${id}" in ${place}`, {
    hint: suggest(
      id,
      rules.map((one) => one.id),
    ),
  });
}

function readSetting(rule: Rule, setting: unknown, place: string): Chosen {
  const [level, options, ...rest] = Array.isArray(setting) ? setting : isRecord(setting) ? [undefined, setting] : [setting];
  if ((level !== undefined && !levels.includes(level)) || rest.length > 0 || (options !== undefined && !isRecord(options))) {
    throw new UserError('config', `${toJson(setting)} is no setting of a rule in ${place}`, {
      hint: `write "off", "warning" or "error", options as in { … }, or both: ["error", { … }]`,
    });
  }
  const { tables = {}, ...own } = options ?? {};
  if (!isRecord(tables)) throw new UserError('config', `tables has to be an object, with a table's name for each of its keys, in ${place}`);
  const ofTables = Object.entries(tables).map(([table, given]) => {
    const inside = `${place}.tables.${table}`;
    if (!isRecord(given)) throw new UserError('config', `${toJson(given)} are no options in ${inside}`, { hint: 'write an object of options' });
    return [table, readValues(rule, given, inside, true)] as const;
  });
  return { level: level ?? null, values: readValues(rule, own, place, false), tables: new Map(ofTables), place };
}

function readValues(rule: Rule, given: Readonly<Record<string, unknown>>, place: string, isOfTable: boolean): Values {
  return new Map(Object.entries(given).map(([name, written]) => [name, toValue(optionOf(rule, name, place, isOfTable), name, written, place)]));
}

function optionOf(rule: Rule, name: string, place: string, isOfTable: boolean): RuleOption {
  const options = rule.options ?? {};
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(options);
    const hint = known.length === 0 ? `${rule.id} has no options` : suggest(name, isOfTable ? known : [...known, 'tables']);
    throw new UserError('config', `unknown option "${name}" of ${rule.id} in ${place}`, { hint });
  }
  if (isOfTable && option.perTable !== true)
    throw new UserError('config', `${name} of ${rule.id} is the same for all tables in ${place}`, { hint: `write it beside tables` });
  return option;
}

function toValue(option: RuleOption, name: string, written: unknown, place: string): OptionValue {
  const value = readValue(option, written);
  if (value === undefined) throw new UserError('config', `${name} has to be ${forms[option.kind]}, and is ${toJson(written)} in ${place}`);
  return value;
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
