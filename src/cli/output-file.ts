import { lstat, realpath, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { makeFolders } from '../make-folders.ts';
import { replaceFile } from './replace-file.ts';

/** Writes a whole file or none: readers see what was there before until everything is written. Throws a UserError where it cannot. */
export async function writeOutputFile(path: string, text: string): Promise<void> {
  try {
    makeFolders(dirname(path));
    const target = await realpath(path).catch(() => path);
    const existing = await lstat(target).catch(() => null);
    // A device or a pipe is written to; renaming over it would put a file in its place.
    if (existing !== null && !existing.isFile()) await writeFile(target, text);
    else await replaceFile(target, text);
  } catch (cause) {
    throw new UserError('usage', `the report cannot be written to ${path}: ${reasonOf(cause)}`, {
      hint: 'name a file in a folder that you may write to',
      cause,
    });
  }
}
