import { toCaptured } from '../capture/record.ts';
import { startRecording } from '../capture/recording.ts';
import { count } from '../report/count.ts';
import { toEnvironment } from '../schema-command/environment.ts';
import { beforeSignal } from './before-signal.ts';
import { noTellers, openTellers } from './call-sites.ts';
import { openCaptureFile } from './capture-file.ts';
import type { TargetOptions } from './planning-options.ts';
import { startProgress } from './progress.ts';
import { runChild } from './run-child.ts';
import { type Streams, tell } from './streams.ts';
import { toTarget } from './target.ts';
import { announceCommand, showLoading } from './waiting.ts';

export interface RecordOptions extends TargetOptions {
  /** The program, and its arguments. */
  readonly command: readonly string[];
  /** Have programs of Node.js tell where they call their driver. */
  readonly callSites: boolean;
}

export interface Recorded {
  /** The program's exit code. */
  readonly code: number;
  readonly statements: number;
}

/** Runs a program on the target, and writes the statements that it sends into a file. */
export async function record(options: RecordOptions, path: string, streams: Streams): Promise<Recorded> {
  const { env, schemaCommand } = options;
  // Here the variables are for the program, too.
  const target = toTarget(schemaCommand === undefined ? { ...options, env: {} } : options, streams);
  const file = openCaptureFile(path);
  // Until the program runs nobody but this process hears signals.
  const ready = beforeSignal(() => file.discard());
  const tellers = options.callSites ? await openTellers(streams.cwd) : noTellers;
  try {
    const recording = startRecording(file.write);
    let unread = 0;
    const progress = startProgress(streams.stderr);
    showLoading(progress);
    await announceCommand(options, streams);
    const { capture } = await import('../capture/capture.ts');
    const code = await capture(
      target,
      (execution, { backend, ...sender }) => {
        if (execution === null) unread += 1;
        else if (execution.sql.trim() !== '') {
          const site = backend === null ? null : tellers.find(backend, execution.sql);
          recording.add(toCaptured(execution, { ...sender, site }), execution.durationMs);
        }
      },
      ({ access, variables }) => {
        progress.clear();
        ready();
        const environment = tellers.toEnvironment(toEnvironment(streams.env, { ...variables, ...env }, access));
        return runChild(options.command, { cwd: streams.cwd, env: environment });
      },
    ).finally(() => progress.clear());
    recording.end();
    file.keep();
    if (unread > 0) await tell(streams, `planlint: ${count(unread, 'statement')} could not be read, or too long to be kept\n`);
    return { code, statements: recording.statements() };
  } finally {
    ready();
    file.discard();
    await tellers.close();
  }
}
