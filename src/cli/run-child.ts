import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import type { Streams } from './streams.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** What a terminal sends to all that runs in it. */
const typed = new Set<string>(['SIGINT', 'SIGQUIT']);

/** Runs a program on the streams of this process, and passes signals on to it. Gives its exit code, or what a shell would give for the signal that ended it. */
export async function runChild([program = '', ...args]: readonly string[], { cwd, env }: Pick<Streams, 'cwd' | 'env'>): Promise<number> {
  // Windows finds npm and its like through a shell alone.
  const child = spawn(program, args, { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' });
  // Not asked of the stream: to open it would make the child's input one that does not wait.
  const isOnTerminal = isatty(0);
  const pass = (signal: NodeJS.Signals): void => {
    if (!(isOnTerminal && typed.has(signal))) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
  } catch (cause) {
    throw new UserError('usage', `${program} cannot be started: ${reasonOf(cause)}`, {
      hint: 'write the command behind --, as in -- npm test',
      cause,
    });
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}
