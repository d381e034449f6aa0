import { isAbsolute, resolve } from 'node:path';
import { toRelativePath } from '../relative-path.ts';
import type { RuleEntry, Settings } from './check-config.ts';
import { type ConfigKey, configKeys, type KeyKind } from './keys.ts';

type Move = (path: string) => string;

/** Settings whose paths, relative to the config's folder, are made relative to where planlint was started. */
export function rebase(settings: Settings, folder: string, cwd: string): Settings {
  const move: Move = (path) => (isAbsolute(path) ? path : toRelativePath(resolve(folder, path), cwd) || '.');
  return moveAll(settings, move);
}

function moveAll(settings: Settings, move: Move): Settings {
  const kinds: Readonly<Record<string, ConfigKey>> = configKeys;
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, moveValue(kinds[key]?.kind ?? 'text', value, move)]));
}

function moveValue(kind: KeyKind, value: unknown, move: Move): unknown {
  switch (kind) {
    case 'path':
      return move(value as string);
    case 'paths':
      return (value as readonly string[]).map(move);
    case 'outputs':
      return (value as readonly string[]).map((output) => moveOutput(output, move));
    case 'rules':
      return (value as readonly RuleEntry[]).map((entry) => (typeof entry === 'string' && entry.startsWith('.') ? toFile(move(entry)) : entry));
    case 'projects':
      return (value as readonly Settings[]).map((project) => moveAll(project, move));
    default:
      return value;
  }
}

/** A file's path begins with a dot, unlike the name of a package. */
function toFile(path: string): string {
  return isAbsolute(path) || path.startsWith('../') ? path : `./${path}`;
}

/** `sarif=planlint.sarif` */
function moveOutput(output: string, move: Move): string {
  const [, form, file] = /^([^=]*=)(?!-$)(.+)$/s.exec(output) ?? [];
  return form === undefined || file === undefined ? output : form + move(file);
}
