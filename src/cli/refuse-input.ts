import { realpath, stat } from 'node:fs/promises';
import { dirname, extname, isAbsolute, relative, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { findFiles } from '../source/files.ts';

const readable = ['.sql', '.jsonl', '.ndjson'];

/** Throws a UserError where the report would overwrite a file that the run reads, or stand among those that the next run reads. */
export async function refuseInput(output: string, inputs: readonly string[], cwd: string): Promise<void> {
  const written = await identify(resolve(cwd, output));
  for (const input of inputs) {
    if (input === '-') continue;
    // What cannot be found or read is told of by those who read it.
    const files = await findFiles(input, cwd).catch(() => []);
    for (const { path, location } of files) {
      if (written !== null && written === (await identify(location))) throw refuse(output, `it is the input ${path}`);
    }
    if (await isReadIn(resolve(cwd, output), resolve(cwd, input))) throw refuse(output, `the files in ${input} are inputs`);
  }
}

/** The same for every name of a file, links and upper case where the system takes it for lower. */
async function identify(location: string): Promise<string | null> {
  const found = await stat(location).catch(() => null);
  return found?.isFile() ? `${found.dev}:${found.ino}` : null;
}

async function isReadIn(output: string, input: string): Promise<boolean> {
  if (!readable.includes(extname(output).toLowerCase())) return false;
  const isFolder = await stat(input)
    .then((found) => found.isDirectory())
    .catch(() => false);
  if (!isFolder) return false;
  const folder = await realpath(dirname(output)).catch(() => dirname(output));
  const between = relative(await realpath(input), folder);
  return !/^\.\.(?:[/\\]|$)/.test(between) && !isAbsolute(between);
}

function refuse(output: string, reason: string): UserError {
  return new UserError('usage', `the report cannot be written to ${output}: ${reason}`, {
    hint: 'name another file for the report, such as planlint.json',
  });
}
