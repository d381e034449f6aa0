import { resolve } from 'node:path';
import { count } from '../report/count.ts';
import { type RecordOptions, record } from './record.ts';
import { type Streams, tell } from './streams.ts';

export interface CaptureOptions extends RecordOptions {
  readonly out: string;
}

/** Runs a program, and writes the statements that it sends into a file. Gives the program's exit code. */
export async function capture(options: CaptureOptions, streams: Streams): Promise<number> {
  const { code, statements } = await record(options, resolve(streams.cwd, options.out), streams);
  await tell(streams, `planlint: ${count(statements, 'statement')} captured in ${options.out}\n${statements === 0 ? `hint: ${silent}\n` : ''}`);
  return code;
}

/** What to look at where a program sent nothing. */
export const silent =
  'it has to find the server in DATABASE_URL or PG*; --env NAME=template hands it over in another variable, as in --env DB_PORT={port}';
