import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { silent } from './capture.ts';
import { check } from './check.ts';
import type { CheckOptions } from './check-options.ts';
import { formatFailure } from './failure.ts';
import { toOutputs } from './outputs.ts';
import { readAll } from './prepare.ts';
import { type RecordOptions, record } from './record.ts';
import { type Streams, tell } from './streams.ts';

export interface RunOptions extends Omit<CheckOptions, 'paths'>, RecordOptions {
  /** Where to keep what was sent. */
  readonly out?: string;
}

/** Runs a program, and checks the statements that it sends. Gives the program's exit code where that failed, and else that of the check. */
export async function run(options: RunOptions, streams: Streams): Promise<number> {
  // What is wrong with the flags of the report is said before the program runs.
  toOutputs(options.format, options, streams);
  if (options.out !== undefined) return runInto(options.out, options, streams);
  const folder = await mkdtemp(join(tmpdir(), 'planlint-'));
  try {
    const path = join(folder, 'queries.jsonl');
    // The file is gone when the report is read: its lines are the statements of the command.
    const read = readAs(path.replaceAll('\\', '/'), options.command.join(' '));
    return await runInto(path, { ...options, read }, streams);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads a file under another name. */
function readAs(path: string, title: string): typeof readAll {
  return async (...given) => {
    const { statements, ...sources } = await readAll(...given);
    return {
      ...sources,
      paths: [title],
      statements: statements.map((statement) => (statement.path === path ? { ...statement, path: title } : statement)),
    };
  };
}

async function runInto(path: string, options: RunOptions, streams: Streams): Promise<number> {
  const { code, statements } = await record(options, resolve(streams.cwd, path), streams);
  try {
    if (statements === 0) throw new UserError('source', 'the command sent no statement', { hint: silent });
    const verdict = await check([{ ...options, env: options.schemaCommand === undefined ? {} : options.env, paths: [path] }], streams);
    return code === 0 ? verdict : code;
  } catch (error) {
    if (code === 0) throw error;
    await tell(streams, formatFailure(error));
    return code;
  }
}
