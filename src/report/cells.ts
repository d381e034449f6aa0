import { printable } from './printable.ts';

/** One character as a reader sees it, and the columns it fills. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  /** Where it stands in the source text, in UTF-16 units, the end excluded. */
  readonly start: number;
  readonly end: number;
}

const tabStop = 4;
/** ASCII, Latin, and the dots, dashes and lines that a report is drawn with: one unit and one column each. */
const plain = /^[ -~\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201d\u2026\u2500-\u257f]*$/;
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]/u;
const emoji = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator})/u;
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** The cells of one line that begins at `offset` in its text. Tabs become as many blank cells as they fill from column `column`, from 0. */
export function toCells(line: string, offset: number, column: number): readonly Cell[] {
  if (plain.test(line)) return [...line].map((text, index) => ({ text, width: 1, start: offset + index, end: offset + index + 1 }));
  const cells: Cell[] = [];
  let at = offset;
  let filled = column;
  for (const text of graphemes(line)) {
    const end = at + text.length;
    const blanks = text === '\t' ? tabStop - (filled % tabStop) : 0;
    const width = blanks || widthOf(text);
    if (blanks === 0) cells.push({ text: printable(text), width, start: at, end });
    for (let blank = 0; blank < blanks; blank += 1) cells.push({ text: ' ', width: 1, start: at, end });
    filled += width;
    at = end;
  }
  return cells;
}

/** Columns that a printable text fills in a terminal. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += widthOf(grapheme);
  return width;
}

let segmenter: Intl.Segmenter | undefined;

function* graphemes(text: string): Iterable<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

function widthOf(grapheme: string): number {
  if (emoji.test(grapheme) || wide.test(grapheme)) return 2;
  return zeroWidth.test(printable(grapheme)) ? 0 : 1;
}
