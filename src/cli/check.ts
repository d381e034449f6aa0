import type { Database } from '../database/database.ts';
import { UserError } from '../errors.ts';
import { count, thousands } from '../report/count.ts';
import type { FullPresentation } from '../report/presentation.ts';
import type { Report } from '../report/report.ts';
import type { Sources } from '../source/inputs.ts';
import { isToAnalyze } from './analyze.ts';
import type { Checked, Mending } from './apply-fixes.ts';
import { hasColour } from './colour.ts';
import { folderInRepository, type Output, toOutputs } from './outputs.ts';
import type { PlanningOptions } from './planning-options.ts';
import { open, type Prepared, prepare, readAll, readMatched, readNone } from './prepare.ts';
import { type Progress, startProgress } from './progress.ts';
import { type Streams, tell } from './streams.ts';
import { toTarget } from './target.ts';
import { announce, announceCommand, showLoading } from './waiting.ts';
import type { Writer } from './write-reports.ts';

export interface CheckOptions extends PlanningOptions {
  readonly paths: readonly string[];
  /** A log format's id. */
  readonly formatIn?: string;
  readonly helpFormats: boolean;
  /** None is the usual. */
  readonly format: readonly Output[];
  /** Where the only report goes that has no file; `-` is standard output. */
  readonly outputFile?: string;
  /** Check the queries of the schema's and the seed's files, too. */
  readonly lintMigrations: boolean;
  /** Check what stands in the schema's functions, views, rules and policies, too. */
  readonly lintFunctions: boolean;
  /** Write the fixes that keep all rows into the files. */
  readonly fix: boolean;
  /** Print what `fix` would write, in place of the report. */
  readonly fixDryRun: boolean;
  readonly failOnInconclusive: boolean;
  /** Obey the comments that ignore rules. */
  readonly inlineConfig: boolean;
  readonly reportUnusedIgnores: boolean;
  readonly errorOnUnmatchedPattern: boolean;
}

interface Run {
  readonly report: Report;
  /** What fixes change in the files, where it is only to be shown. */
  readonly diff: string | null;
  readonly receipt: string;
  readonly elapsedMs: number;
}

/** Plans and judges what the paths hold, writes the report, and gives the exit code. */
export async function check(options: CheckOptions, streams: Streams): Promise<number> {
  const { paths, schema, seed } = options;
  const outputs = toOutputs(options.format, options, streams);
  requirePaths(options);
  const target = toTarget(options, streams);
  const analyze = isToAnalyze(options);
  for (const { file } of outputs) if (file !== null) await refuseInputAsOutput(file, [...paths, ...schema, ...seed], streams.cwd);
  const progress = startProgress(streams.stderr);
  await announce(paths, progress, streams);
  await announceCommand(options, streams);
  const read = paths.length === 0 ? readNone : options.errorOnUnmatchedPattern ? readAll : readMatched;
  const reading = read(paths, streams, options.formatIn).finally(() => showLoading(progress));
  const preparing = prepare(reading, open(target));
  // Loaded while the server reads and plans; before it answers, nothing but the driver is worth loading.
  const loading = preparing.then(() => loadReports(outputs, options, streams));
  loading.catch(() => {});
  const { run, ending } = await lintPrepared(preparing, { ...options, analyze }, { cwd: streams.cwd, progress }).finally(() => progress.clear());
  try {
    if (run.receipt !== '') await tell(streams, run.receipt);
    const { writeReports, writers, presentationFor } = await loading;
    await writeReports(writers, { ...run, presentationFor: (file) => presentationFor(file, run.elapsedMs) }, streams);
  } finally {
    await ending;
  }
  return toExitCode(run.report, options.failOnInconclusive, streams);
}

function requirePaths({ paths, schema, lintMigrations, lintFunctions }: CheckOptions): void {
  if ((lintMigrations || lintFunctions) && schema.length === 0) {
    const flag = lintFunctions ? '--lint-functions' : '--lint-migrations';
    throw new UserError('usage', `${flag} reads the files of --schema, and there are none`, {
      hint: 'name the SQL that makes the tables with --schema',
    });
  }
  if (paths.length > 0 || lintMigrations || lintFunctions) return;
  const hint = 'name files, folders or patterns, or - for standard input: planlint check db/queries --schema db/migrations';
  throw new UserError('usage', 'no paths to check', { hint });
}

async function refuseInputAsOutput(outputFile: string, inputs: readonly string[], cwd: string): Promise<void> {
  const { refuseInput } = await import('./refuse-input.ts');
  await refuseInput(outputFile, inputs, cwd);
}

/** Lints, and lets the server end while the report is written. */
async function lintPrepared(
  preparing: Promise<Prepared>,
  options: CheckOptions,
  { cwd, progress }: { readonly cwd: string; readonly progress: Progress },
): Promise<{ readonly run: Run; readonly ending: Promise<void> }> {
  const started = performance.now();
  const loading = Promise.all([import('../lint.ts'), import('../../rules/index.ts')]);
  loading.catch(() => {});
  const { sources: handed, database } = await preparing;
  try {
    const { showValues, onlySchema, analyze, inlineConfig, reportUnusedIgnores } = options;
    const sources = await addStanding(handed, database, { ...options, cwd });
    const [{ lint }, { rules }] = await loading;
    const onProgress = (done: number, total: number): void => progress.show(`planlint: ${thousands(done)} of ${count(total, 'statement')}`);
    const lintAll = (given: Sources): Promise<Report> =>
      lint(given, database, { rules, showValues, onlySchemas: onlySchema, onProgress, analyze, inlineConfig, reportUnusedIgnores });
    const run = await applyFixes({ sources, report: await lintAll(sources) }, { ...options, cwd, lintAgain: lintAll });
    return { run: { ...run, elapsedMs: performance.now() - started }, ending: database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Writes fixes, or shows what they would change, where that is asked for. */
async function applyFixes(first: Checked, options: CheckOptions & Mending): Promise<Omit<Run, 'elapsedMs'>> {
  if (!options.fix && !options.fixDryRun) return { report: first.report, diff: null, receipt: '' };
  const { applyFixes } = await import('./apply-fixes.ts');
  return applyFixes(first, options);
}

/** Adds what is to be checked where it stands in the schema's files. */
async function addStanding(sources: Sources, database: Database, options: CheckOptions & { readonly cwd: string }): Promise<Sources> {
  if (!options.lintMigrations && !options.lintFunctions) return sources;
  const { readStanding } = await import('./standing.ts');
  return readStanding(sources, database, options);
}

interface Reports extends Pick<typeof import('./write-reports.ts'), 'writeReports'> {
  readonly writers: readonly Writer[];
  readonly presentationFor: (file: string | null, elapsedMs: number) => FullPresentation;
}

async function loadReports(outputs: readonly Output[], options: CheckOptions, streams: Streams): Promise<Reports> {
  const { loadWriters, writeReports } = await import('./write-reports.ts');
  const [writers, { rules }, { toSchemaName }] = await Promise.all([
    loadWriters(outputs),
    import('../../rules/index.ts'),
    import('./schema-name.ts'),
  ]);
  const about = { schema: toSchemaName(options, streams.cwd), rules, folder: folderInRepository(streams) };
  return { writers, writeReports, presentationFor: (file, elapsedMs) => ({ ...toSheet(file, options.color, streams), ...about, elapsedMs }) };
}

/** What a report is laid out for; a file has no colours, and the usual width. */
function toSheet(file: string | null, color: boolean | undefined, { stdout, env }: Streams): Pick<FullPresentation, 'colour' | 'width'> {
  if (file !== null) return { colour: false, width: 80 };
  return { colour: hasColour(color, stdout, env), width: stdout.columns ?? 80 };
}

async function toExitCode({ summary, statements, server }: Report, failOnInconclusive: boolean, streams: Streams): Promise<number> {
  if (summary.errors > 0) return 1;
  if (summary.inconclusive === 0) return 0;
  if (summary.analysed === 0) {
    const isOwn = server.engine === 'embedded';
    const hint = isOwn
      ? 'is --schema the schema that these queries run on?'
      : 'is it the database of these queries, and may the role read its tables?';
    throw new UserError('source', 'no statement could be judged', { hint });
  }
  const inconclusive = statements.filter(({ status, accepted }) => status === 'inconclusive' && accepted === null).length;
  if (!failOnInconclusive || inconclusive === 0) return 0;
  await tell(streams, `planlint: ${inconclusive} inconclusive, which --fail-on-inconclusive does not let pass\n`);
  return 1;
}
