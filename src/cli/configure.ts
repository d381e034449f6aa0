import { resolve } from 'node:path';
import { findConfig } from '../config/find-config.ts';
import type { Project } from '../config/load-config.ts';
import { UserError } from '../errors.ts';
import { suggest } from '../nearest.ts';
import type { CheckOptions } from './check-options.ts';
import type { Streams } from './streams.ts';

/** Flags that say which config counts. */
export interface ConfigFlags {
  /** A file; `false` for none. */
  readonly config?: string | false;
  /** Only these projects of it. */
  readonly project?: readonly string[];
}

/** What the command line says, as far as it does. */
export type Given<Options> = Partial<Options> & ConfigFlags;

/** Flags of which one that is given makes others of the config void: they name another server. */
const rivals: Readonly<Record<string, readonly string[]>> = {
  url: ['schema', 'schemaCommand', 'schemaInput', 'seed', 'pgVersion', 'pgBin', 'analyze'],
  schema: ['url', 'statStatements', 'schemaCommand', 'schemaInput'],
  schemaCommand: ['url', 'statStatements', 'schema', 'schemaInput', 'folder'],
  pgVersion: ['pgBin'],
  pgBin: ['pgVersion'],
};

/** What the config says, and over it what the command line does, for each project that the flags pick; for one where there is no config, or it has no projects. */
export async function configure<Options>(
  { config, project: picked, ...given }: Given<Options>,
  streams: Streams,
): Promise<readonly Partial<Options>[]> {
  const { cwd, env } = streams;
  const path = config === false ? null : config === undefined ? findConfig(cwd) : resolve(cwd, config);
  if (path === null) {
    if (picked === undefined) return [given as Partial<Options>];
    throw new UserError('config', '--project picks from the projects of a config, and there is none', { hint: 'name the config with --config' });
  }
  const [{ loadConfig }, { toOptions }] = await Promise.all([import('../config/load-config.ts'), import('./config-options.ts')]);
  const projects = await loadConfig(path, { cwd, env });
  return pick(projects, picked).map((project) => ({ ...withoutRivals(toOptions(project, cwd), given), ...given }) as Partial<Options>);
}

function withoutRivals(options: Partial<CheckOptions>, given: object): Partial<CheckOptions> {
  const without = new Set(Object.keys(given).flatMap((name) => rivals[name] ?? []));
  return Object.fromEntries(Object.entries(options).filter(([name]) => !without.has(name)));
}

function pick(projects: readonly Project[], picked: readonly string[] | undefined): readonly Project[] {
  if (picked === undefined) return projects;
  const names = projects.flatMap(({ name }) => name ?? []);
  const unknown = picked.find((name) => !names.includes(name));
  if (unknown === undefined) return projects.filter(({ name }) => name !== null && picked.includes(name));
  const hint = names.length === 0 ? 'it has no projects: leave --project out' : suggest(unknown, names);
  throw new UserError('config', `no project in ${projects[0]?.file} is called "${unknown}"`, { hint });
}
