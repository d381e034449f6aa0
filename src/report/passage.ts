import type { Severity } from './report.ts';

/** A statement's text, and the line and column that its first character is shown at. */
export interface Passage {
  readonly sql: string;
  readonly line: number;
  readonly column: number;
}

/** A piece of a passage to underline, in UTF-16 units from 0, the end excluded. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** `good` for what is as it should be. */
  readonly severity: Severity | 'good';
}

export interface Line {
  readonly number: number;
  readonly text: string;
  /** Where the line begins in the passage. */
  readonly start: number;
}

/** Lines that a passage is shown with at most, unless more than that are marked. */
const limit = 8;

/** The lines of a passage without the blank ones around it. */
export function toLines({ sql, line }: Passage): readonly Line[] {
  let start = 0;
  const lines = sql.split('\n').map((text, index) => {
    const from = start;
    start += text.length + 1;
    return { number: line + index, text: text.replace(/\r$/, ''), start: from };
  });
  const first = lines.findIndex(({ text }) => text.trim() !== '');
  const last = lines.findLastIndex(({ text }) => text.trim() !== '');
  return first === -1 ? lines.slice(0, 1) : lines.slice(first, last + 1);
}

/** The lines to show: all of a short passage; else the first, those that marks begin and end on, and their neighbours while there is room. */
export function chooseLines(lines: readonly Line[], marks: readonly Mark[]): readonly Line[] {
  if (lines.length <= limit) return lines;
  if (marks.length === 0) return lines.slice(0, limit - 1);
  const chosen = new Set([0]);
  const begins = marks.map((mark) => lineAt(lines, mark.start));
  for (const [index, mark] of marks.entries()) {
    const first = begins[index] ?? 0;
    const last = lineAt(lines, Math.max(mark.start, mark.end - 1));
    chosen.add(first).add(last);
    if (last - first === 2) chosen.add(first + 1);
  }
  const near = [1, 2, 3].flatMap((distance) => begins.flatMap((begin) => [begin - distance, begin + distance]));
  for (const index of near) if (chosen.size < limit && index >= 0 && index < lines.length) chosen.add(index);
  // A gap of one line takes as much room as the line.
  return lines.filter((_, index) => chosen.has(index) || (chosen.has(index - 1) && chosen.has(index + 1)));
}

function lineAt(lines: readonly Line[], offset: number): number {
  const index = lines.findLastIndex((line) => line.start <= offset);
  return Math.max(0, index);
}
