import { UserError } from '../errors.ts';
import { count } from '../report/count.ts';
import type { Report } from '../report/report.ts';
import { type Changes, locate, readChanges } from '../since/changes.ts';
import { findReason } from '../since/reason.ts';
import { findFiles, type SourceFile, toUnmatchedError } from '../source/files.ts';
import { nameBaseline } from './baseline-options.ts';
import type { CheckOptions } from './check-options.ts';
import { type Streams, tell } from './streams.ts';

/** What is left to check. */
export interface OnlyChanged {
  /** Those that have something to check, with the paths of that. */
  readonly projects: readonly CheckOptions[];
  /** How much that is; `null` where it is all. */
  readonly changed: NonNullable<Report['changed']> | null;
}

/** Leaves out the files that did not change, save those of a project whose schema or settings did. Throws a `UserError` where git cannot tell. */
export async function onlyChanged(projects: readonly CheckOptions[], since: string | null, streams: Streams): Promise<OnlyChanged> {
  const { cwd } = streams;
  const flag = since === null ? '--staged' : '--since';
  if (projects.some(({ paths }) => paths.includes('-')))
    throw new UserError('usage', `${flag} asks git what changed, and git knows nothing of standard input`, { hint: 'leave one of them out' });
  const changes = await readChanges(since, cwd);
  const baseline = projects[0] === undefined ? null : nameBaseline(projects[0], cwd);
  const [all, taken] = [new Set<string>(), new Set<string>()];
  const left: CheckOptions[] = [];
  for (const project of projects) {
    const files = await listFiles(project, cwd);
    const places = await Promise.all(files.map(({ location }) => locate(location)));
    const reason = await findReason(changes, { ...project, baseline }, { cwd, checked: new Set(places.flat()) });
    if (reason !== null) await tell(streams, `planlint: ${toWhole(project, files.length)}: ${reason}\n`);
    const isTaken = await Promise.all(files.map(({ location }) => reason !== null || changes.includes(location)));
    const paths = files.filter((_, index) => isTaken[index]).map(({ path }) => path);
    for (const [index, [place = '']] of places.entries()) {
      all.add(place);
      if (isTaken[index]) taken.add(place);
    }
    await tellMixed(files, isTaken, changes, streams);
    if (reason !== null) left.push(project);
    else if (paths.length > 0)
      left.push({ ...project, paths, isPart: true, errorOnUnmatchedPattern: false, lintMigrations: false, lintFunctions: false });
  }
  const isPart = left.length < projects.length || left.some((project) => project.isPart);
  return { projects: left, changed: isPart ? { since, files: taken.size, of: all.size } : null };
}

async function listFiles({ paths, errorOnUnmatchedPattern }: CheckOptions, cwd: string): Promise<readonly SourceFile[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const files = await findFiles(path, cwd);
      if (files.length === 0 && errorOnUnmatchedPattern) throw toUnmatchedError(path, cwd);
      return files;
    }),
  );
  return found.flat();
}

function toWhole({ project }: CheckOptions, files: number): string {
  const what = files === 1 ? 'the file is' : `all ${count(files, 'file')} are`;
  return project === undefined ? `${what} checked` : `project ${project}: ${what} checked`;
}

/** Who commits something else than what is there has to know that this was not looked at. */
async function tellMixed(files: readonly SourceFile[], isTaken: readonly boolean[], { mixed }: Changes, streams: Streams): Promise<void> {
  if (mixed.size === 0) return;
  for (const [index, { path, location }] of files.entries()) {
    if (!isTaken[index] || !(await locate(location)).some((place) => mixed.has(place))) continue;
    await tell(streams, `planlint: ${path} is checked as it is now, which is not how it is staged\n`);
  }
}
