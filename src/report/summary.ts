import { displayWidth } from './cells.ts';
import { count, thousands } from './count.ts';
import type { Palette } from './palette.ts';
import type { Presentation } from './presentation.ts';
import { printableLine } from './printable.ts';
import { hang, hangItems } from './prose.ts';
import type { Report } from './report.ts';
import { type Remainder, toRemainders } from './unjudged.ts';

const dot = ' · ';

/** The last lines: what was found, what was judged and what was not, on which server. One line where all is well. */
export function formatSummary(report: Report, presentation: Presentation, palette: Palette): readonly string[] {
  const { summary } = report;
  const remainders = toRemainders(report);
  const isWhole = remainders.every(({ status }) => status === 'skipped');
  // What --quiet leaves out of the findings is counted.
  const isFound = summary.errors + summary.warnings > 0;
  if (!isFound && isWhole && summary.analysed > 0) return [formatAllGood(report, presentation, palette)];
  const judged = summary.statements - summary.skipped > 0;
  const first = judged || isFound ? formatCounts(report) : `Nothing was checked: ${formatNothing(report)}`;
  const paint = summary.errors > 0 ? palette.error : summary.warnings > 0 || !judged || !isWhole ? palette.warning : palette.strong;
  return [
    paint(palette.strong(first)),
    ...(judged || remainders.length > 0 ? formatJudged(report, remainders, presentation) : []),
    ...(report.changed?.files === 0 ? [] : formatEngines(report, presentation).map((line) => palette.dim(line))),
  ];
}

/** `2 errors, 1 warning in 14 statements (3 files)` */
export function formatCounts({ summary: { errors, warnings, statements, files }, logs = [], changed }: Report): string {
  if (changed?.files === 0) return formatUnchanged(changed);
  const found = [errors > 0 ? count(errors, 'error') : '', warnings > 0 ? count(warnings, 'warning') : ''].filter((part) => part !== '');
  return `${found.join(', ') || 'no finding'} in ${count(statements, 'statement')} (${formatFiles(files, logs.length)})`;
}

/** `3 files, 1 log` */
function formatFiles(all: number, logs: number): string {
  const files = all - logs;
  return [...(files > 0 || logs === 0 ? [count(files, 'file')] : []), ...(logs > 0 ? [count(logs, 'log')] : [])].join(', ');
}

function formatAllGood(report: Report, presentation: Presentation, palette: Palette): string {
  const { analysed, skipped } = report.summary;
  const parts = [
    `${count(analysed, 'statement')}, ${formatReads(report)}`,
    ...formatSuppressed(report),
    ...formatChanged(report),
    ...(skipped > 0 ? toRemainders(report).map((remainder) => formatRemainder(remainder)) : []),
    ...formatServer(report),
    formatElapsed(presentation),
  ];
  return `${palette.good('✔')} ${parts.join(dot)}`;
}

/** No more than the report's facts allow to say. */
function formatReads({ statements, summary }: Report): string {
  const tables = statements
    .flatMap((statement) => (statement.status === 'analysed' ? statement.tables : []))
    .filter((table) => table.verdict !== 'not-partitioned');
  const each = summary.analysed === 1 ? 'it' : 'each';
  if (tables.length === 0) return summary.analysed === 1 ? 'it reads no partitioned table' : 'none reads a partitioned table';
  const isOne = tables.every(({ leaves }) => Object.values(leaves.byGroup).every((planned) => planned <= 1));
  return isOne && summary.suppressed === 0 ? `${each} reads one leaf per group` : 'no finding';
}

function formatNothing({ summary: { statements, files }, changed }: Report): string {
  if (changed?.files === 0) return formatUnchanged(changed);
  if (statements === 0) return `no statement in ${count(files, 'file')}`;
  return statements === 1 ? 'the only statement is skipped' : `all ${count(statements, 'statement')} are skipped`;
}

function formatJudged(report: Report, remainders: readonly Remainder[], { width }: Presentation): readonly string[] {
  const { summary } = report;
  const coverage = summary.statements > summary.skipped ? [`coverage ${Math.floor(summary.coverage * 100)} %`] : [];
  const partly = remainders.find(({ status }) => status === 'partly judged')?.statements ?? 0;
  const judged = `${thousands(summary.analysed - partly)} judged`;
  const suppressed = formatSuppressed(report);
  const changed = formatChanged(report);
  const line = [judged, ...remainders.map(formatRemainder), ...suppressed, ...coverage, ...changed].join(dot);
  if (displayWidth(line) <= width) return [line];
  const counts = remainders.map(({ status, statements }) => `${thousands(statements)} ${status}`);
  const rest = remainders.flatMap(({ status, reasons }) => reasons.map((reason, index) => [index === 0 ? status : '', reason] as const));
  return [
    ...hangItems('', [judged, ...counts, ...suppressed, ...coverage, ...changed], width),
    ...rest.flatMap(([status, reason]) => hang(`  ${status}`.padEnd(16), reason, width)),
  ];
}

/** `3 of 412 files changed since main` */
function formatChanged({ changed }: Report): readonly string[] {
  return changed === undefined || changed.files === 0 ? [] : [`${thousands(changed.files)} of ${count(changed.of, 'file')} ${nameChange(changed)}`];
}

/** `none of 412 files changed since main` */
function formatUnchanged(changed: NonNullable<Report['changed']>): string {
  return `none of ${count(changed.of, 'file')} ${changed.since === null ? 'is staged' : nameChange(changed)}`;
}

function nameChange({ since }: NonNullable<Report['changed']>): string {
  return since === null ? 'staged' : `changed since ${printableLine(since)}`;
}

function formatSuppressed({ summary: { suppressed }, findings }: Pick<Report, 'summary' | 'findings'>): readonly string[] {
  if (suppressed === 0) return [];
  const byBaseline = findings.filter((finding) => finding.suppressed?.kind === 'baseline').length;
  const parts = [
    ...(byBaseline > 0 ? [`${thousands(byBaseline)} by baseline`] : []),
    ...(suppressed > byBaseline ? [`${thousands(suppressed - byBaseline)} ignored`] : []),
  ];
  return [`${thousands(suppressed)} suppressed: ${parts.join(', ')}`];
}

/** `1 inconclusive: needs extension vector (db/search.sql:8)` */
export function formatRemainder({ status, statements, reasons }: Remainder): string {
  return `${thousands(statements)} ${status}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`;
}

function formatServer({ server: { version, engine, database } }: Pick<Report, 'server'>): readonly string[] {
  if (version === '') return [];
  return [`PostgreSQL ${version} ${engine}`, ...(database === null ? [] : [database])].map(printableLine);
}

/** A line for each project, where there are several. */
function formatEngines(report: Report, presentation: Presentation): readonly string[] {
  const { projects = [] } = report;
  if (projects.length === 0) return hangItems('', formatEngine(report, presentation), presentation.width);
  const own = projects.flatMap(({ name, server }) =>
    hang(`${printableLine(name)}  `, [...formatServer({ server }), ...formatSettings({ server })].join(dot), presentation.width),
  );
  return [...own, ...hangItems('', [`schema ${presentation.schema}`, formatElapsed(presentation)], presentation.width)];
}

export function formatEngine(report: Pick<Report, 'server'>, presentation: Presentation): readonly string[] {
  return [
    ...formatServer(report),
    ...(report.server.database === null ? [`schema ${presentation.schema}`] : []),
    ...formatSettings(report),
    formatElapsed(presentation),
  ];
}

/** Settings that everyone has are left out, save the time zone, which moves the bounds that a date falls between. */
function formatSettings({ server }: Pick<Report, 'server'>): readonly string[] {
  const { timezone = 'UTC', ...others } = Object.fromEntries(Object.entries(server.settings).map(([name, value]) => [name.toLowerCase(), value]));
  const usual: Readonly<Record<string, string>> = { search_path: '"$user", public', role: 'none' };
  const unusual = Object.entries(others).filter(([name, value]) => usual[name] !== value);
  return [`timezone ${timezone}`, ...unusual.map(([name, value]) => `${name} ${value}`)];
}

function formatElapsed({ elapsedMs, isRecalled }: Presentation): string {
  return `${(elapsedMs / 1000).toFixed(elapsedMs < 10_000 ? 2 : 1)} s${isRecalled ? ', as judged before' : ''}`;
}
