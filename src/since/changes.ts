import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { ask, git, toPaths } from './git.ts';
import { findMergeBase } from './merge-base.ts';

/** What files are held against: a commit by its name, or with `null` the last one, for what is staged. */
export type Since = string | null;

/** What git knows of the files of a repository. */
export interface Changes {
  /** What to say behind a file: `changed since main`, `is staged`. */
  readonly verb: string;
  /** Absolute: added, changed, renamed from or to, or gone. */
  readonly paths: ReadonlySet<string>;
  /** Of the paths, those that were staged in another form than they have now. */
  readonly mixed: ReadonlySet<string>;
  /** Whether a file, by its absolute path, is to be looked at: one that git does not follow may have changed. */
  includes(location: string): Promise<boolean>;
  /** Those of the paths whose changed lines hold a word. */
  pathsWith(word: string): Promise<ReadonlySet<string>>;
}

/** Asks git what changed in the repository around a folder. Throws a `UserError` where git has no answer. */
export async function readChanges(since: Since, folder: string): Promise<Changes> {
  const top = await git(folder, ['rev-parse', '--show-toplevel']);
  if (typeof top !== 'string') throw toOutsideError(since, top.refusal);
  const root = await realpath(top.replace(/\r?\n$/, ''));
  const toAbsolute = (text: string): ReadonlySet<string> => new Set(toPaths(text).map((path) => toPlace(resolve(root, path))));
  const against = since === null ? ['--cached'] : [await findMergeBase(since, root)];
  const diff = (...args: readonly string[]) =>
    ask(root, ['diff', ...args, '--name-only', '-z', '--no-renames', '--no-relative', '--ignore-submodules=all']);
  const [differing, unknown, followed, unstaged] = await Promise.all([
    diff(...against).then(toAbsolute),
    since === null ? new Set<string>() : ask(root, ['ls-files', '-z', '--others', '--exclude-standard']).then(toAbsolute),
    since === null ? null : ask(root, ['ls-files', '-z']).then(toAbsolute),
    since === null ? diff().then(toAbsolute) : new Set<string>(),
  ]);
  const paths = new Set([...differing, ...unknown]);
  return {
    verb: since === null ? 'is staged' : `changed since ${since}`,
    paths,
    mixed: new Set([...differing].filter((path) => unstaged.has(path))),
    includes: async (location) => {
      const places = await locate(location);
      return places.some((place) => paths.has(place)) || (followed !== null && !places.some((place) => followed.has(place)));
    },
    pathsWith: (word) => diff(...against, `-G${word}`).then(toAbsolute),
  };
}

/** A file as its folder has it, and what it is a link to. */
export async function locate(location: string): Promise<readonly string[]> {
  const own = join(await realpath(dirname(location)).catch(() => dirname(location)), basename(location));
  const real = await realpath(location).catch(() => own);
  return [...new Set([own, real].map(toPlace))];
}

/** Some file systems take names apart that others keep. */
function toPlace(path: string): string {
  return path.normalize('NFC');
}

function toOutsideError(since: Since, refusal: string): UserError {
  const flag = since === null ? '--staged' : '--since';
  if (/dubious ownership/.test(refusal)) {
    return new UserError('usage', `${flag}: git does not trust this repository, which belongs to another account`, {
      hint: 'git config --global --add safe.directory <folder> makes it trust it',
    });
  }
  return new UserError('usage', `${flag} asks git what changed, and this folder is in no repository`, {
    hint: 'run planlint in a clone, or leave it out',
  });
}
