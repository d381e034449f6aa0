import { UserError } from '../errors.ts';
import type { AskedRule, FullPresentation } from '../report/presentation.ts';
import type { Report } from '../report/report.ts';
import type { OpenBaseline } from './baseline.ts';
import { findBaseline } from './baseline-options.ts';
import type { CheckOptions } from './check-options.ts';
import { hasColour } from './colour.ts';
import { toExitCode } from './exit-code.ts';
import { type Judged, judgeProject } from './judge-project.ts';
import type { OnlyChanged } from './only-changed.ts';
import { folderInRepository, type Output, showsPictures, tellsRules, toOutputs } from './outputs.ts';
import { startProgress } from './progress.ts';
import { type Streams, tell } from './streams.ts';
import type { Writer } from './write-reports.ts';

/** Plans and judges what the projects' paths hold, writes the reports as the first of them says, and gives the exit code. */
export async function check(asked: readonly CheckOptions[], streams: Streams): Promise<number> {
  const [first] = asked;
  if (first === undefined) {
    await tell(streams, 'planlint: nothing to check, since the config excludes every file that is named\n');
    return 0;
  }
  const outputs = toOutputs(first.format, first, streams);
  const inputs = asked.flatMap(({ paths, schema, seed }) => [...paths, ...schema, ...seed]);
  for (const { file } of outputs) if (file !== null) await refuseInputAsOutput(file, inputs, streams.cwd);
  const started = performance.now();
  const { projects, changed } = await leaveOutUnchanged(asked, first, streams);
  let loading: Promise<Reports> | undefined;
  const load = (): Promise<Reports> => {
    loading ??= loadReports(outputs, projects, streams);
    loading.catch(() => {});
    return loading;
  };
  const baseline = await openBaseline(first, streams);
  const judged: Judged[] = [];
  for (const project of projects) {
    const pictures = outputs.some(showsPictures);
    const judge = () => judgeProject(project, streams, { progress: startProgress(streams.stderr), onPrepared: load, pictures });
    judged.push(await inProject(project, project.cache && !pictures ? recallReport(project, streams, judge) : judge()));
  }
  const joined = await join(projects, judged);
  const applied = (await baseline?.apply(joined.report, projects, judged)) ?? joined.report;
  const run = { ...joined, report: { ...applied, ...(changed === null ? {} : { changed }) } };
  const held = (await baseline?.finish()) ?? '';
  const elapsedMs = performance.now() - started;
  try {
    if (run.receipt + held !== '') await tell(streams, run.receipt + held);
    const { writeReports, writers, presentationFor } = await load();
    const report = await toShown(run.report, first.quiet);
    const isRecalled = judged.length > 0 && judged.every((one) => one.isRecalled);
    const timing = { elapsedMs, ...(isRecalled ? { isRecalled } : {}) };
    await writeReports(writers, { diff: run.diff, report, presentationFor: (file) => presentationFor(file, timing) }, streams);
  } finally {
    await Promise.all(judged.map(({ ending }) => ending));
  }
  return toExitCode(
    run.report,
    judged.filter((_, index) => !projects[index]?.isPart).map(({ report }) => report),
    first,
    streams,
  );
}

/** Most repositories have none. */
async function openBaseline(options: CheckOptions, streams: Streams): Promise<OpenBaseline | null> {
  const found = findBaseline(options, streams.cwd);
  return found === null ? null : (await import('./baseline.ts')).openBaseline(found, options, streams);
}

async function leaveOutUnchanged(asked: readonly CheckOptions[], { since, staged }: CheckOptions, streams: Streams): Promise<OnlyChanged> {
  if (since === undefined && !staged) return { projects: asked, changed: null };
  return (await import('./only-changed.ts')).onlyChanged(asked, staged ? null : (since ?? null), streams);
}

async function recallReport(project: CheckOptions, streams: Streams, judge: () => Promise<Judged>): Promise<Judged> {
  return (await import('./recall-report.ts')).recallReport(project, streams, judge);
}

/** Several projects have one report. */
async function join(projects: readonly CheckOptions[], judged: readonly Judged[]): Promise<Pick<Judged, 'report' | 'diff' | 'receipt'>> {
  const [first, ...others] = judged;
  if (first !== undefined && others.length === 0) return first;
  if (first === undefined) return { report: (await import('../findings/empty-report.ts')).emptyReport, diff: null, receipt: '' };
  const { joinReports } = await import('../findings/join-reports.ts');
  const diffs = judged.flatMap(({ diff }) => diff ?? []);
  return {
    report: joinReports(judged.map(({ report }, index) => ({ project: projects[index]?.project ?? '', report }))),
    diff: diffs.length === 0 ? null : diffs.join(''),
    receipt: judged.map(({ receipt }) => receipt).join(''),
  };
}

/** Says which project an error is about, where there are several. */
async function inProject<Result>({ project }: CheckOptions, work: Promise<Result>): Promise<Result> {
  if (project === undefined) return work;
  return work.catch((error) => {
    if (!(error instanceof UserError)) throw error;
    const { area, message, hint, excerpt, cause } = error;
    throw new UserError(area, `project ${project}: ${message}`, { ...(hint === null ? {} : { hint }), excerpt, cause });
  });
}

async function toShown(report: Report, quiet: boolean): Promise<Report> {
  return quiet ? (await import('../findings/only-errors.ts')).onlyErrors(report) : report;
}

async function refuseInputAsOutput(outputFile: string, inputs: readonly string[], cwd: string): Promise<void> {
  const { refuseInput } = await import('./refuse-input.ts');
  await refuseInput(outputFile, inputs, cwd);
}

type Timing = Pick<FullPresentation, 'elapsedMs' | 'isRecalled'>;

interface Reports extends Pick<typeof import('./write-reports.ts'), 'writeReports'> {
  readonly writers: readonly Writer[];
  readonly presentationFor: (file: string | null, timing: Timing) => FullPresentation;
}

async function loadReports(outputs: readonly Output[], projects: readonly CheckOptions[], streams: Streams): Promise<Reports> {
  const { loadWriters, writeReports } = await import('./write-reports.ts');
  const [writers, rules, { toSchemaName }] = await Promise.all([
    loadWriters(outputs),
    outputs.some(tellsRules) ? loadAskedRules(projects, streams) : [],
    import('./schema-name.ts'),
  ]);
  const schema = projects.map((project) => toSchemaName(project, streams.cwd)).join(', ');
  const about = { schema, rules, folder: folderInRepository(streams) };
  const color = projects[0]?.color;
  return { writers, writeReports, presentationFor: (file, timing) => ({ ...toSheet(file, color, streams), ...about, ...timing }) };
}

async function loadAskedRules(projects: readonly CheckOptions[], { cwd }: Streams): Promise<readonly AskedRule[]> {
  const [{ rules }, { loadUsersRules }, { toAskedRules }] = await Promise.all([
    import('../../rules/index.ts'),
    import('./load-all-rules.ts'),
    import('./asked-rules.ts'),
  ]);
  return toAskedRules(rules, await loadUsersRules(projects, cwd), projects);
}

/** What a report is laid out for; a file has no colours, and the usual width. */
function toSheet(file: string | null, color: boolean | undefined, { stdout, env }: Streams): Pick<FullPresentation, 'colour' | 'width'> {
  if (file !== null) return { colour: false, width: 80 };
  return { colour: hasColour(color, stdout, env), width: stdout.columns ?? 80 };
}
