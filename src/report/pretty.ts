import { type Block, type Section, toSections } from './blocks.ts';
import { thousands } from './count.ts';
import { formatExcerpt, gutterWidth } from './excerpt.ts';
import { type Palette, paletteFor } from './palette.ts';
import type { Presentation } from './presentation.ts';
import { printableLine } from './printable.ts';
import { hang, paintCode } from './prose.ts';
import type { Finding, Report, StatementReport } from './report.ts';
import { formatSummary } from './summary.ts';

interface Layout {
  readonly width: number;
  readonly palette: Palette;
}

/** The report for people: findings below the SQL they are about, a file at a time, and the summary. */
export function formatPretty(report: Report, presentation: Presentation): string {
  const layout = { width: presentation.width, palette: paletteFor(presentation.colour) };
  const lines = [...toSections(report).flatMap((section) => formatSection(section, layout)), ...formatSummary(report, presentation, layout.palette)];
  return `${lines.join('\n')}\n`;
}

function formatSection({ path, blocks }: Section, layout: Layout): readonly string[] {
  const shown = path === '-' ? 'standard input' : printableLine(path);
  return [layout.palette.strong(shown), '', ...blocks.flatMap((block) => [...formatBlock(block, layout), ''])];
}

function formatBlock({ statement, findings, passage, marks, repeats }: Block, layout: Layout): readonly string[] {
  return [
    ...formatPlace(statement, layout.palette),
    ...(repeats.length === 0 ? [] : hang('  also ', repeats.map(toPlace).join(', '), layout.width)),
    ...formatExcerpt(passage, marks, layout),
    ...findings.flatMap((finding, index) => formatFinding(finding, findings[index + 1], layout)),
  ];
}

function formatPlace(statement: StatementReport, palette: Palette): readonly string[] {
  const calls = statement.calls > 1 ? `  called ${thousands(statement.calls)} times` : '';
  const name = statement.name === null ? '' : `  ${palette.strong(printableLine(statement.name))}`;
  return [`  ${statement.line}:${statement.column}${name}${calls}`];
}

function toPlace({ line, column, name }: StatementReport): string {
  return `${line}:${column}${name === null ? '' : ` ${name}`}`;
}

/** What was found, what to write, and the rule; advice and rule once for findings in a row that share them. */
function formatFinding({ severity, message, help, rule }: Finding, next: Finding | undefined, { width, palette }: Layout): readonly string[] {
  const add = /^add\s+/i.exec(help);
  const advice = add === null ? hang(label('fix'), help, width) : hang(label('add'), help.slice(add[0].length), width);
  const isAdvised = help === '' || (next?.help === help && next.rule === rule);
  return [
    ...paintLabel(paintCode(hang(label(severity), message, width), palette), palette[severity], palette),
    ...(isAdvised ? [] : paintLabel(paintCode(advice, palette), palette.good, palette)),
    ...(next?.rule === rule ? [] : [label('') + palette.dim(printableLine(rule))]),
  ];
}

function label(text: string): string {
  return `  ${text}`.padEnd(gutterWidth);
}

function paintLabel([first = '', ...rest]: readonly string[], paint: (text: string) => string, palette: Palette): readonly string[] {
  return [paint(palette.strong(first.slice(0, gutterWidth))) + first.slice(gutterWidth), ...rest];
}
