import { type ConfigKey, configKeys, type KeyKind } from '../config/keys.ts';
import type { CheckOptions } from './check-options.ts';

/** The table that `--help-config` prints. */
export function formatKeys(): string {
  const rows = Object.entries<ConfigKey>(configKeys).map(([name, { kind, about, only }]) => [name, toForm(kind), about, only] as const);
  const [first, second] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column as 0 | 1].length)));
  return rows.map(([name, form, about]) => `  ${name.padEnd(first ?? 0)}  ${form.padEnd(second ?? 0)}  ${about}\n`).join('');
}

function toForm(kind: KeyKind): string {
  if (typeof kind !== 'string') return kind.join(' | ');
  return forms[kind];
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
