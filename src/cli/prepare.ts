import type { Database } from '../database/database.ts';
import { UserError } from '../errors.ts';
import { count } from '../report/count.ts';
import type { SqlDialect } from '../source/embedded/dialects.ts';
import type { Sources } from '../source/inputs.ts';
import type { LogFormat } from '../source/log/log-format.ts';
import type { Streams } from './streams.ts';
import type { Target } from './target.ts';

export interface Prepared {
  readonly sources: Sources;
  readonly database: Database;
}

/** Waits until the sources are read and the server runs. Where one fails the other is seen to its end, so that no server is left; the sources' error comes first. */
export async function prepare(reading: Promise<Sources>, opening: Promise<Database>): Promise<Prepared> {
  const [sources, database] = await Promise.allSettled([reading, opening]);
  if (sources.status === 'rejected') {
    if (database.status === 'fulfilled') await database.value.close();
    throw sources.reason;
  }
  if (database.status === 'rejected') throw database.reason;
  return { sources: sources.value, database: database.value };
}

/** Reads what the paths name. It is an error where one matches no file, or where there is no statement in them all. */
export async function readAll(paths: readonly string[], { cwd, stdin }: Streams, formatIn?: string, dialect?: string): Promise<Sources> {
  const { readSources } = await import('../source/inputs.ts');
  const sources = await readSources(paths, cwd, stdin, await toFormat(formatIn), await toDialect(dialect));
  if (sources.statements.length === 0) throw toEmptyError(paths, sources.files);
  return sources;
}

/** For a run that checks the schema's own files only. */
export async function readNone(): Promise<Sources> {
  return { files: 0, statements: [] };
}

/** Reads what the paths name, in a run that is not to mind those that match nothing, nor that there is no statement. */
export async function readMatched(paths: readonly string[], { cwd, stdin }: Streams, formatIn?: string, dialect?: string): Promise<Sources> {
  const [{ readSources }, { findFiles }] = await Promise.all([import('../source/inputs.ts'), import('../source/files.ts')]);
  const isMatched = await Promise.all(paths.map(async (path) => path === '-' || (await findFiles(path, cwd)).length > 0));
  return readSources(
    paths.filter((_, index) => isMatched[index]),
    cwd,
    stdin,
    await toFormat(formatIn),
    await toDialect(dialect),
  );
}

async function toFormat(id: string | undefined): Promise<LogFormat | null> {
  return id === undefined ? null : (await import('../source/log/detect.ts')).findFormat(id);
}

async function toDialect(id: string | undefined): Promise<SqlDialect | null> {
  return id === undefined ? null : (await import('../source/embedded/dialects.ts')).findDialect(id);
}

export async function open(target: Target): Promise<Database> {
  if ('url' in target) {
    const { openServer } = await import('../database/remote.ts');
    return openServer(target);
  }
  const { openEmbedded } = await import('../database/embedded.ts');
  return openEmbedded(target);
}

function toEmptyError(paths: readonly string[], files: number): UserError {
  if (paths.every((path) => path === '-')) {
    return new UserError('source', 'standard input holds no statement', {
      hint: 'look at the command that writes to it; --no-error-on-unmatched-pattern lets it be empty',
    });
  }
  return new UserError('source', `no statement in ${count(files, 'file')}`, {
    hint: 'name files that hold statements; --no-error-on-unmatched-pattern lets them be empty',
  });
}
