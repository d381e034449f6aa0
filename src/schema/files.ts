import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { decodeText } from './decode.ts';
import { compareNames } from './names.ts';

/** A folder of a schema; its own names, in order. */
export interface Folder {
  /** As the user named it, with forward slashes and none at the end. */
  readonly path: string;
  readonly cwd: string;
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** Throws a `UserError` where there is no such folder. */
export function openFolder(path: string, cwd: string): Folder {
  const entries = attempt(path, () => readdirSync(resolve(cwd, path), { withFileTypes: true }));
  const isFolder = entries.map((entry) => entry.isDirectory() || (entry.isSymbolicLink() && isFolderAt(`${path}/${entry.name}`, cwd)));
  const names = (folders: boolean) =>
    entries
      .filter((_, index) => isFolder[index] === folders)
      .map(({ name }) => name)
      .sort(compareNames);
  return { path: path.replace(/(?<=.)\/+$/, ''), cwd, files: names(false), folders: names(true) };
}

export function openSubfolder({ path, cwd }: Folder, name: string): Folder {
  return openFolder(`${path}/${name}`, cwd);
}

/** Throws a `UserError` where there is neither a file nor a folder. */
export function isFolder(path: string, cwd: string): boolean {
  return attempt(path, () => statSync(resolve(cwd, path)).isDirectory());
}

function isFolderAt(path: string, cwd: string): boolean {
  return statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function isThere(path: string, cwd: string): boolean {
  return existsSync(resolve(cwd, path));
}

/** A file's text without a byte order mark. Throws a `UserError` where it cannot be read. */
export function readText(path: string, cwd: string): string {
  const bytes = attempt(path, () => readFileSync(resolve(cwd, path)));
  return decodeText(path, bytes);
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
