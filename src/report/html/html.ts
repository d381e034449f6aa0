import { showPath } from '../../shown-path.ts';
import { toSections } from '../blocks.ts';
import { count, thousands } from '../count.ts';
import { html, type Markup, nothing, prose } from '../markup.ts';
import { numberAlike } from '../number-alike.ts';
import type { FullPresentation } from '../presentation.ts';
import type { Report } from '../report.ts';
import { formatEngine } from '../summary.ts';
import { type Unjudged, unjudgedStatements } from '../unjudged.ts';
import { drawCard, type Surroundings } from './card.ts';
import { drawFilters } from './filters.ts';
import { drawLegend } from './grid.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** A page that stands alone: it asks for nothing from elsewhere, and shows everything without its script but for the filters. */
export function formatHtml(report: Report, presentation: Pick<FullPresentation, 'rules' | 'schema' | 'elapsedMs' | 'colour' | 'width'>): string {
  const names = numberAlike(report.findings.map(({ fingerprint }) => fingerprint));
  const anchors = new Map(report.findings.map((finding, index) => [finding, names[index] ?? '']));
  const around: Surroundings = { rules: new Map(presentation.rules.map((rule) => [rule.id, rule])), pictures: report.pictures ?? new Map(), anchors };
  const unjudged = unjudgedStatements(report);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>planlint: ${headline(report)}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<header>
<div class="top"><h1><span class="mark" aria-hidden="true"><i></i><i></i><i></i><i></i></span>planlint</h1><button type="button" id="theme" aria-pressed="false">Dark</button></div>
${drawFigures(report)}
<p class="quiet">${formatEngine(report, presentation).join(' · ')}</p>
</header>
<main>
${report.findings.length === 0 ? nothing : drawFilters(report.findings)}
${drawFindings(report, around)}
${unjudged.length === 0 ? nothing : drawUnjudged(unjudged)}
${drawNotes(report)}
</main>
<footer class="quiet"><p>planlint ${report.planlint}</p>${report.findings.length === 0 ? nothing : html`<p class="keys-help"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next and previous <kbd>Enter</kbd> open and close</p>`}</footer>
<script>${{ markup: script }}<\/script>
</body>
</html>
`.markup;
}

function headline({ summary: { errors, warnings, statements } }: Report): string {
  const found = [...(errors > 0 ? [count(errors, 'error')] : []), ...(warnings > 0 ? [count(warnings, 'warning')] : [])];
  return `${found.join(', ') || 'no finding'} in ${count(statements, 'statement')}`;
}

function drawFigures({ summary }: Report): Markup {
  const { errors, warnings, analysed, statements, inconclusive, failed, skipped, suppressed, coverage } = summary;
  const figures: readonly (readonly [name: string, amount: string, tone: string])[] = [
    ['errors', thousands(errors), errors > 0 ? 'error' : 'good'],
    ['warnings', thousands(warnings), warnings > 0 ? 'warning' : ''],
    [`of ${thousands(statements)} judged`, thousands(analysed), ''],
    ['inconclusive', thousands(inconclusive), inconclusive > 0 ? 'warning' : ''],
    ['failed', thousands(failed), failed > 0 ? 'error' : ''],
    ['skipped', thousands(skipped), ''],
    ['suppressed', thousands(suppressed), ''],
    ['coverage', `${Math.floor(coverage * 100)} %`, ''],
  ];
  const shown = figures.filter(([name, amount]) => amount !== '0' || name === 'errors' || name.startsWith('of '));
  return html`<dl class="figures">${shown.map(([name, amount, tone]) => html`<div class="${tone}"><dt>${name}</dt><dd>${amount}</dd></div>`)}</dl>`;
}

function drawFindings(report: Report, around: Surroundings): Markup {
  if (report.findings.length === 0) return html`<p class="empty">${sayNothing(report)}</p>`;
  return html`<section id="findings" aria-label="Findings">${around.pictures.size === 0 ? nothing : drawLegend()}${toSections(report).map(
    ({
      path,
      blocks,
    }) => html`<section class="file"><h2>${showPath(path)} <span class="quiet">${thousands(blocks.reduce((sum, { findings }) => sum + findings.length, 0))}</span></h2>
${blocks.map((block) => drawCard(block, around))}</section>`,
  )}<p class="empty" id="none" hidden>No finding matches.</p></section>`;
}

/** No more than was looked at. */
function sayNothing({ summary: { statements, analysed } }: Report): string {
  if (statements === 0) return 'There was no statement to check.';
  return analysed === 0 ? 'Nothing was judged.' : `${count(analysed, 'statement')} judged, nothing found.`;
}

function drawUnjudged(statements: readonly Unjudged[]): Markup {
  const rows = statements.map(
    ({ path, line, name, status, reason }) =>
      html`<tr><td class="place">${showPath(path)}:${line}</td><td>${name ?? ''}</td><td><span class="badge warning">${status}</span></td><td>${prose(reason)}</td></tr>
`,
  );
  return html`<section aria-label="Not judged"><h2>Not judged</h2><p class="quiet">What could not be judged is no pass.</p>
<div class="scroll"><table class="list"><thead><tr><th scope="col">place</th><th scope="col">name</th><th scope="col">status</th><th scope="col">reason</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function drawNotes({ schema: { partitioned, notes }, changed }: Report): Markup {
  const bare =
    partitioned === 0 && changed?.files !== 0
      ? html`<p class="empty">There is no partitioned table: nothing that a statement reads can be too much.</p>`
      : nothing;
  if (notes.length === 0) return bare;
  return html`${bare}<section aria-label="Schema"><h2>The schema is not on this server as it is in production</h2><ul>${notes.map(({ subject, message }) => html`<li><strong>${subject}</strong>: ${message}</li>`)}</ul></section>`;
}
