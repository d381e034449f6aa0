import { type ChangedLine, toChangedLines } from '../changed-lines.ts';
import { toCondition } from '../fix-lines.ts';
import { html, type Markup, nothing, prose } from '../markup.ts';
import type { Passage } from '../passage.ts';
import type { Fix } from '../report.ts';

/** What a proven fix changes, as a diff, and what it assumes. */
export function drawFix(fix: Fix, passage: Passage): Markup {
  const condition = toCondition(fix);
  const rows = fix.leaves === 1 ? '1 leaf' : `${fix.leaves} leaves`;
  return html`<section class="fix"><h4>Write instead <span class="quiet">planned again: ${rows}${fix.kind === 'same' ? ', the same rows' : ''}</span> <button type="button" class="copy" data-copy="${fix.sql}" hidden>Copy statement</button></h4>
<pre class="sql diff" tabindex="0" aria-label="Proven fix"><code>${toChangedLines(fix, passage).map(drawLine)}</code></pre>${condition === '' ? nothing : html`<p>${prose(condition)}</p>`}</section>`;
}

function drawLine({ sign, number, text, differs: [from, to] }: ChangedLine): Markup {
  const [tag, name] = sign === '+' ? (['added', 'added'] as const) : (['removed', 'removed'] as const);
  const changed = to > from ? html`<mark class="${tag}">${text.slice(from, to)}</mark>` : nothing;
  return html`<span class="line ${tag}" data-line="${number}"><span class="aside">${name}: </span><span class="sign" aria-hidden="true">${sign}</span> ${text.slice(0, from)}${changed}${text.slice(to)}
</span>`;
}
