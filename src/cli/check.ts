import { resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { count, thousands } from '../report/count.ts';
import type { Report } from '../report/report.ts';
import { hasColour } from './colour.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type Progress, startProgress } from './progress.ts';
import { print, type Streams, tell } from './streams.ts';

export interface CheckOptions {
  readonly paths: readonly string[];
  readonly schema: readonly string[];
  readonly seed: readonly string[];
  /** Session settings by name. */
  readonly set: Readonly<Record<string, string>>;
  readonly pgBin?: string;
  readonly format: 'pretty' | 'json';
  /** `-` is standard output, as is none. */
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

type Format = (run: Run) => string;

/** Plans and judges what the paths hold, writes the report, and gives the exit code. */
export async function check({ outputFile = '-', ...given }: CheckOptions, streams: Streams): Promise<number> {
  const options = outputFile === '-' ? given : { ...given, outputFile };
  requireInputs(options);
  await refuseInputAsOutput(options, streams);
  const progress = startProgress(streams.stderr);
  const preparing = startPreparing(options, streams, progress);
  // Loaded while the server starts, and so at no cost.
  const format = loadFormat(options, streams);
  format.catch(() => {});
  const run = await judge(preparing, options, progress).finally(() => progress.clear());
  await deliver(run, (await format)(run), { options, streams });
  return toExitCode(run.report, options, streams);
}

async function refuseInputAsOutput({ outputFile, paths, schema, seed }: CheckOptions, { cwd }: Streams): Promise<void> {
  if (outputFile === undefined) return;
  const { refuseInput } = await import('./refuse-input.ts');
  await refuseInput(outputFile, [...paths, ...schema, ...seed], cwd);
}

/** Says what the run waits for. A line of progress would be drawn over what is being typed. */
async function startPreparing(options: CheckOptions, streams: Streams, progress: Progress): Promise<Prepared> {
  const showLoading = (): void => progress.show('planlint: loading the schema');
  const isTyped = options.paths.includes('-') && streams.stdin.isTTY === true;
  if (!isTyped) showLoading();
  else if (streams.stderr.isTTY) await tell(streams, 'planlint: reading standard input; Ctrl-D ends it\n');
  return prepare(options, streams, showLoading);
}

function requireInputs({ paths, schema }: CheckOptions): void {
  if (paths.length === 0) {
    const hint = 'name files, folders or patterns, or - for standard input: planlint check db/queries --schema db/migrations';
    throw new UserError('usage', 'no paths to check', { hint });
  }
  if (schema.length === 0) {
    throw new UserError('usage', 'no schema to plan on', { hint: 'name the SQL that makes the tables: --schema db/migrations' });
  }
}

async function judge(preparing: Promise<Prepared>, { showValues }: CheckOptions, progress: Progress): Promise<Run> {
  const started = performance.now();
  const loading = Promise.all([import('../lint.ts'), import('../../rules/index.ts')]);
  loading.catch(() => {});
  const { sources, database } = await preparing;
  try {
    const [{ lint }, { rules }] = await loading;
    const onProgress = (done: number, total: number): void => progress.show(`planlint: ${thousands(done)} of ${count(total, 'statement')}`);
    const report = await lint(sources, database, { rules, showValues, onProgress });
    return { report, elapsedMs: performance.now() - started };
  } finally {
    await database.close();
  }
}

async function loadFormat(options: CheckOptions, { stdout, cwd, env }: Streams): Promise<Format> {
  if (options.format === 'json') {
    const { formatJson } = await import('../report/json.ts');
    return ({ report }) => formatJson(report);
  }
  const [{ formatPretty }, { toSchemaName }] = await Promise.all([import('../report/pretty.ts'), import('./schema-name.ts')]);
  const isFile = options.outputFile !== undefined;
  const colour = !isFile && hasColour(options.color, stdout, env);
  const width = (isFile ? undefined : stdout.columns) ?? 80;
  return ({ report, elapsedMs }) => formatPretty(report, { colour, width, elapsedMs, schema: toSchemaName(options.schema, cwd) });
}

async function deliver({ report }: Run, text: string, { options, streams }: { options: CheckOptions; streams: Streams }): Promise<void> {
  const { outputFile, format } = options;
  if (outputFile === undefined) return print(streams, text);
  const { writeOutputFile } = await import('./output-file.ts');
  await writeOutputFile(resolve(streams.cwd, outputFile), text);
  if (format === 'json') return;
  const { formatCounts } = await import('../report/summary.ts');
  await print(streams, `${formatCounts(report)}, written to ${outputFile}\n`);
}

async function toExitCode({ summary }: Report, { failOnInconclusive }: CheckOptions, streams: Streams): Promise<number> {
  if (summary.errors > 0) return 1;
  if (summary.inconclusive === 0) return 0;
  if (summary.analysed === 0) {
    throw new UserError('source', 'no statement could be judged', { hint: 'is --schema the schema that these queries run on?' });
  }
  if (!failOnInconclusive) return 0;
  await tell(streams, `planlint: ${summary.inconclusive} inconclusive, which --fail-on-inconclusive does not let pass\n`);
  return 1;
}
