import { resolve } from 'node:path';
import type { Catalog } from '../catalog/catalog.ts';
import { UserError } from '../errors.ts';
import { toRelativePath } from '../relative-path.ts';
import type { Severity } from '../report/report.ts';
import type { OptionValue, OptionValues, Rule, RuleOptions } from '../rule.ts';
import type { Statement } from '../source/statement.ts';
import { findRoot } from './find-root.ts';
import { readValue } from './option-values.ts';
import { toPathTest } from './path-pattern.ts';
import { type Chosen, readSettings, type Values } from './read-settings.ts';
import type { ConfiguredRule, RuleSettings, SettingsOrigin } from './rule-settings.ts';
import { readSetOptions } from './set-options.ts';

/** What the rules are for a statement. Throws a `UserError` where its comments set what no rule knows. */
export type Policy = (statement: Pick<Statement, 'path' | 'directives'>) => readonly ConfiguredRule[];

/** Settings that hold for some files, with the tables as the catalogue names them. */
interface Layer {
  readonly holdsFor: (path: string) => boolean;
  readonly chosen: ReadonlyMap<string, Chosen>;
}

/** Reads what users want of the rules; tables are looked up once the catalogue is there. Throws a `UserError` for what neither rules nor catalogue know. */
export function readPolicy(rules: readonly Rule[], settings: RuleSettings): (catalog: Catalog) => Policy {
  const layers = readLayers(rules, settings);
  return (catalog) =>
    createPolicy(
      rules,
      layers.map((layer) => ({ ...layer, chosen: withRoots(layer.chosen, catalog) })),
    );
}

/** Which rules are on for a file, by their ids. */
export function readRulesInForce(rules: readonly Rule[], settings: RuleSettings): (path: string) => readonly string[] {
  const policy = createPolicy(rules, readLayers(rules, settings));
  return (path) => policy({ path, directives: [] }).map(({ rule }) => rule.id);
}

/** How severe the findings of a rule are in a file; `null` where the rule is off. */
export function severitiesOf(policy: Policy): (rule: string, path: string) => Severity | null {
  return (id, path) => {
    const configured = policy({ path, directives: [] }).find(({ rule }) => rule.id === id);
    return configured === undefined ? null : (configured.severity ?? configured.rule.severity);
  };
}

function readLayers(rules: readonly Rule[], settings: RuleSettings): readonly Layer[] {
  const { origin } = settings;
  const file = origin?.file ?? 'the rule settings';
  const pathOf = pathReader(origin);
  return [
    { holdsFor: () => true, chosen: readSettings(rules, settings.rules ?? {}, `${file} at rules`) },
    ...(settings.overrides ?? []).map(({ paths, rules: own }, index) => {
      const place = `${file} at overrides[${index}]`;
      if (paths.length === 0) throw new UserError('config', `no paths in ${place}`, { hint: 'name the files it is for, such as ["db/reports/**"]' });
      const tests = paths.map(toPathTest);
      return { holdsFor: (path: string) => tests.some((test) => test(pathOf(path))), chosen: readSettings(rules, own, `${place}.rules`) };
    }),
  ];
}

/** Paths as patterns have them. */
function pathReader(origin: SettingsOrigin | undefined): (path: string) => string {
  if (origin === undefined) return (path) => path.replace(/^(?:\.\/)+/, '');
  return (path) => toRelativePath(resolve(origin.cwd, path), origin.folder);
}

function withRoots(chosen: Layer['chosen'], catalog: Catalog): Layer['chosen'] {
  return new Map(
    [...chosen].map(([id, one]) => [
      id,
      { ...one, tables: new Map([...one.tables].map(([name, values]) => [findRoot(name, catalog, `${one.place}.tables`), values])) },
    ]),
  );
}

function createPolicy(rules: readonly Rule[], layers: readonly Layer[]): Policy {
  const known = new Map<string, readonly ConfiguredRule[]>();
  return (statement) => {
    const { path } = statement;
    const chosen = (): readonly Layer['chosen'][] => layers.filter(({ holdsFor }) => holdsFor(path)).map((layer) => layer.chosen);
    const set = readSetOptions(rules, statement);
    if (set !== null) return configure(rules, chosen(), set);
    const found = known.get(path) ?? configure(rules, chosen(), new Map());
    known.set(path, found);
    return found;
  };
}

function configure(rules: readonly Rule[], layers: readonly Layer['chosen'][], set: ReadonlyMap<string, Values>): readonly ConfiguredRule[] {
  return rules.flatMap((rule) => {
    const chosen = layers.flatMap((layer) => layer.get(rule.id) ?? []);
    const level = chosen.findLast((one) => one.level !== null)?.level ?? null;
    if (level === 'off') return [];
    const values = new Map(chosen.flatMap((one) => [...one.values]));
    const tables = new Map<string, Values>();
    for (const one of chosen) for (const [table, given] of one.tables) tables.set(table, new Map([...(tables.get(table) ?? []), ...given]));
    const own = set.get(rule.id) ?? new Map();
    return [{ rule, severity: level, options: resolveOptions(rule.options ?? {}, (name, table) => pick(name, [own, tables.get(table), values])) }];
  });
}

/** The value that the first of some settings has. */
function pick(name: string, settings: readonly (Values | undefined)[]): OptionValue | undefined {
  return settings.find((values) => values?.has(name) === true)?.get(name);
}

/** What a statement sets comes before what holds for a table, and that before what holds for all. */
function resolveOptions(options: RuleOptions, valueFor: (name: string, table: string) => OptionValue | undefined): OptionValues<RuleOptions> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const valueIn = (table: string): OptionValue => {
        const value = valueFor(name, table);
        return value === undefined ? (readValue(option, option.default) ?? null) : value;
      };
      return [name, option.perTable === true ? valueIn : valueIn('')];
    }),
  );
}
