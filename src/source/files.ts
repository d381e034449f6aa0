import { existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, posix, resolve, sep } from 'node:path';
import { UserError } from '../errors.ts';
import { toReadError } from './text-file.ts';

/** A file to read. */
export interface SourceFile {
  /** As the user named it or its folder, with forward slashes. */
  readonly path: string;
  readonly location: string;
}

const readable = /\.(?:sql|jsonl|ndjson)$/i;

/** Whether a file is one of TypeScript or JavaScript; declarations hold no queries. */
export function isScript(path: string): boolean {
  return /\.(?:[cm]?[jt]s|[jt]sx)$/i.test(path) && !isDeclaration(path);
}

function isDeclaration(path: string): boolean {
  return /\.d\.(?:\w+\.)?[cm]?ts$/i.test(path);
}

function isReadable(name: string): boolean {
  return readable.test(name) || isScript(name);
}

/** The files that a path, a folder or a glob stands for, in name order; none where it matches nothing. Something that exists under the pattern's own name is no glob. */
export async function findFiles(pattern: string, cwd: string): Promise<readonly SourceFile[]> {
  if (pattern === '') return [];
  const path = posix.normalize(sep === '/' ? pattern : pattern.replaceAll(sep, '/'));
  const location = resolve(cwd, path);
  try {
    const isFolder = (await stat(location)).isDirectory();
    return isFolder ? await listFolder({ path, location }, new Set()) : [{ path, location }];
  } catch (error) {
    const isAbsent = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isAbsent) throw toReadError(path, error);
  }
  return isGlob(path) ? expandGlob(path, cwd) : [];
}

/** The error for a pattern that no file was found for. */
export function toUnmatchedError(pattern: string, cwd: string): UserError {
  const hint = 'name files, folders, patterns in quotes, or - for standard input';
  if (pattern === '') return new UserError('usage', 'an empty path names no file', { hint });
  if (existsSync(resolve(cwd, pattern))) {
    return new UserError('usage', `${pattern}: no file with queries in there`, {
      hint: 'of a folder, files of SQL, JSON Lines, TypeScript and JavaScript are read: name others, such as logs, themselves',
    });
  }
  return new UserError('usage', `${pattern}: ${isGlob(pattern) ? 'no file matches' : 'no such file or folder'} in ${cwd}`, { hint });
}

function isGlob(pattern: string): boolean {
  return /[*?[{(!]/.test(pattern);
}

/** The SQL and JSON Lines files of a folder and the folders in it, without hidden ones and installed packages. */
async function listFolder({ path, location }: SourceFile, seen: Set<string>): Promise<readonly SourceFile[]> {
  const real = await realpath(location);
  if (seen.has(real)) return [];
  seen.add(real);
  const files: SourceFile[] = [];
  const entries = await readdir(location, { withFileTypes: true }).catch((error) => Promise.reject(toReadError(path, error)));
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const inside = { path: posix.join(path, entry.name), location: resolve(location, entry.name) };
    const isLinked = entry.isSymbolicLink() && (await stat(inside.location).catch(() => null))?.isDirectory() === true;
    if (entry.isDirectory() || isLinked) files.push(...(await listFolder(inside, seen)));
    else if (isReadable(entry.name)) files.push(inside);
  }
  return files;
}

/** A glob that names an extension takes what it matches; any other takes the files that a folder would give. */
async function expandGlob(pattern: string, cwd: string): Promise<readonly SourceFile[]> {
  const { glob } = await import('tinyglobby');
  const ignore = pattern.includes('node_modules') ? [] : ['**/node_modules/**'];
  const found = await glob(pattern, { cwd, ignore, absolute: isAbsolute(pattern), expandDirectories: false });
  const namesExtension = posix.basename(pattern).includes('.');
  return found
    .filter((path) => (namesExtension ? !isDeclaration(path) : isReadable(path)))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((path) => ({ path, location: resolve(cwd, path) }));
}
