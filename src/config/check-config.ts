import { UserError } from '../errors.ts';
import { isRecord } from '../is-record.ts';
import { suggest } from '../nearest.ts';
import { type ConfigKey, configKeys, type KeyKind, type KeyName } from './keys.ts';

/** Rules by id with their severity and options, or files of rules; what they say is checked where the rules are known. */
export type RuleEntry = string | Readonly<Record<string, unknown>>;

export interface Override {
  /** Patterns from the folder of the config that is read, not of one that it extends. */
  readonly paths: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}

interface Kinds {
  readonly path: string;
  readonly paths: readonly string[];
  readonly text: string;
  readonly texts: readonly string[];
  readonly outputs: readonly string[];
  readonly pairs: Readonly<Record<string, string>>;
  readonly flag: boolean;
  readonly count: number;
  readonly rules: readonly RuleEntry[];
  readonly overrides: readonly Override[];
  readonly projects: readonly Settings[];
}

type ValueOf<Kind extends KeyKind> = Kind extends keyof Kinds ? Kinds[Kind] : Kind extends readonly (infer Choice)[] ? Choice : never;

/** What a config says, by key; what may be a list is one. */
export type Settings = { readonly [Key in KeyName]?: ValueOf<(typeof configKeys)[Key]['kind']> };

type Reader<Value> = (value: unknown, at: string, file: string) => Value;

/** Takes a config apart strictly: an unknown key or a value of another kind is a `UserError` that says where. `file` is what messages call it. */
export function checkConfig(value: unknown, file: string): Settings {
  return readSettings(value, '', file, 'top');
}

function readSettings(value: unknown, at: string, file: string, level: 'top' | 'project'): Settings {
  if (!isRecord(value)) throw fault(at, file, 'is not an object of settings');
  const known = Object.entries<ConfigKey>(configKeys).filter(([, { only = level }]) => only === level);
  return Object.fromEntries(
    Object.entries(value).map(([key, given]) => {
      const found = known.find(([name]) => name === key);
      if (found === undefined) throw unknown(key, at, file, level);
      return [key, readKind(found[1].kind)(given, at === '' ? key : `${at}.${key}`, file)];
    }),
  );
}

function readKind(kind: KeyKind): Reader<unknown> {
  return typeof kind === 'string' ? readers[kind] : readChoice(kind);
}

const readText: Reader<string> = (value, at, file) => {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw fault(at, file, 'is not a text');
};

const readTexts: Reader<readonly string[]> = (value, at, file) => toList(value).map((one, index) => readText(one, toPlace(value, at, index), file));

const readRules: Reader<Readonly<Record<string, unknown>>> = (value, at, file) => {
  if (isRecord(value)) return value;
  throw fault(at, file, 'is not an object of rules');
};

const readers: { readonly [Kind in keyof Kinds]: Reader<Kinds[Kind]> } = {
  path: readText,
  paths: readTexts,
  text: readText,
  texts: readTexts,
  outputs: readTexts,
  flag: (value, at, file) => {
    if (typeof value === 'boolean') return value;
    throw fault(at, file, 'is neither true nor false');
  },
  count: (value, at, file) => {
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
    throw fault(at, file, 'is not a count: 0, 1, 2, …');
  },
  pairs: (value, at, file) => {
    if (!isRecord(value)) throw fault(at, file, 'is not an object of names and values');
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, typeof one === 'number' ? String(one) : readEither(one, `${at}.${name}`, file)]),
    );
  },
  rules: (value, at, file) =>
    toList(value).map((one, index) =>
      typeof one === 'string' ? readText(one, toPlace(value, at, index), file) : readRules(one, toPlace(value, at, index), file),
    ),
  overrides: (value, at, file) =>
    toList(value).map((one, index) => {
      const place = toPlace(value, at, index);
      if (!isRecord(one)) throw fault(place, file, 'is not an object of paths and rules');
      const stranger = Object.keys(one).find((key) => key !== 'paths' && key !== 'rules');
      if (stranger !== undefined) throw unknownOf(stranger, place, file, ['paths', 'rules']);
      return { paths: readTexts(one['paths'], `${place}.paths`, file), rules: readRules(one['rules'], `${place}.rules`, file) };
    }),
  projects: (value, at, file) => toList(value).map((one, index) => readSettings(one, toPlace(value, at, index), file, 'project')),
};

/** An empty text is a value. */
function readEither(value: unknown, at: string, file: string): string {
  return value === '' ? '' : readText(value, at, file);
}

function readChoice(choices: readonly (string | number)[]): Reader<string | number> {
  return (value, at, file) => {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw fault(at, file, `is not one of ${choices.join(', ')}`);
  };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function toPlace(value: unknown, at: string, index: number): string {
  return Array.isArray(value) ? `${at}[${index}]` : at;
}

function fault(at: string, file: string, what: string): UserError {
  return new UserError('config', at === '' ? `${file} ${what}` : `${at} in ${file} ${what}`, {
    hint: 'planlint check --help-config lists the keys and what they hold',
  });
}

function unknown(key: string, at: string, file: string, level: 'top' | 'project'): UserError {
  const known = Object.entries<ConfigKey>(configKeys).filter(([, { only = level }]) => only === level);
  if (key in configKeys) {
    const message = `${key} in ${file} stands ${at === '' ? 'at the top' : `in ${at}`}`;
    return new UserError('config', message, { hint: level === 'top' ? 'it belongs into projects' : 'it belongs to the top' });
  }
  return unknownOf(
    key,
    at,
    file,
    known.map(([name]) => name),
  );
}

function unknownOf(key: string, at: string, file: string, known: readonly string[]): UserError {
  return new UserError('config', `unknown key "${key}" in ${file}${at === '' ? '' : ` at ${at}`}`, { hint: suggest(key, known) });
}
