import type { Cell } from './cells.ts';
import { clip, merge, type Range } from './clip.ts';
import type { Palette } from './palette.ts';
import type { Mark } from './passage.ts';

interface Underline {
  readonly range: Range;
  readonly severity: Mark['severity'];
}

/** A line of SQL cut to the width, and the line below it that underlines its marks, `null` where none is on it. */
export function underline(
  line: readonly Cell[],
  marks: readonly Mark[],
  { width, palette }: { width: number; palette: Palette },
): [string, string | null] {
  const underlines = marks.flatMap((mark) => toUnderline(line, mark) ?? []);
  const beyond = underlines.some(({ range }) => range[1] === line.length);
  const cells = beyond ? line : line.slice(0, -1);
  const kept = clip(cells, merge(underlines.map(({ range }) => range)), width);
  const severities = cells.map((_, index) => severityAt(index, underlines));
  let text = '';
  let below = '';
  let end = 0;
  for (const [from, to] of kept) {
    if (from > end) [text, below] = [text + palette.dim('…'), `${below} `];
    text += cells
      .slice(from, to)
      .map((cell) => cell.text)
      .join('');
    below += row(cells.slice(from, to), severities.slice(from, to), palette);
    end = to;
  }
  if (end < cells.length) text += palette.dim('…');
  return [text.trimEnd(), underlines.length === 0 ? null : below.trimEnd()];
}

/** The part of a mark on this line without the blanks around it; of a mark where nothing is, the blank there. */
function toUnderline(cells: readonly Cell[], { start, end, severity }: Mark): Underline | null {
  const empty = end <= start;
  const isOn = (cell: Cell): boolean => cell.start < (empty ? start + 1 : end) && cell.end > start && (empty || cell.text !== ' ');
  const from = cells.findIndex(isOn);
  return from === -1 ? null : { range: [from, cells.findLastIndex(isOn) + 1], severity };
}

/** The worst of the underlines that a cell is in, `null` where it is in none. */
function severityAt(index: number, underlines: readonly Underline[]): Mark['severity'] | null {
  const over = underlines.filter(({ range: [from, to] }) => from <= index && index < to);
  return (['error', 'warning', 'good'] as const).find((worst) => over.some(({ severity }) => severity === worst)) ?? null;
}

function row(cells: readonly Cell[], severities: readonly (Mark['severity'] | null)[], palette: Palette): string {
  const runs: { severity: Mark['severity'] | null; width: number }[] = [];
  for (const [index, { width }] of cells.entries()) {
    const severity = severities[index] ?? null;
    const run = runs.at(-1);
    if (run !== undefined && run.severity === severity) run.width += width;
    else runs.push({ severity, width });
  }
  return runs
    .map(({ severity, width }) => (severity === null ? ' '.repeat(width) : palette[severity]((severity === 'good' ? '─' : '~').repeat(width))))
    .join('');
}
