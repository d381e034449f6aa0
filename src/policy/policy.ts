import { relative, resolve } from 'node:path';
import type { Catalog } from '../catalog/catalog.ts';
import { UserError } from '../errors.ts';
import type { OptionValue, OptionValues, Rule, RuleOption, RuleOptions } from '../rule.ts';
import { findRoot } from './find-root.ts';
import { readValue } from './option-values.ts';
import { toPathTest } from './path-pattern.ts';
import { type Chosen, readSettings, type Values } from './read-settings.ts';
import type { ConfiguredRule, RuleSettings, SettingsOrigin } from './rule-settings.ts';

/** What the rules are for a file, as statements name it. */
export type Policy = (path: string) => readonly ConfiguredRule[];

/** Settings that hold for some files, with the tables as the catalogue names them. */
interface Layer {
  readonly holdsFor: (path: string) => boolean;
  readonly chosen: ReadonlyMap<string, Chosen>;
}

/** Reads what users want of the rules; tables are looked up once the catalogue is there. Throws a `UserError` for what neither rules nor catalogue know. */
export function readPolicy(rules: readonly Rule[], settings: RuleSettings): (catalog: Catalog) => Policy {
  const { origin } = settings;
  const file = origin?.file ?? 'the rule settings';
  const pathOf = pathReader(origin);
  const layers: readonly Layer[] = [
    { holdsFor: () => true, chosen: readSettings(rules, settings.rules ?? {}, `${file} at rules`) },
    ...(settings.overrides ?? []).map(({ paths, rules: own }, index) => {
      const place = `${file} at overrides[${index}]`;
      if (paths.length === 0) throw new UserError('config', `no paths in ${place}`, { hint: 'name the files it is for, such as ["db/reports/**"]' });
      const tests = paths.map(toPathTest);
      return { holdsFor: (path: string) => tests.some((test) => test(pathOf(path))), chosen: readSettings(rules, own, `${place}.rules`) };
    }),
  ];
  return (catalog) =>
    createPolicy(
      rules,
      layers.map((layer) => ({ ...layer, chosen: withRoots(layer.chosen, catalog) })),
    );
}

/** Paths as patterns have them. */
function pathReader(origin: SettingsOrigin | undefined): (path: string) => string {
  if (origin === undefined) return (path) => path.replace(/^(?:\.\/)+/, '');
  return (path) => relative(origin.folder, resolve(origin.cwd, path)).replaceAll('\\', '/');
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
  return (path) => {
    const found =
      known.get(path) ??
      configure(
        rules,
        layers.filter(({ holdsFor }) => holdsFor(path)).map(({ chosen }) => chosen),
      );
    known.set(path, found);
    return found;
  };
}

function configure(rules: readonly Rule[], layers: readonly Layer['chosen'][]): readonly ConfiguredRule[] {
  return rules.flatMap((rule) => {
    const chosen = layers.flatMap((layer) => layer.get(rule.id) ?? []);
    const level = chosen.findLast((one) => one.level !== null)?.level ?? null;
    if (level === 'off') return [];
    const values = new Map(chosen.flatMap((one) => [...one.values]));
    const tables = new Map<string, Values>();
    for (const one of chosen) for (const [table, given] of one.tables) tables.set(table, new Map([...(tables.get(table) ?? []), ...given]));
    return [{ rule, severity: level, options: resolveOptions(rule.options ?? {}, values, tables) }];
  });
}

/** A later layer's value for all tables does not undo an earlier one's for a table of its own. */
function resolveOptions(options: RuleOptions, values: Values, tables: ReadonlyMap<string, Values>): OptionValues<RuleOptions> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const value = values.get(name) ?? (values.has(name) ? null : defaultOf(option));
      const ofTable = (table: string): OptionValue => {
        const own = tables.get(table);
        return own?.has(name) === true ? (own.get(name) ?? null) : value;
      };
      return [name, option.perTable === true ? ofTable : value];
    }),
  );
}

function defaultOf(option: RuleOption): OptionValue {
  return readValue(option, option.default) ?? null;
}
