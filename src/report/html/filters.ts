import { showPath } from '../../shown-path.ts';
import { html, type Markup } from '../markup.ts';
import type { Finding } from '../report.ts';

/** What narrows the page down to some findings: words, a rule, a file, a table, how bad it is. */
export function drawFilters(findings: readonly Finding[]): Markup {
  const distinct = (of: (finding: Finding) => string): readonly string[] => [...new Set(findings.map(of))].filter((one) => one !== '').sort();
  const states = distinct(({ severity, suppressed }) => (suppressed === null ? severity : 'suppressed'));
  return html`<form class="filters" role="search" aria-label="Findings" autocomplete="off">
<label class="wide">Search <input type="search" name="text" placeholder="SQL, message, name" aria-keyshortcuts="/"></label>
${drawSelect(
  'rule',
  'Rule',
  distinct(({ rule }) => rule),
)}
${drawSelect(
  'file',
  'File',
  distinct(({ path }) => path),
)}
${drawSelect(
  'table',
  'Table',
  distinct(({ table }) => table ?? ''),
)}
${drawSelect('state', 'Severity', states)}
<button type="reset">Clear</button>
<output name="count" role="status"></output>
</form>`;
}

function drawSelect(name: string, label: string, values: readonly string[]): Markup {
  return html`<label>${label} <select name="${name}"><option value="">all</option>${values.map((value) => html`<option value="${value}">${showPath(value)}</option>`)}</select></label>`;
}
