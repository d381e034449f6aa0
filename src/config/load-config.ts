import { createRequire } from 'node:module';
import { dirname, isAbsolute, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { toRelativePath } from '../relative-path.ts';
import { checkConfig, type Settings } from './check-config.ts';
import { expand } from './expand.ts';
import { readConfig } from './read-config.ts';
import { rebase } from './rebase.ts';

/** Where planlint was started. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A part of the repository that is checked on a schema of its own; the whole of it where the config has no projects. */
export interface Project {
  /** `null` where the config has no projects. */
  readonly name: string | null;
  /** What messages call the config. */
  readonly file: string;
  /** Absolute: the config, and those that it extends. */
  readonly files: readonly string[];
  /** Absolute: where its commands run. */
  readonly folder: string;
  /** Paths are relative to where planlint was started. */
  readonly settings: Settings;
}

/** Reads a config and those that it extends. Anything wrong in one of them is a `UserError` that says where. */
export async function loadConfig(path: string, surroundings: Surroundings): Promise<readonly Project[]> {
  const files: string[] = [];
  const { projects = [], ...settings } = await loadExtended(path, surroundings, { way: [], files });
  const file = show(path, surroundings.cwd);
  const folder = dirname(path);
  if (projects.length === 0) return [{ name: null, file, files, folder, settings }];
  const named = projects.map((project, index) => ({
    name: project.name ?? project.paths?.[0] ?? `projects[${index}]`,
    file,
    files,
    folder,
    settings: merge(settings, project),
  }));
  const twice = named.find(({ name }, index) => named.findIndex((other) => other.name === name) < index);
  if (twice === undefined) return named;
  throw new UserError('config', `two projects in ${file} are called "${twice.name}"`, { hint: 'give each a name of its own' });
}

/** The configs that lead to one, and all that are read. */
interface Trail {
  readonly way: readonly string[];
  readonly files: string[];
}

async function loadExtended(path: string, surroundings: Surroundings, { way, files }: Trail): Promise<Settings> {
  const shown = show(path, surroundings.cwd);
  if (way.includes(path)) {
    const circle = [...way, path].map((one) => show(one, surroundings.cwd)).join(' → ');
    throw new UserError('config', `configs extend each other: ${circle}`, { hint: 'take one extends out' });
  }
  files.push(path);
  const found = checkConfig(expand(await readConfig(path, shown), surroundings.env, `${shown} at `), shown);
  const { extends: bases = [], ...own } = rebase(found, dirname(path), surroundings.cwd);
  let settings: Settings = {};
  for (const base of bases) settings = merge(settings, await loadExtended(locate(base, path, shown), surroundings, { way: [...way, path], files }));
  return merge(settings, own);
}

/** Names and rules add up, everything else is replaced. */
function merge(base: Settings, over: Settings): Settings {
  return {
    ...base,
    ...over,
    ...(base.env === undefined ? {} : { env: { ...base.env, ...over.env } }),
    ...(base.set === undefined ? {} : { set: { ...base.set, ...over.set } }),
    ...(base.rules === undefined ? {} : { rules: [...base.rules, ...(over.rules ?? [])] }),
    ...(base.overrides === undefined ? {} : { overrides: [...base.overrides, ...(over.overrides ?? [])] }),
  };
}

/** A file, beginning with a dot or absolute, or else a package. */
function locate(base: string, path: string, shown: string): string {
  if (/^\.\.?(?:[/\\]|$)/.test(base) || isAbsolute(base)) return resolve(dirname(path), base);
  try {
    return createRequire(path).resolve(base);
  } catch (cause) {
    const hint = 'write ./ before the name of a file; a package has to be installed';
    throw new UserError('config', `${shown} extends ${base}, which is not there`, { hint, cause });
  }
}

function show(path: string, cwd: string): string {
  return toRelativePath(path, cwd) || path;
}
