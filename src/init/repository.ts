import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { glob } from 'tinyglobby';

/** The files of a folder and those below it, to be looked at. */
export interface Repository {
  readonly cwd: string;
  /** In name order, with forward slashes; without what is installed, built or hidden, save for what CI and hooks keep in hidden places. */
  readonly files: readonly string[];
  /** The text of a file; empty where it cannot be read, or is too large to have been written by hand. */
  read(path: string): string;
}

const aside = ['node_modules', '.git', 'dist', 'build', 'out', 'target', 'vendor', 'coverage', '.venv', 'venv', '__pycache__', 'tmp'];
const mostBytes = 2_000_000;

export async function openRepository(cwd: string): Promise<Repository> {
  const files = await glob(['**/*', '.github/**', '.gitlab-ci.yml', '.pre-commit-config.yaml', '.husky/*', '.lefthook.{yml,yaml}'], {
    cwd,
    ignore: aside.map((name) => `**/${name}/**`),
    deep: 10,
  });
  const texts = new Map<string, string>();
  return {
    cwd,
    files: files.toSorted(),
    read(path) {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const text = readSmall(join(cwd, path));
      texts.set(path, text);
      return text;
    },
  };
}

function readSmall(location: string): string {
  try {
    const text = readFileSync(location, 'utf8');
    return text.length > mostBytes ? '' : text;
  } catch {
    return '';
  }
}

/** Whether a path is a folder's, or in one below it. */
export function isInside(path: string, folder: string): boolean {
  return folder === '.' || path === folder || path.startsWith(`${folder}/`);
}

/** Folders without those that are in another one of them. */
export function toOutermost(folders: readonly string[]): readonly string[] {
  const distinct = [...new Set(folders)];
  return distinct.filter((folder) => !distinct.some((other) => other !== folder && isInside(folder, other))).toSorted();
}

/** What of the names the packages of a `package.json` has. */
export function packagesOf(repository: Repository, folder = '.'): ReadonlySet<string> {
  const text = repository.read(posix.join(folder, 'package.json'));
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>;
    return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
  } catch {
    return new Set();
  }
}
