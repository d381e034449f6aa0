import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { glob } from 'tinyglobby';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';

/** A hash of what files, folders and patterns hold. Throws a `UserError` for one that cannot be read, or matches nothing. */
export async function hashInputs(inputs: readonly string[], cwd: string): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const paths = await findInput(input, cwd);
    if (paths.length === 0) {
      const hint = 'name files, folders or patterns that the command reads, from the working folder';
      throw new UserError('usage', `--schema-input ${input}: there is no file`, { hint });
    }
    for (const path of paths.toSorted()) {
      const bytes = read(path, resolve(cwd, path));
      hash.update(`${path}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

async function findInput(input: string, cwd: string): Promise<readonly string[]> {
  const found = statSync(resolve(cwd, input), { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    const inside = await glob('**/*', { cwd: resolve(cwd, input), dot: true, ignore: ['**/node_modules/**', '**/.git/**'] });
    return inside.map((path) => join(input, path));
  }
  if (found !== undefined) return [input];
  return glob(input, { cwd, dot: true, absolute: isAbsolute(input), expandDirectories: false, ignore: ['**/node_modules/**'] });
}

function read(path: string, location: string): Buffer {
  try {
    return readFileSync(location);
  } catch (cause) {
    throw new UserError('usage', `--schema-input ${path}: ${reasonOf(cause)}`, { hint: 'name files that can be read', cause });
  }
}
