import { type Cell, toCells } from './cells.ts';
import type { Palette } from './palette.ts';
import { chooseLines, type Line, type Mark, type Passage, toLines } from './passage.ts';
import { underline } from './underline.ts';

/** Columns before the text: the number, a bar, and blanks. */
export const gutterWidth = 11;

/** The lines of SQL that the marks are on, numbered, underlined, and cut to the width. */
export function formatExcerpt(passage: Passage, marks: readonly Mark[], layout: { width: number; palette: Palette }): readonly string[] {
  const { palette } = layout;
  const all = toLines(passage);
  const shown = chooseLines(all, marks);
  const cells = dedent(shown.map((line) => toLineCells(line, passage)));
  const gap = palette.dim('⋮'.padStart(gutterWidth - 3));
  const lines = shown.flatMap(({ number }, index) => {
    const [text, below] = underline(cells[index] ?? [], marks, { width: layout.width - gutterWidth, palette });
    const above = shown[index - 1];
    return [
      ...(above !== undefined && number - above.number > 1 ? [gap] : []),
      gutter(String(number), text, palette),
      ...(below === null ? [] : [gutter('', below, palette)]),
    ];
  });
  return shown.at(-1)?.number === all.at(-1)?.number ? lines : [...lines, gap];
}

function gutter(mark: string, text: string, palette: Palette): string {
  return `${palette.dim(`${mark.padStart(gutterWidth - 3)} │`)} ${text}`.trimEnd();
}

/** A line's cells: the statement's first line moved to its column, and after the last character a blank, for marks on what is missing there. */
function toLineCells({ text, start }: Line, { column }: Passage): readonly Cell[] {
  const lead = start === 0 ? column - 1 : 0;
  const before = Array.from({ length: lead }, () => ({ text: ' ', width: 1, start: -1, end: -1 }));
  const end = start + text.length;
  return [...before, ...toCells(text, start, lead), { text: ' ', width: 1, start: end, end: end + 1 }];
}

/** The lines without the indent that they share. */
function dedent(lines: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const indents = lines.map((cells) => cells.findIndex(({ text }) => text !== ' ')).filter((indent) => indent !== -1);
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((cells) => cells.slice(Math.min(common, cells.length - 1)));
}
