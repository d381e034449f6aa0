import { type ConfigKey, configKeys, type KeyKind } from '../config/keys.ts';
import type { CheckOptions } from './check-options.ts';

/** Every key of a config, what it holds and what it does. */
export function listKeys(): readonly (readonly [name: string, form: string, about: string])[] {
  return Object.entries<ConfigKey>(configKeys).map(([name, { kind, about, only }]) => [name, toForm(kind), `${about}${levels[only ?? 'both']}`]);
}

/** The table that `--help-config` prints. */
export function formatKeys(): string {
  const rows = listKeys();
  const names = Math.max(...rows.map(([name]) => name.length));
  const kinds = Math.max(...rows.map(([, form]) => form.length));
  return rows.map(([name, form, about]) => `  ${name.padEnd(names)}  ${form.padEnd(kinds)}  ${about}\n`).join('');
}

const levels = { both: '', top: ' (at the top only)', project: ' (in a project only)' };

function toForm(kind: KeyKind): string {
  return typeof kind === 'string' ? forms[kind] : kind.join(' | ');
}

const forms: Readonly<Record<Extract<KeyKind, string>, string>> = {
  path: 'path',
  paths: 'paths',
  text: 'text',
  texts: 'texts',
  outputs: 'texts',
  pairs: '{ name: value }',
  flag: 'true | false',
  count: 'count',
  rules: '{ rule: setting }',
  overrides: '[{ paths, rules }]',
  projects: '[{ … }]',
};

/** The settings of a run as JSON, a project after the other; passwords in addresses are masked. */
export function formatProjects(projects: readonly CheckOptions[]): string {
  const shown = projects.map(({ url, ...options }) => ({
    ...options,
    ...(url === undefined ? {} : { url: url.replace(/(:\/\/[^:@/]*:)[^@/]*@/, '$1***@') }),
  }));
  return `${JSON.stringify(shown.length === 1 ? shown[0] : shown, null, 2)}\n`;
}
