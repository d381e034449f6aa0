import { describeReads, isGood } from '../explain/explain.ts';
import { describeBinding, stages, withoutKey } from '../explain/key-lines.ts';
import type { KeyPicture, ReferencePicture } from '../explanation.ts';
import { html, type Markup, nothing } from '../markup.ts';
import { drawGrid } from './grid.ts';

/** What a statement reads of one table: which of its leaves, and what holds the others back. */
export function drawReference(reference: ReferencePicture): Markup {
  const { title, shape, grid, genericGrid, role, keys } = reference;
  const heading = html`<h4>${title} <span class="reads">${describeReads(reference)}</span> <span class="quiet">${shape}</span></h4>`;
  if (role === 'insert')
    return html`<section class="reference fine">${heading}<p class="quiet">Each row goes to the leaf that its keys name; no leaf is searched.</p></section>`;
  const generic =
    genericGrid === null ? nothing : html`<div><p class="quiet">With a generic plan</p>${drawGrid(genericGrid, `${title}, generic plan`)}</div>`;
  return html`<section class="reference ${isGood(reference) ? 'fine' : 'bad'}">${heading}<div class="beside"><div>${drawGrid(grid, title)}</div>${generic}</div>${drawKeys(keys, reference.alias)}</section>`;
}

function drawKeys(keys: readonly KeyPicture[], alias: string): Markup {
  if (keys.length === 0) return nothing;
  const rows = keys.map(
    ({ column, text, stage, ...key }) =>
      html`<tr><th scope="row"><code>${column}</code></th><td><code>${text === null ? '–' : withoutKey(text, column, alias)}</code></td><td>${describeBinding(key)}</td><td class="${stage}">${stages[stage]}</td></tr>
`,
  );
  return html`<div class="scroll"><table class="keys"><thead><tr><th scope="col">key</th><th scope="col">condition</th><th scope="col">binding</th><th scope="col">prunes</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
