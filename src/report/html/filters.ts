import { showPath } from '../../shown-path.ts';
import { thousands } from '../count.ts';
import { html, type Markup } from '../markup.ts';
import type { Finding } from '../report.ts';

/** What narrows the page down to some findings: words, a rule, a file, a table, how bad it is; each with the number of its findings. */
export function drawFilters(findings: readonly Finding[]): Markup {
  const select = (name: string, label: string, of: (finding: Finding) => string): Markup => drawSelect(name, label, countBy(findings.map(of)));
  return html`<form class="filters" role="search" aria-label="Findings" autocomplete="off">
<label class="wide">Search <input type="search" name="text" placeholder="SQL, message, name" aria-keyshortcuts="/"></label>
${select('rule', 'Rule', ({ rule }) => rule)}
${select('file', 'File', ({ path }) => path)}
${select('table', 'Table', ({ table }) => table ?? '')}
${select('state', 'Severity', ({ severity, suppressed }) => (suppressed === null ? severity : 'suppressed'))}
<button type="reset">Clear</button>
<output name="count" role="status"></output>
</form>`;
}

/** In the order of the alphabet, without what is empty. */
function countBy(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values.filter((one) => one !== '').sort()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function drawSelect(name: string, label: string, counts: ReadonlyMap<string, number>): Markup {
  const options = [...counts].map(([value, amount]) => html`<option value="${value}">${showPath(value)} (${thousands(amount)})</option>`);
  return html`<label>${label} <select name="${name}"><option value="">all</option>${options}</select></label>`;
}
