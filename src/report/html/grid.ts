import { count } from '../count.ts';
import { type DrawnColumn, layColumns } from '../explain/columns.ts';
import { glyphs, labelRow } from '../explain/grid-lines.ts';
import { meanings } from '../explain/legend.ts';
import { splitUnlike } from '../explain/unlike-groups.ts';
import type { CellState, Grid, GridRow } from '../explanation.ts';
import { html, type Markup, nothing } from '../markup.ts';

const mostRows = 40;
const mostColumns = 60;
/** Columns of text beyond which equal ranges are drawn as one. */
const widest = 96;

/** A table whose columns are ranges and whose rows are groups, a cell a leaf. */
export function drawGrid(grid: Grid, title: string): Markup {
  return html`<div class="grids">${splitUnlike(grid)
    .slice(0, 8)
    .map((block) => drawBlock(block, title))}</div>`;
}

/** What the cells mean. */
export function drawLegend(): Markup {
  const states = Object.keys(glyphs) as CellState[];
  return html`<ul class="legend" aria-label="Leaves">${states.map((state) => html`<li><span class="leaf ${state}"><i aria-hidden="true"></i></span>${meanings[state]}</li>`)}</ul>`;
}

function drawBlock(grid: Grid, title: string): Markup {
  const columns = layColumns(grid, widest).flat();
  const shown = columns.slice(0, mostColumns);
  const rows = grid.rows.slice(0, mostRows);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Leaves of ${title}"><table class="grid">
<thead><tr><td></td>${shown.map(({ label }) => html`<th scope="col">${label}</th>`)}<td></td></tr></thead>
<tbody>${rows.map((row) => drawRow(row, shown))}</tbody>
</table>${restOf(grid.rows.length - rows.length, 'more row')}${restOf(columns.length - shown.length, 'more column')}</div>`;
}

function drawRow(row: GridRow, columns: readonly DrawnColumn[]): Markup {
  return html`<tr><th scope="row">${labelRow(row)}</th>${columns.map(({ index }) => drawCell(row.cells[index] ?? null))}<td class="times">${row.count > 1 ? `× ${row.count}` : ''}</td></tr>
`;
}

function drawCell(state: CellState | null): Markup {
  if (state === null) return html`<td></td>`;
  return html`<td class="leaf ${state}" title="${meanings[state]}"><i aria-hidden="true">${glyphs[state]}</i><span class="aside">${meanings[state]}</span></td>`;
}

function restOf(amount: number, noun: string): Markup {
  return amount <= 0 ? nothing : html`<p class="quiet">… ${count(amount, noun)}</p>`;
}
