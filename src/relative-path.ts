import { relative, sep } from 'node:path';

/** A path as seen from a folder, with forward slashes on every system; empty for the folder itself. */
export function toRelativePath(path: string, folder: string): string {
  return relative(folder, path).split(sep).join('/');
}
