import { toCells } from './cells.ts';
import { type ChangedLine, toChangedLines } from './changed-lines.ts';
import { clip } from './clip.ts';
import { gutterWidth } from './excerpt.ts';
import type { Palette } from './palette.ts';
import type { Passage } from './passage.ts';
import { hang, paintCode } from './prose.ts';
import type { Fix } from './report.ts';

/** What a fix changes, line by line, and what it assumes. */
export function formatFix(fix: Fix, passage: Passage, { width, palette }: { readonly width: number; readonly palette: Palette }): readonly string[] {
  const lines = toChangedLines(fix, passage);
  const indent = Math.min(...lines.map(({ text }) => /^\s*/.exec(text)?.[0].length ?? 0));
  const digits = Math.max(...lines.map(({ number }) => String(number).length), gutterWidth - 3);
  const blank = ' '.repeat(gutterWidth);
  const condition = toCondition(fix);
  return [
    `${palette.good(palette.strong('  fix'.padEnd(gutterWidth)))}(planned again: ${fix.leaves === 1 ? '1 leaf' : `${fix.leaves} leaves`})`,
    ...lines.map((line) => {
      const mark = `${String(line.number).padStart(digits)} ${line.sign} `;
      return (line.sign === '+' ? palette.good : palette.error)((mark + fit(line, indent, width - mark.length)).trimEnd());
    }),
    ...(condition === '' ? [] : paintCode(hang(blank, condition, width), palette)),
  ];
}

/** What has to be true for the rows to be the same, in a sentence. */
export function toCondition({ needs, assumes, kind }: Fix): string {
  if (kind === 'same') return '';
  const columns = [...new Set(needs)].map((column) => `\`${column}\``);
  const single = needs.length > 1 && columns.length === 1 ? `the values for ${columns[0]}` : columns[0];
  const known = columns.length > 1 ? `${columns.slice(0, -1).join(', ')} and ${columns.at(-1)}` : single;
  const conditions = [...(known === undefined ? [] : [`the caller knows ${known} and passes ${needs.length > 1 ? 'them' : 'it'}`]), ...assumes];
  return `This is right if ${conditions.join(', and if ')}.`;
}

/** A line cut to the width, around what differs. */
function fit({ text, differs }: ChangedLine, indent: number, width: number): string {
  const cells = toCells(text, 0, 0).slice(indent);
  const from = cells.findIndex(({ end }) => end > differs[0]);
  const to = cells.findLastIndex(({ start }) => start < differs[1]) + 1;
  const marked = from !== -1 && to > from ? [[from, to] as const] : [];
  let shown = '';
  let end = 0;
  for (const range of clip(cells, marked, Math.max(8, width))) {
    if (range[0] > end) shown += '…';
    shown += cells
      .slice(...range)
      .map((cell) => cell.text)
      .join('');
    end = range[1];
  }
  return end < cells.length ? `${shown}…` : shown;
}
