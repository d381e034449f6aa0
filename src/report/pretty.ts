import { showPath } from '../shown-path.ts';
import { formatBaselineFaults } from './baseline-lines.ts';
import { type Block, type Section, toSections } from './blocks.ts';
import { count, thousands } from './count.ts';
import { formatExcerpt } from './excerpt.ts';
import { formatFindings, type Layout } from './finding-lines.ts';
import { formatNotes } from './notes.ts';
import { openFindings } from './open-findings.ts';
import { type Palette, paletteFor } from './palette.ts';
import type { Presentation } from './presentation.ts';
import { printableLine } from './printable.ts';
import { hang } from './prose.ts';
import type { LogReport, Report, StatementReport } from './report.ts';
import { formatSummary } from './summary.ts';

/** The report for people: findings below the SQL they are about, a file at a time, and the summary. */
export function formatPretty(report: Report, presentation: Presentation): string {
  const layout = { width: presentation.width, palette: paletteFor(presentation.colour) };
  const sections = toSections({ ...report, findings: openFindings(report) });
  const shown = new Set(sections.map(({ path }) => path));
  const lines = [
    ...sections.flatMap((section) =>
      formatSection(
        section,
        layout,
        report.logs?.find(({ path }) => path === section.path),
      ),
    ),
    ...(report.logs ?? []).filter((log) => !shown.has(log.path) && !isWellRead(log)).flatMap((log) => [formatHeading(log.path, layout, log), '']),
    ...formatNotes(report, layout),
    ...formatBaselineFaults(report, layout),
    ...formatSummary(report, presentation, layout.palette),
  ];
  return `${lines.join('\n')}\n`;
}

function formatSection({ path, blocks }: Section, layout: Layout, log: LogReport | undefined): readonly string[] {
  return [formatHeading(path, layout, log), '', ...blocks.flatMap((block) => [...formatBlock(block, layout), ''])];
}

function formatHeading(path: string, { palette }: Layout, log: LogReport | undefined): string {
  return palette.strong(printableLine(showPath(path))) + (log === undefined ? '' : `  ${formatLog(log)}`);
}

/** How much of a log has to belong to no statement before that is worth a word: other loggers always write something. */
const goodPart = 0.1;

function isWellRead({ lines, strays }: LogReport): boolean {
  return strays <= lines * goodPart;
}

/** `TypeORM, 412 records` */
function formatLog(log: LogReport): string {
  const { format, lines, records, strays } = log;
  const found = `${format}, ${count(records, 'record')}`;
  return isWellRead(log) ? found : `${found}; ${thousands(strays)} of ${count(lines, 'line')} belong to no statement`;
}

function formatBlock({ statement, findings, passage, marks, repeats }: Block, layout: Layout): readonly string[] {
  return [
    ...formatPlace(statement, layout.palette),
    ...(repeats.length === 0 ? [] : hang('  also ', repeats.map(toPlace).join(', '), layout.width)),
    ...(passage.sql === '' ? [] : formatExcerpt(passage, marks, layout)),
    ...formatFindings(findings, passage, layout),
  ];
}

function formatPlace(statement: StatementReport, palette: Palette): readonly string[] {
  const calls = statement.calls > 1 ? `  called ${thousands(statement.calls)} times` : '';
  const name = statement.name === null ? '' : `  ${palette.strong(printableLine(statement.name))}`;
  const plan = statement.plan === 'captured' ? '  plan as captured' : '';
  return [`  ${statement.line}:${statement.column}${name}${calls}${plan}`];
}

function toPlace({ line, column, name, calls }: StatementReport): string {
  return `${line}:${column}${name === null ? '' : ` ${name}`}${calls > 1 ? ` (${thousands(calls)} calls)` : ''}`;
}
