import { realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { listModuleFiles } from '../module-files.ts';
import { toPathTest } from '../policy/path-pattern.ts';
import { toRelativePath } from '../relative-path.ts';
import { readSchema } from '../schema/read-schema.ts';
import { type Changes, locate } from './changes.ts';

/** What a project's verdicts rest on beside the files that are checked; paths are relative to `cwd`. */
export interface Grounds {
  readonly schema: readonly string[];
  readonly seed: readonly string[];
  readonly schemaCommand?: string;
  readonly schemaInput: readonly string[];
  /** Absolute: the config, and those that it extends. */
  readonly configFiles: readonly string[];
  readonly ruleFiles: readonly string[];
  /** The file of the baseline; `null` for none. */
  readonly baseline: string | null;
}

/** Files that say which planlint is installed. */
const packageFiles = /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock)$/;

/** Why files that did not change are to be judged anew, to be read behind a colon; `null` where they need not be. `checked` are the absolute places of the files that are checked. */
export async function findReason(
  changes: Changes,
  grounds: Grounds,
  { cwd, checked }: { readonly cwd: string; readonly checked: ReadonlySet<string> },
): Promise<string | null> {
  const { schema, seed, schemaCommand, schemaInput, baseline } = grounds;
  const folder = await realpath(cwd);
  const show = (path: string): string => `${toRelativePath(path, folder)} ${changes.verb}`;
  const changedOf = async (files: readonly string[]): Promise<string | null> => {
    for (const file of files) {
      const place = (await locate(resolve(cwd, file))).find((one) => changes.paths.has(one));
      if (place !== undefined) return show(place);
    }
    return null;
  };
  const modules = [...grounds.configFiles, ...grounds.ruleFiles.map((file) => resolve(cwd, file))].flatMap((file) => [
    file,
    ...listModuleFiles(file).files,
  ]);
  const settings = await changedOf([...modules, ...(baseline === null ? [] : [baseline])]);
  if (settings !== null) return settings;
  const read = readSchema([...schema, ...seed], cwd).flatMap(({ path, rows }) => [path, ...(rows === undefined ? [] : [rows.path])]);
  const loaded = await changedOf(read);
  if (loaded !== null) return loaded;
  // What is gone is found by its name only.
  const tests = [...schema, ...seed, ...schemaInput].map(toPathTest);
  const named = [...changes.paths].find((path) => !checked.has(path) && tests.some((test) => test(toRelativePath(path, folder)) || test(path)));
  if (named !== undefined) return show(named);
  if (schemaCommand !== undefined && schemaInput.length === 0) return 'nobody knows what the schema command reads, unless --schema-input names it';
  if (![...changes.paths].some((path) => packageFiles.test(basename(path)))) return null;
  const speaking = [...(await changes.pathsWith('planlint'))].find((path) => packageFiles.test(basename(path)));
  return speaking === undefined ? null : `${show(speaking)}, in what it says of planlint`;
}
