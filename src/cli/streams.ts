export interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The process as the command line sees it. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Resolves when the text has been handed over, or when its reader is gone, as in `planlint check … | head`. */
export function write(stream: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error && !isBrokenPipe(error) ? reject(error) : resolve()));
  });
}

/** Keeps a reader that is gone from ending the process with a stack. */
export function tolerateBrokenPipe(stream: Output): void {
  stream.on('error', (error) => {
    if (!isBrokenPipe(error)) throw error;
  });
}

function isBrokenPipe(error: Error): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].includes(code);
}
