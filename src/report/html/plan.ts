import { detailsOf, labelOf } from '../explain/plan-lines.ts';
import type { PlanBranch } from '../explanation.ts';
import { html, type Markup, nothing } from '../markup.ts';

const deepest = 60;

/** The plan as a list of lists. */
export function drawPlan(branch: PlanBranch): Markup {
  return html`<details class="plan"><summary>Plan</summary><ul>${drawBranch(branch, 0)}</ul></details>`;
}

function drawBranch(branch: PlanBranch, depth: number): Markup {
  const details = detailsOf(branch);
  const { children } = branch;
  const below = depth === deepest ? html`<ul><li>…</li></ul>` : html`<ul>${children.map((child) => drawBranch(child, depth + 1))}</ul>`;
  return html`<li><strong>${labelOf(branch)}</strong>${details.length === 0 ? nothing : html` <span class="quiet">${details.join(', ')}</span>`}${children.length === 0 ? nothing : below}</li>`;
}
