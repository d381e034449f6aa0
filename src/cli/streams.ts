import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';

export interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The process as the command line sees it. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
}

/** Resolves when the text has been handed over, or when its reader is gone, as in `planlint check … | head`. Throws a UserError where it cannot be written. */
export async function print({ stdout }: Streams, text: string): Promise<void> {
  // A disk that fills up takes a part of a text without complaint, and complains of the next one.
  const error = (await write(stdout, text.slice(0, -1))) ?? (await write(stdout, text.slice(-1)));
  if (error === null || isBrokenPipe(error)) return;
  throw new UserError('usage', `cannot write to standard output: ${reasonOf(error)}`, {
    hint: 'send it somewhere else, or name a file with --output-file',
    cause: error,
  });
}

/** Tells of something on stderr. Where that cannot be written there is nobody left to tell. */
export async function tell({ stderr }: Streams, text: string): Promise<void> {
  await write(stderr, text);
}

/** Keeps a stream that cannot be written from ending the process with a stack: whoever writes learns of it. */
export function tolerateErrors(stream: Output): void {
  stream.on('error', () => {});
}

function write(stream: Output, text: string): Promise<Error | null> {
  return new Promise((resolve) => {
    try {
      stream.write(text, (error) => resolve(error ?? null));
    } catch (error) {
      // Node writes to files and devices at once.
      resolve(error as Error);
    }
  });
}

function isBrokenPipe(error: Error): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].includes(code);
}
