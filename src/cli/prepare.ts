import type { Database } from '../database/database.ts';
import { UserError } from '../errors.ts';
import { count } from '../report/count.ts';
import type { Sources } from '../source/inputs.ts';
import type { CheckOptions } from './check.ts';
import type { Streams } from './streams.ts';

export interface Prepared {
  readonly sources: Sources;
  readonly database: Database;
}

/** Reads the sources while the server starts. Where one fails the other is seen to its end, so that no server is left; the sources' error comes first. */
export async function prepare(options: CheckOptions, streams: Streams, onRead: () => void): Promise<Prepared> {
  const [sources, database] = await Promise.allSettled([read(options, streams).finally(onRead), open(options, streams)]);
  if (sources.status === 'rejected') {
    if (database.status === 'fulfilled') await database.value.close();
    throw sources.reason;
  }
  if (database.status === 'rejected') throw database.reason;
  return { sources: sources.value, database: database.value };
}

async function read({ paths, errorOnUnmatchedPattern }: CheckOptions, { cwd, stdin }: Streams): Promise<Sources> {
  const { readSources } = await import('../source/inputs.ts');
  const matched = errorOnUnmatchedPattern ? paths : await dropUnmatched(paths, cwd);
  const sources = await readSources(matched, cwd, stdin);
  if (sources.statements.length > 0 || !errorOnUnmatchedPattern) return sources;
  throw toEmptyError(paths, sources.files);
}

function toEmptyError(paths: readonly string[], files: number): UserError {
  if (files === 0) {
    return new UserError('usage', `${paths.join(', ')}: no SQL or JSON Lines file in there`, {
      hint: 'name a folder of *.sql, *.jsonl or *.ndjson files',
    });
  }
  if (paths.every((path) => path === '-')) {
    return new UserError('source', 'standard input holds no statement', {
      hint: 'look at the command that writes to it; --no-error-on-unmatched-pattern lets it be empty',
    });
  }
  return new UserError('source', `no statement in ${count(files, 'file')}`, {
    hint: 'name files that hold statements; --no-error-on-unmatched-pattern lets them be empty',
  });
}

/** The paths that name something, in a run that is not to mind the others. */
async function dropUnmatched(paths: readonly string[], cwd: string): Promise<readonly string[]> {
  const { findFiles } = await import('../source/files.ts');
  const isMatched = async (path: string): Promise<boolean> => {
    try {
      return path === '-' || (await findFiles(path, cwd)).length > 0;
    } catch (error) {
      if (error instanceof UserError && error.area === 'usage') return false;
      throw error;
    }
  };
  const matched = await Promise.all(paths.map(isMatched));
  return paths.filter((_, index) => matched[index]);
}

async function open({ schema, seed, set, pgBin }: CheckOptions, { cwd }: Streams): Promise<Database> {
  const { openEmbedded } = await import('../database/embedded.ts');
  return openEmbedded({ schema, seed, cwd, settings: set, binaries: pgBin ?? null });
}
