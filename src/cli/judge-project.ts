import type { Database } from '../database/database.ts';
import { UserError } from '../errors.ts';
import { count, thousands } from '../report/count.ts';
import type { Report } from '../report/report.ts';
import type { Sources } from '../source/inputs.ts';
import { toDay } from '../today.ts';
import { isToAnalyze } from './analyze.ts';
import type { Checked, Mending } from './apply-fixes.ts';
import type { ProjectOptions } from './check-options.ts';
import { open, type Prepared, prepare, readAll, readMatched, readNone } from './prepare.ts';
import type { Progress } from './progress.ts';
import type { Streams } from './streams.ts';
import { toTarget } from './target.ts';
import { announce, announceCommand, showLoading } from './waiting.ts';

export interface Judged {
  readonly report: Report;
  /** What fixes change in the files, where it is only to be shown. */
  readonly diff: string | null;
  /** What was written, to be told beside the report. */
  readonly receipt: string;
  /** The files that were read. */
  readonly paths: readonly string[];
  /** The server's end. */
  readonly ending: Promise<void>;
  /** It is what an earlier run found. */
  readonly isRecalled?: boolean;
}

export interface Watch {
  readonly progress: Progress;
  /** Called when the server answers: until then, nothing but the driver is worth loading. */
  readonly onPrepared: () => void;
  /** Whether what statements read is drawn for a report. */
  readonly pictures: boolean;
}

/** Plans and judges what a project's paths hold on its schema. The server ends while the report is written. */
export async function judgeProject(options: ProjectOptions, streams: Streams, { progress, onPrepared, pictures }: Watch): Promise<Judged> {
  const { paths } = options;
  requirePaths(options);
  const target = toTarget(options, streams);
  const analyze = isToAnalyze(options);
  await announce(paths, progress, streams);
  await announceCommand(options, streams);
  const read = options.read ?? (paths.length === 0 ? readNone : options.errorOnUnmatchedPattern ? readAll : readMatched);
  const reading = read(paths, streams, options.formatIn, options.dialect).finally(() => showLoading(progress));
  const preparing = prepare(reading, open(target));
  preparing.then(
    () => void onPrepared(),
    () => {},
  );
  return lintPrepared(preparing, { ...options, analyze }, { cwd: streams.cwd, now: streams.now, progress, pictures }).finally(() => progress.clear());
}

function requirePaths({ paths, schema, url, lintMigrations, lintFunctions, statStatements }: ProjectOptions): void {
  if (statStatements && url === undefined) {
    const hint = 'name the server with --url, such as --url DATABASE_URL; a dump of the view is a file to check like any other';
    throw new UserError('usage', '--stat-statements reads the view of a server, and there is none', { hint });
  }
  if ((lintMigrations || lintFunctions) && schema.length === 0) {
    const flag = lintFunctions ? '--lint-functions' : '--lint-migrations';
    throw new UserError('usage', `${flag} reads the files of --schema, and there are none`, {
      hint: 'name the SQL that makes the tables with --schema',
    });
  }
  if (paths.length > 0 || lintMigrations || lintFunctions || statStatements) return;
  const hint = 'name files, folders or patterns, or - for standard input: planlint check db/queries --schema db/migrations';
  throw new UserError('usage', 'no paths to check', { hint });
}

async function lintPrepared(
  preparing: Promise<Prepared>,
  options: ProjectOptions,
  { cwd, now, progress, pictures }: Omit<Watch, 'onPrepared'> & Pick<Streams, 'cwd' | 'now'>,
): Promise<Judged> {
  const loading = Promise.all([import('../lint.ts'), import('./load-all-rules.ts').then(({ loadAllRules }) => loadAllRules(options, cwd))]);
  loading.catch(() => {});
  const { sources: handed, database } = await preparing;
  try {
    const { showValues, onlySchema, analyze, inlineConfig, reportUnusedIgnores, policy } = options;
    const counted = await addCounted(handed, database, options);
    const sources = await addStanding(counted, database, { ...options, cwd });
    const [{ lint }, rules] = await loading;
    const onProgress = (done: number, total: number): void => progress.show(`planlint: ${thousands(done)} of ${count(total, 'statement')}`);
    const settings = {
      rules,
      today: toDay(now()),
      showValues,
      onlySchemas: onlySchema,
      onProgress,
      analyze,
      inlineConfig,
      reportUnusedIgnores,
      pictures,
      ...(policy === undefined ? {} : { policy }),
    };
    const lintAll = (given: Sources): Promise<Report> => lint(given, database, settings);
    const judged = await applyFixes({ sources, report: await lintAll(sources) }, { ...options, cwd, lintAgain: lintAll });
    return { ...judged, paths: sources.paths ?? [], ending: database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Writes fixes, or shows what they would change, where that is asked for. */
async function applyFixes(first: Checked, options: ProjectOptions & Mending): Promise<Pick<Judged, 'report' | 'diff' | 'receipt'>> {
  if (!options.fix && !options.fixDryRun) return { report: first.report, diff: null, receipt: '' };
  const { applyFixes } = await import('./apply-fixes.ts');
  return applyFixes(first, options);
}

/** Adds what the server has counted, where that is asked for. */
async function addCounted(sources: Sources, database: Database, { statStatements, errorOnUnmatchedPattern }: ProjectOptions): Promise<Sources> {
  if (!statStatements) return sources;
  const { readStatementsView } = await import('../source/log/postgresql/statements-view.ts');
  const counted = await readStatementsView(database);
  if (counted.length === 0 && sources.statements.length === 0 && errorOnUnmatchedPattern) {
    const hint = 'it counts from when the server loads it, and from its last reset; --no-error-on-unmatched-pattern lets it be empty';
    throw new UserError('source', 'pg_stat_statements holds no statement of this database', { hint });
  }
  return { ...sources, statements: [...sources.statements, ...counted] };
}

/** Adds what is to be checked where it stands in the schema's files. */
async function addStanding(sources: Sources, database: Database, options: ProjectOptions & { readonly cwd: string }): Promise<Sources> {
  if (!options.lintMigrations && !options.lintFunctions) return sources;
  const { readStanding } = await import('./standing.ts');
  return readStanding(sources, database, options);
}
