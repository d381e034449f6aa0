import { showPath } from '../../shown-path.ts';
import { toSections } from '../blocks.ts';
import { count, thousands } from '../count.ts';
import { html } from '../markup.ts';
import { openFindings } from '../open-findings.ts';
import type { Report } from '../report.ts';
import { formatCounts } from '../summary.ts';
import { unjudgedStatements } from '../unjudged.ts';
import { formatBlock } from './block.ts';
import { calm, line } from './calm.ts';

/** By this a comment of an earlier run is found again. */
export const marker = '<!-- planlint -->';

/** Characters that GitHub takes as a comment; GitLab takes more. */
const most = 65_536;
const mostUnjudged = 20;

/** A comment for a pull request, or the summary of a job: short, its details folded. There is one for a clean run too, so that it replaces the last. */
export function formatMarkdown(report: Report): string {
  const open = openFindings(report);
  const frame = [marker, heading(report), '', ...formatFigures(report)];
  const tail = formatUnjudged(report);
  const blocks = toSections({ ...report, findings: open }).flatMap((section) => section.blocks);
  const texts = blocks.map((block) => formatBlock(block, report.pictures ?? new Map()));
  let left = most - [...frame, ...tail].join('\n').length - 400;
  const fits = texts.map((text) => {
    if (text.length + 2 > left) return false;
    left -= text.length + 2;
    return true;
  });
  const omitted = blocks.filter((_, index) => !fits[index]);
  return `${[...frame, ...texts.filter((_, index) => fits[index]), ...formatOmitted(omitted), ...tail].join('\n').trimEnd()}\n`;
}

function heading(report: Report): string {
  const { errors, warnings, inconclusive, failed, analysed } = report.summary;
  const isWhole = inconclusive + failed === 0 && unjudgedStatements(report).length === 0;
  const sign = errors > 0 ? '❌' : warnings > 0 || !isWhole || (analysed === 0 && report.changed?.files !== 0) ? '⚠️' : '✅';
  return `### ${sign} planlint: ${formatCounts(report)}`;
}

function formatFigures({ summary }: Report): readonly string[] {
  const { analysed, inconclusive, failed, skipped, suppressed, coverage } = summary;
  const figures = Object.entries({ judged: analysed, inconclusive, failed, skipped, suppressed }).filter(
    ([name, amount]) => amount > 0 || name === 'judged',
  );
  const cells = [...figures.map(([name, amount]) => [name, thousands(amount)] as const), ['coverage', `${Math.floor(coverage * 100)} %`] as const];
  const row = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
  return [row(cells.map(([name]) => name)), row(cells.map(() => '--:')), row(cells.map(([, amount]) => amount)), ''];
}

function formatOmitted(blocks: readonly { readonly findings: readonly unknown[] }[]): readonly string[] {
  if (blocks.length === 0) return [];
  const findings = blocks.reduce((sum, block) => sum + block.findings.length, 0);
  return [
    `… and ${count(findings, 'more finding')} in ${count(blocks.length, 'statement')}: too many for a comment, the other reports have them all.`,
    '',
  ];
}

function formatUnjudged(report: Report): readonly string[] {
  const unjudged = unjudgedStatements(report);
  if (unjudged.length === 0) return [];
  const items = unjudged
    .slice(0, mostUnjudged)
    .map(({ path, line: number, status, reason }) =>
      calm(html`<li><code>${line(`${showPath(path)}:${number}`, 200)}</code> ${status}: ${line(reason, 400)}</li>`),
    );
  const more = unjudged.length > mostUnjudged ? [`<li>… and ${thousands(unjudged.length - mostUnjudged)} more</li>`] : [];
  return [
    '<details>',
    `<summary>${count(unjudged.length, 'statement')} not judged, which is no pass</summary>`,
    '<ul>',
    ...items,
    ...more,
    '</ul>',
    '</details>',
    '',
  ];
}
