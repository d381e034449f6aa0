import { realpath } from 'node:fs/promises';
import { UserError } from '../errors.ts';
import { findFiles, type SourceFile } from '../source/files.ts';
import type { ProjectOptions } from './check-options.ts';

/** Paths of the command line, or of the config, without the files that are excluded. What matches nothing stays, to be told of by those who read it. */
export async function leaveOut(paths: readonly string[], exclude: readonly string[], cwd: string): Promise<readonly string[]> {
  if (exclude.length === 0) return paths;
  const excluded = new Set(await identify(await listFiles(exclude, cwd)));
  const left = await Promise.all(
    paths.map(async (path) => {
      const files = path === '-' ? [] : await findFiles(path, cwd);
      if (files.length === 0) return [path];
      const places = await identify(files);
      return files.filter((_, index) => !excluded.has(places[index] ?? '')).map((file) => file.path);
    }),
  );
  return left.flat();
}

/** Gives each of the files that the command line names to the projects that it belongs to. One that belongs to none is passed over, or a `UserError` where it `isToMatch`. */
export async function sharePaths<Options extends Pick<ProjectOptions, 'paths'>>(
  named: readonly string[],
  projects: readonly Options[],
  { cwd, isToMatch }: { readonly cwd: string; readonly isToMatch: boolean },
): Promise<readonly Options[]> {
  if (named.includes('-')) throw toUnowned('standard input');
  const owned = await Promise.all(projects.map(async ({ paths }) => new Set(await identify(await listFiles(paths, cwd)))));
  const shares = projects.map(() => [] as string[]);
  for (const path of named) {
    const files = await findFiles(path, cwd);
    for (const file of files.length === 0 ? [{ path, location: path }] : files) {
      const [place = ''] = await identify([file]);
      const owners = shares.filter((_, index) => owned[index]?.has(place));
      if (owners.length === 0 && isToMatch) throw toUnowned(file.path);
      for (const share of owners) share.push(file.path);
    }
  }
  return projects.map((project, index) => ({ ...project, paths: shares[index] ?? [] })).filter(({ paths }) => paths.length > 0);
}

async function listFiles(patterns: readonly string[], cwd: string): Promise<readonly SourceFile[]> {
  return (await Promise.all(patterns.map((pattern) => findFiles(pattern, cwd)))).flat();
}

function identify(files: readonly SourceFile[]): Promise<readonly string[]> {
  return Promise.all(files.map(({ location }) => realpath(location).catch(() => location)));
}

function toUnowned(what: string): UserError {
  return new UserError('config', `${what} belongs to no project of the config`, {
    hint: "add it to a project's paths, or name the project with --project",
  });
}
