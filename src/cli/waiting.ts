import type { TargetOptions } from './planning-options.ts';
import type { Progress } from './progress.ts';
import { type Streams, tell } from './streams.ts';

const uncached = 'planlint: the schema command runs each time; with --schema-input, which names what it reads, it runs only when that has changed\n';

/** Says what the run waits for. A line of progress would be drawn over what is being typed. */
export async function announce(paths: readonly string[], progress: Progress, streams: Streams): Promise<void> {
  const isTyped = paths.includes('-') && streams.stdin.isTTY === true;
  if (!isTyped) showLoading(progress);
  else if (streams.stderr.isTTY) await tell(streams, 'planlint: reading standard input; Ctrl-D ends it\n');
}

export async function announceCommand({ schemaCommand, schemaInput }: TargetOptions, streams: Streams): Promise<void> {
  if (schemaCommand !== undefined && schemaInput.length === 0) await tell(streams, uncached);
}

export function showLoading(progress: Progress): void {
  progress.show('planlint: loading the schema');
}
