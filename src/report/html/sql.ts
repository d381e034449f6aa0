import { html, type Markup } from '../markup.ts';
import { type Line, type Mark, type Passage, toLines } from '../passage.ts';

/** A statement with its lines numbered and what is at fault underlined. */
export function drawSql(passage: Passage, marks: readonly Mark[]): Markup {
  const lines = toLines(passage).map((line) => {
    const lead = line.start === 0 ? ' '.repeat(passage.column - 1) : '';
    return html`<span class="line" data-line="${line.number}">${lead}${drawLine(line, marks)}
</span>`;
  });
  return html`<pre class="sql" tabindex="0" aria-label="Statement"><code>${lines}</code></pre>`;
}

function drawLine({ text, start }: Line, marks: readonly Mark[]): readonly Markup[] {
  const end = start + text.length;
  const own = marks.filter((mark) => mark.start <= end && mark.end >= start);
  const cuts = [...new Set([start, end, ...own.flatMap((mark) => [mark.start, mark.end])])]
    .filter((cut) => cut >= start && cut <= end)
    .sort((a, b) => a - b);
  return cuts.flatMap((cut, index) => {
    const next = cuts[index + 1] ?? cut;
    // Where nothing is written that should be, the place itself is marked.
    const gap = own.find((mark) => mark.start === mark.end && mark.start === cut);
    return [
      ...(gap === undefined ? [] : [html`<mark class="${gap.severity} gap"></mark>`]),
      ...drawPiece(text.slice(cut - start, next - start), severityOf(own, cut, next)),
    ];
  });
}

function severityOf(marks: readonly Mark[], from: number, to: number): Mark['severity'] | null {
  const over = marks.filter(({ start, end }) => start <= from && to <= end && start < end);
  return (['error', 'warning', 'good'] as const).find((worst) => over.some(({ severity }) => severity === worst)) ?? null;
}

function drawPiece(text: string, severity: Mark['severity'] | null): readonly Markup[] {
  if (text === '') return [];
  return [severity === null || text.trim() === '' ? html`${text}` : html`<mark class="${severity}">${text}</mark>`];
}
