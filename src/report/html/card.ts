import type { Block } from '../blocks.ts';
import { count, thousands } from '../count.ts';
import type { Picture } from '../explanation.ts';
import { html, type Markup, nothing, prose } from '../markup.ts';
import type { RuleText } from '../presentation.ts';
import type { Finding } from '../report.ts';
import { drawFix } from './fix.ts';
import { drawPlan } from './plan.ts';
import { drawReference } from './reference.ts';
import { drawSql } from './sql.ts';

export interface Surroundings {
  readonly rules: ReadonlyMap<string, RuleText>;
  readonly pictures: ReadonlyMap<number, Picture>;
  /** By finding, what links to it end in. */
  readonly anchors: ReadonlyMap<Finding, string>;
}

/** A statement and all that was found in it; closed until someone wants to know. */
export function drawCard({ statement, findings, passage, marks, repeats }: Block, { rules, pictures, anchors }: Surroundings): Markup {
  const { line, name, calls, path } = statement;
  const picture = pictures.get(findings[0]?.statement ?? -1);
  const fix = findings.find(({ evidence }) => evidence.fix !== undefined)?.evidence.fix;
  const worst = worstOf(findings);
  const also = repeats.length === 0 ? nothing : html`<p class="quiet">also at ${repeats.map((one) => `${one.line}:${one.column}`).join(', ')}</p>`;
  return html`<details class="card ${worst}" data-file="${path}" data-findings="${JSON.stringify(findings.map(toFacets))}">
<summary><span class="badge ${worst}">${worst}</span> <span class="place">line ${line}</span>${name === null ? nothing : html` <strong>${name}</strong>`}${calls > 1 ? html` <span class="quiet">called ${thousands(calls)} times</span>` : nothing} <span class="rule">${findings[0]?.rule ?? ''}</span>
<span class="headline">${prose(findings[0]?.message ?? '')}${findings.length > 1 ? html` <span class="quiet">and ${count(findings.length - 1, 'more finding')}</span>` : nothing}</span></summary>
<div class="body">${also}${findings.map((finding, index) => drawFinding(finding, { isFirst: index === 0, why: rules.get(finding.rule)?.why, anchor: anchors.get(finding) ?? '' }))}
${passage.sql === '' ? nothing : drawSql(passage, marks)}
${fix === undefined ? nothing : drawFix(fix, passage)}
${picture === undefined ? nothing : picture.references.map(drawReference)}
${picture?.tree ? drawPlan(picture.tree) : nothing}</div></details>
`;
}

type State = Finding['severity'] | 'suppressed';

function stateOf({ severity, suppressed }: Finding): State {
  return suppressed === null ? severity : 'suppressed';
}

function worstOf(findings: readonly Finding[]): State {
  const states = findings.map(stateOf);
  return (['error', 'warning'] as const).find((state) => states.includes(state)) ?? 'suppressed';
}

/** What the page filters by. */
function toFacets(finding: Finding): readonly string[] {
  return [finding.rule, finding.table ?? '', stateOf(finding)];
}

interface Around {
  readonly isFirst: boolean;
  readonly why: string | undefined;
  readonly anchor: string;
}

/** The first one's message is the card's headline. */
function drawFinding(finding: Finding, { isFirst, why, anchor }: Around): Markup {
  const { rule, message, help, suppressed, evidence } = finding;
  const state = stateOf(finding);
  const link = html`<a class="link" href="#${anchor}" aria-label="Link to this finding">#</a>`;
  return html`<div class="finding ${state}" id="${anchor}">${isFirst ? nothing : html`<p><span class="badge ${state}">${state}</span> ${prose(message)}</p>`}
${help === '' || evidence.fix !== undefined ? nothing : html`<p class="help">${prose(help)}</p>`}
${suppressed === null ? nothing : html`<p class="quiet">${suppressed.kind === 'ignore' ? 'Ignored in the source' : 'In the baseline'}: ${suppressed.reason}</p>`}
${why === undefined ? html`<p class="quiet">${rule} ${link}</p>` : html`<details class="why"><summary>${rule} ${link}</summary><p>${prose(why)}</p></details>`}</div>`;
}
