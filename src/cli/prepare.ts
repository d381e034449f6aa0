import type { Database } from '../database/database.ts';
import type { Sources } from '../source/inputs.ts';
import type { CheckOptions } from './check.ts';
import type { Streams } from './streams.ts';

/** Reads the sources while the server starts. Where one fails the other is seen to its end, so that no server is left; the sources' error comes first. */
export async function prepare(options: CheckOptions, streams: Streams): Promise<{ sources: Sources; database: Database }> {
  const [sources, database] = await Promise.allSettled([read(options, streams), open(options, streams)]);
  if (sources.status === 'rejected') {
    if (database.status === 'fulfilled') await database.value.close();
    throw sources.reason;
  }
  if (database.status === 'rejected') throw database.reason;
  return { sources: sources.value, database: database.value };
}

async function read({ paths }: CheckOptions, { cwd, stdin }: Streams): Promise<Sources> {
  const { readSources } = await import('../source/inputs.ts');
  return readSources(paths, cwd, stdin);
}

async function open({ schema, seed, set, pgBin }: CheckOptions, { cwd }: Streams): Promise<Database> {
  const { openEmbedded } = await import('../database/embedded.ts');
  return openEmbedded({ schema, seed, cwd, settings: set, binaries: pgBin ?? null });
}
