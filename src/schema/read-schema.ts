import { readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../errors.ts';
import type { SchemaFile } from './schema-file.ts';

/** The SQL files that the paths name, in order: files as they are given, and the `*.sql` files of folders by name. Throws a `UserError` for what cannot be read. */
export function readSchema(paths: readonly string[], cwd: string): readonly SchemaFile[] {
  return paths.flatMap((path) => listFiles(path.replaceAll('\\', '/'), cwd)).map((path) => ({ path, text: readText(path, cwd) }));
}

/** Compares names so that `2_b` comes before `10_a`. */
export function compareNames(left: string, right: string): number {
  const ours = left.match(/\d+|\D+/g) ?? [];
  const theirs = right.match(/\d+|\D+/g) ?? [];
  for (const [index, our] of ours.entries()) {
    const their = theirs[index];
    if (their === undefined) return 1;
    const byNumber = /^\d/.test(our) && /^\d/.test(their) ? compareDigits(our, their) : 0;
    if (byNumber !== 0) return byNumber;
    if (our !== their) return our < their ? -1 : 1;
  }
  return ours.length - theirs.length;
}

function compareDigits(left: string, right: string): number {
  const a = BigInt(left);
  const b = BigInt(right);
  return a < b ? -1 : a > b ? 1 : 0;
}

function listFiles(path: string, cwd: string): readonly string[] {
  const absolute = resolve(cwd, path);
  const found = attempt(path, () => statSync(absolute));
  if (!found.isDirectory()) return [path];
  const names = attempt(path, () => readdirSync(absolute, { withFileTypes: true }))
    .filter((entry) => !entry.isDirectory() && entry.name.toLowerCase().endsWith('.sql'))
    .map((entry) => entry.name)
    .sort(compareNames);
  if (names.length > 0) return names.map((name) => `${path.replace(/\/+$/, '')}/${name}`);
  throw new UserError('usage', `${path}: there is no SQL file in this folder`, {
    hint: 'name a folder of *.sql files, or the files themselves; folders inside it are not looked into',
  });
}

function readText(path: string, cwd: string): string {
  const bytes = attempt(path, () => readFileSync(resolve(cwd, path)));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UserError('usage', `${path}: not a UTF-8 text`, { hint: 'save the file as UTF-8', cause });
  }
}

function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'no such file or folder',
      EACCES: 'permission denied',
      ENOTDIR: 'no such file or folder',
    };
    const { code = '', message } = cause as NodeJS.ErrnoException;
    const hint = 'the schema and the seed are SQL files or folders of them, looked for from the working folder';
    throw new UserError('usage', `${path}: ${reasons[code] ?? message}`, { hint, cause });
  }
}
