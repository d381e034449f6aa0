import { UserError } from '../errors.ts';
import { type CheckOptions, checkDefaults } from './check-options.ts';
import { configure, type Given } from './configure.ts';
import { leaveOut, sharePaths } from './share-paths.ts';
import type { Streams } from './streams.ts';

/** What is to be checked, a project at a time; none where the config excludes all that the command line names. */
export async function toProjects({ paths: named = [], ...given }: Given<CheckOptions>, streams: Streams): Promise<readonly CheckOptions[]> {
  const { cwd } = streams;
  const configured = (await configure<CheckOptions>(given, streams)).map((options) => ({ ...checkDefaults, ...options }));
  const isShared = configured.length > 1 && named.length > 0;
  const taken = isShared
    ? await sharePaths(named, configured, { cwd, isToMatch: configured.every(({ errorOnUnmatchedPattern }) => errorOnUnmatchedPattern) })
    : configured.map((options) => (named.length > 0 ? { ...options, paths: named } : options));
  const left = await Promise.all(taken.map(async (options) => ({ ...options, paths: await leaveOut(options.paths, options.exclude, cwd) })));
  return left.filter(({ paths }, index) => paths.length > 0 || taken[index]?.paths.length === 0);
}

/** The one project that a command works on. */
export async function toProject<Options>(given: Given<Options>, defaults: Options, streams: Streams): Promise<Options> {
  const [first, second] = await configure(given, streams);
  if (second === undefined) return { ...defaults, ...first };
  throw new UserError('config', 'the config has several projects', { hint: 'name the one to work on with --project' });
}
