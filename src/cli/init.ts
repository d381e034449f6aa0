import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { lookAround } from '../init/look-around.ts';
import { configFile, type PlannedFile, planFiles } from '../init/plan-files.ts';
import { openRepository } from '../init/repository.ts';
import { tryOut } from './first-check.ts';
import { findMajor, type InitOptions, toChoices } from './init-options.ts';
import { describeLook, describeNext } from './init-texts.ts';
import { writeOutputFile } from './output-file.ts';
import { print, type Streams } from './streams.ts';

/** Looks at the repository, writes a config, a CI job and a hook, and tries them. Files that are the user's are never changed: what belongs into them is shown. */
export async function init(options: InitOptions, streams: Streams): Promise<number> {
  const { cwd } = streams;
  if (existsSync(join(cwd, configFile)) && !options.force && !options.dryRun)
    throw new UserError('config', `${configFile} is there already`, { hint: '--force writes it anew, --dry-run shows what it would be' });
  const look = lookAround(await openRepository(cwd));
  await print(streams, describeLook(look, findMajor(look.surroundings, cwd)));
  const isAsking = !options.yes && !options.dryRun && streams.stdin.isTTY === true && streams.stdout.isTTY === true;
  const choices = isAsking ? await (await import('./ask-choices.ts')).askChoices(look, options, streams) : toChoices(look, options, cwd);
  const planned = planFiles(choices);
  if (options.dryRun) {
    for (const { path, text } of planned) await print(streams, `\n${path}\n\n${indent(text)}`);
    return 0;
  }
  const additions = await write(planned, options.force, streams);
  const outcome = await tryOut({ choices, isAsking, baseline: options.baseline }, streams);
  await print(streams, describeNext(choices, additions, outcome));
  return outcome.code;
}

/** Writes what is not there; what belongs into files that are is given back. */
async function write(planned: readonly PlannedFile[], force: boolean, streams: Streams): Promise<readonly PlannedFile[]> {
  const additions: PlannedFile[] = [];
  const lines: string[] = [];
  for (const file of planned) {
    const location = join(streams.cwd, file.path);
    const isThere = existsSync(location);
    if (isThere && file.addition !== null) {
      additions.push(file);
    } else if (isThere && !force) {
      lines.push(`  ${file.path} is there already and stays as it is; --force writes it anew`);
    } else {
      await writeOutputFile(location, file.text);
      lines.push(`  ${file.path}`);
    }
  }
  await print(streams, `\nWritten:\n${lines.join('\n')}\n`);
  return additions;
}

export function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
