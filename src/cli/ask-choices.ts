import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { UserError } from '../errors.ts';
import type { Choices } from '../init/choices.ts';
import type { Look } from '../init/look-around.ts';
import { ciIds, hookIds } from '../init/tools.ts';
import { suggest } from '../nearest.ts';
import { type InitOptions, toChoices } from './init-options.ts';
import { readPaths, readPeriod, readTables } from './read-answers.ts';
import type { Streams } from './streams.ts';

/** Asks what flags have not said, with what was found as the answer to an empty line. */
export async function askChoices(look: Look, options: InitOptions, streams: Streams): Promise<Choices> {
  const [part] = look.parts;
  const isOne = look.parts.length < 2;
  const asked = await converse(streams, async (ask) => {
    const isPlaced = (path: string): string => {
      if (!existsSync(join(streams.cwd, path))) throw new UserError('usage', `${path}: no such file or folder`);
      return path;
    };
    const schemaNamed =
      options.schema.length > 0 || options.schemaCommand !== undefined || !isOne || (part !== undefined && part.schema.command !== null);
    const schema = schemaNamed
      ? options.schema
      : await ask('Schema, SQL file or folder of migrations', part?.schema.path ?? '', (text) => {
          if (text === '') throw new UserError('usage', 'planlint plans on a schema', { hint: 'name the SQL that makes the tables' });
          return [isPlaced(text)];
        });
    const found = part?.paths.join(' ') ?? '';
    const paths =
      options.paths.length > 0 || !isOne ? options.paths : await ask('Queries, files or folders', found, (text) => readPaths(text).map(isPlaced));
    const period = options.period ?? (await ask('Longest period that a statement may ask for, such as 12 months', 'none', readPeriod)) ?? 'none';
    const table =
      Object.keys(options.table).length > 0
        ? options.table
        : await ask('Tables that may read more leaves in a group, such as credit=2', 'none', readTables);
    const ci = options.ci ?? (await ask(`CI job: ${ciIds.join(', ')}`, look.surroundings.ci, (text) => pick(text, ciIds)));
    const hook = options.hook ?? (await ask(`Hook: ${hookIds.join(', ')}`, look.surroundings.hook, (text) => pick(text, hookIds)));
    const isFound = schema[0] === part?.schema.path;
    const arePathsFound = paths.join(' ') === found;
    return { ...options, schema: isFound ? [] : schema, paths: arePathsFound ? [] : paths, period, table, ci, hook };
  });
  return toChoices(look, asked, streams.cwd);
}

/** Asks whether; an empty line is yes. */
export function askWhether(question: string, streams: Streams): Promise<boolean> {
  return converse(streams, (ask) =>
    ask(`${question} (yes, no)`, 'yes', (text) => pick(text.replace(/^y$/i, 'yes').replace(/^n$/i, 'no'), ['yes', 'no']) === 'yes'),
  );
}

/** Asks until the answer can be read. */
type Ask = <Answer>(question: string, usual: string, read: (text: string) => Answer) => Promise<Answer>;

async function converse<Answer>({ stdin, stdout }: Streams, talk: (ask: Ask) => Promise<Answer>): Promise<Answer> {
  const lines = createInterface({ input: stdin, output: stdout });
  // Neither the end of the input nor Ctrl+C answers a question that waits.
  const ended = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new UserError('usage', 'a question was not answered', { hint: 'flags answer them all: planlint init --help' })));
  });
  ended.catch(() => {});
  const ask: Ask = async (question, usual, read) => {
    for (;;) {
      const text = (await Promise.race([lines.question(`${question}${usual === '' ? '' : ` [${usual}]`}: `), ended])).trim();
      try {
        return read(text === '' ? usual : text);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        stdout.write(`  ${error.message}${error.hint === null ? '' : `: ${error.hint}`}\n`);
      }
    }
  };
  try {
    return await talk(ask);
  } finally {
    lines.close();
  }
}

function pick<Id extends string>(text: string, ids: readonly Id[]): Id {
  const found = ids.find((id) => id === text.toLowerCase());
  if (found !== undefined) return found;
  throw new UserError('usage', `"${text}" is none of them`, { hint: suggest(text, ids) });
}
