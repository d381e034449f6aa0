import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { toRelativePath } from '../relative-path.ts';

/** The baseline that is taken where none is named. */
export const usualName = '.planlint-baseline.json';

export interface BaselineOptions {
  /** The file; `false` for none, not even the usual one. */
  readonly baseline?: string | false;
  /** The config's folder, where the usual one is looked for; the working directory where there is no config. */
  readonly configFolder?: string;
  readonly updateBaseline: boolean;
  readonly pruneBaseline: boolean;
  readonly failOnStaleBaseline: boolean;
}

export interface BaselineFile {
  /** Absolute. */
  readonly file: string;
  /** As messages call it. */
  readonly shown: string;
  /** It is an error where it is not there. */
  readonly isNeeded: boolean;
}

/** Where a run's baseline is, whether or not it is there, from the working directory; `null` where a run is to have none. */
export function nameBaseline({ baseline, configFolder }: Pick<BaselineOptions, 'baseline' | 'configFolder'>, cwd: string): string | null {
  return baseline === false ? null : (baseline ?? toRelativePath(resolve(configFolder ?? cwd, usualName), cwd));
}

/** Which baseline a run has; `null` where it has none. */
export function findBaseline(options: BaselineOptions, cwd: string): BaselineFile | null {
  const { baseline, updateBaseline, pruneBaseline } = options;
  const isChanged = updateBaseline || pruneBaseline;
  const shown = nameBaseline(options, cwd);
  if (shown === null) {
    if (isChanged) throw new UserError('usage', '--no-baseline leaves no baseline to change', { hint: 'leave one of the flags out' });
    return null;
  }
  const file = resolve(cwd, shown);
  if (baseline === undefined && !isChanged && !existsSync(file)) return null;
  return { file, shown, isNeeded: baseline !== undefined && !updateBaseline };
}
