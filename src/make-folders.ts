import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and those above it that are not there, and gives what was made. Node's own recursion never ends below a folder that takes no folders, such as /proc. */
export function makeFolders(folder: string, mode = 0o777): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const above = dirname(folder) === folder ? [] : makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another run was faster.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return above;
    throw error;
  }
  return [...above, folder];
}
