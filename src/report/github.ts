import { count } from './count.ts';
import { openFindings } from './open-findings.ts';
import type { FullPresentation } from './presentation.ts';
import { printable } from './printable.ts';
import type { Finding, Report, Severity } from './report.ts';
import { toRepositoryPath } from './repository-path.ts';
import { formatRemainder } from './summary.ts';
import { toRemainders } from './unjudged.ts';

/** Annotations of one severity that GitHub shows of a step; it drops those beyond without a word. */
const most = 10;
const severities: readonly Severity[] = ['error', 'warning'];

/** Workflow commands of GitHub Actions, which become annotations of the lines that a pull request changes. One notice sums up the rest, and what was not judged. */
export function formatGithub(report: Report, { folder }: Pick<FullPresentation, 'folder'>): string {
  const open = openFindings(report);
  const commands = severities.flatMap((severity) => {
    const own = open.filter((finding) => finding.severity === severity);
    return own.slice(0, most).map((finding) => formatFinding(finding, folder));
  });
  const notice = [...formatRest(open), ...formatUnjudged(report)];
  const lines = [...commands, ...(notice.length === 0 ? [] : [command('notice', { title: 'planlint' }, notice.join('\n'))])];
  return lines.map((line) => `${line}\n`).join('');
}

function formatFinding({ severity, rule, path, line, column, endLine, endColumn, message, help }: Finding, folder: string): string {
  // Columns are understood of pieces of one line only.
  const columns = line === endLine && endColumn > column ? { col: column, endColumn } : {};
  const place = path === '-' ? {} : { file: toRepositoryPath(path, folder), line, endLine, ...columns };
  return command(severity, { ...place, title: rule }, help === '' ? message : `${message}\n${help}`);
}

function formatRest(open: readonly Finding[]): readonly string[] {
  const more = severities.flatMap((severity) => {
    const amount = open.filter((finding) => finding.severity === severity).length - most;
    return amount > 0 ? [count(amount, `more ${severity}`)] : [];
  });
  return more.length === 0 ? [] : [`${more.join(' and ')} without an annotation: GitHub shows ${most} of a step. The report has them all.`];
}

function formatUnjudged(report: Report): readonly string[] {
  return toRemainders(report)
    .filter(({ status, reasons }) => status !== 'skipped' && reasons.length > 0)
    .map((remainder) => `${remainder.status === 'partly judged' ? 'Not wholly judged' : 'Not judged'}: ${formatRemainder(remainder)}`);
}

function command(name: string, properties: Readonly<Record<string, string | number>>, data: string): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${given.join(',')}::${escapeData(data)}`;
}

/** As the runner undoes it: percent signs first, then what would end the line. Other controls would reach a terminal. */
function escapeData(text: string): string {
  const shown = text
    .split(/(\r?\n|\r)/)
    .map((part, index) => (index % 2 === 1 ? part : printable(part)))
    .join('');
  return percentEncode(shown, /[%\r\n]/g);
}

/** The same, and what would end the value. A path keeps its own characters, whatever they are. */
function escapeProperty(text: string): string {
  return percentEncode(text, /[%\r\n:,]/g);
}

function percentEncode(text: string, reserved: RegExp): string {
  return text.replace(reserved, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
