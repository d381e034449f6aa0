import { Readable, Writable } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { Streams } from '../../src/cli/streams.ts';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process. */
export async function run(
  argv: readonly string[],
  given: { cwd?: string; env?: Streams['env']; stdin?: string; columns?: number; isTyped?: boolean; now?: Date } = {},
): Promise<Outcome> {
  const stdout = new Collector(given.columns);
  const stderr = new Collector(given.columns);
  const stdin = Object.assign(Readable.from([Buffer.from(given.stdin ?? '')]), { isTTY: given.isTyped ?? false });
  const code = await main(argv, { stdin, stdout, stderr, cwd: given.cwd ?? process.cwd(), env: given.env ?? {}, now: () => given.now ?? new Date() });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** A stream that keeps what is written; a terminal where it has columns. */
export class Collector extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number;

  constructor(columns?: number) {
    super();
    this.isTTY = columns !== undefined;
    this.columns = columns ?? 80;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
