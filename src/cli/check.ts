import { resolve } from 'node:path';
import { UserError } from '../errors.ts';
import type { Report } from '../report/report.ts';
import { hasColour } from './colour.ts';
import { prepare } from './prepare.ts';
import { type Progress, startProgress } from './progress.ts';
import { type Streams, write } from './streams.ts';

export interface CheckOptions {
  readonly paths: readonly string[];
  readonly schema: readonly string[];
  readonly seed: readonly string[];
  /** Session settings by name. */
  readonly set: Readonly<Record<string, string>>;
  readonly pgBin?: string;
  readonly format: 'pretty' | 'json';
  readonly outputFile?: string;
  readonly showValues: boolean;
  readonly failOnInconclusive: boolean;
  readonly errorOnUnmatchedPattern: boolean;
  /** `undefined` where neither `--color` nor `--no-color` is given. */
  readonly color?: boolean;
}

interface Run {
  readonly report: Report;
  readonly elapsedMs: number;
}

/** Plans and judges what the paths hold, writes the report, and gives the exit code. */
export async function check(options: CheckOptions, streams: Streams): Promise<number> {
  requireInputs(options);
  const progress = startProgress(streams.stderr);
  const run = await judge(options, { streams, progress }).finally(() => progress.clear());
  await deliver(run, options, streams);
  return toExitCode(run.report, options, streams);
}

function requireInputs({ paths, schema }: CheckOptions): void {
  if (paths.length === 0)
    throw new UserError('usage', 'no paths to check', {
      hint: 'name files, folders or patterns, or - for standard input: planlint check db/queries --schema db/migrations',
    });
  if (schema.length === 0)
    throw new UserError('usage', 'no schema to plan on', { hint: 'name the SQL that makes the tables: --schema db/migrations' });
}

async function judge(options: CheckOptions, { streams, progress }: { streams: Streams; progress: Progress }): Promise<Run> {
  const started = performance.now();
  const loading = Promise.all([import('../lint.ts'), import('../../rules/index.ts')]);
  loading.catch(() => {});
  progress.show('planlint: loading the schema');
  const { sources, database } = await prepare(options, streams);
  try {
    const [{ lint }, { rules }] = await loading;
    const report = await lint(sources, database, {
      rules,
      showValues: options.showValues,
      onProgress: (done, total) => progress.show(`planlint: ${done} of ${total} statements`),
    });
    return { report, elapsedMs: performance.now() - started };
  } finally {
    await database.close();
  }
}

async function deliver(run: Run, options: CheckOptions, streams: Streams): Promise<void> {
  const { outputFile, format } = options;
  const text = await formatRun(run, options, streams);
  if (outputFile === undefined) return write(streams.stdout, text);
  const { writeOutputFile } = await import('./output-file.ts');
  await writeOutputFile(resolve(streams.cwd, outputFile), text);
  if (format === 'json') return;
  const { formatCounts } = await import('../report/summary.ts');
  await write(streams.stdout, `${formatCounts(run.report)}, written to ${outputFile}\n`);
}

async function formatRun({ report, elapsedMs }: Run, options: CheckOptions, { stdout, env }: Streams): Promise<string> {
  if (options.format === 'json') {
    const { formatJson } = await import('../report/json.ts');
    return formatJson(report);
  }
  const { formatPretty } = await import('../report/pretty.ts');
  const isFile = options.outputFile !== undefined;
  return formatPretty(report, {
    colour: !isFile && hasColour(options.color, stdout, env),
    width: (isFile ? undefined : stdout.columns) ?? 80,
    elapsedMs,
    schema: options.schema.join(', '),
  });
}

async function toExitCode({ summary }: Report, { failOnInconclusive }: CheckOptions, { stderr }: Streams): Promise<number> {
  if (summary.errors > 0) return 1;
  if (!failOnInconclusive || summary.inconclusive === 0) return 0;
  await write(stderr, `planlint: ${summary.inconclusive} inconclusive, which --fail-on-inconclusive does not let pass\n`);
  return 1;
}
