import type { Passage } from './passage.ts';
import type { Fix } from './report.ts';

/** A line that a fix takes away or writes; lines are numbered as the passage is, new ones by where they come to stand. */
export interface ChangedLine {
  readonly sign: '−' | '+';
  readonly number: number;
  readonly text: string;
  /** The part that differs, in UTF-16 units, the end excluded. */
  readonly differs: readonly [from: number, to: number];
}

interface Lines {
  readonly from: number;
  readonly to: number;
  readonly edits: Fix['edits'];
}

/** The lines that a fix touches, before and after, from the first to the last. */
export function toChangedLines({ edits }: Fix, { sql, line, column }: Passage): readonly ChangedLine[] {
  const starts = startsOf(sql);
  const changed: ChangedLine[] = [];
  let moved = 0;
  for (const { from, to, edits: own } of groupByLine(edits, starts)) {
    const start = starts[from] ?? 0;
    const before = sql.slice(start, (starts[to + 1] ?? sql.length + 1) - 1);
    const after = own.reduceRight((text, edit) => text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start), before);
    const lead = from === 0 ? ' '.repeat(column - 1) : '';
    const old = toTexts(lead + before);
    const fresh = toTexts(lead + after);
    changed.push(
      ...differences(old, fresh).map(({ number, ...rest }) => ({ ...rest, number: line + from + number + (rest.sign === '+' ? moved : 0) })),
    );
    moved += fresh.length - old.length;
  }
  return changed;
}

function toTexts(text: string): readonly string[] {
  return text.split('\n').map((one) => one.replace(/\r$/, ''));
}

/** The lines of a group without those that begin it and stay as they are; numbers count from the group's first line. */
function differences(old: readonly string[], fresh: readonly string[]): readonly ChangedLine[] {
  const first = old.findIndex((text, index) => text !== fresh[index]);
  const kept = first === -1 ? old.length : first;
  const toLines = (sign: '−' | '+', texts: readonly string[], others: readonly string[]): readonly ChangedLine[] =>
    texts.map((text, number) => ({ sign, number, text, differs: differing(text, others[number]) })).slice(kept);
  return [...toLines('−', old, fresh), ...toLines('+', fresh, old)];
}

function differing(text: string, other: string | undefined): readonly [number, number] {
  if (other === undefined) return [0, text.length];
  let start = 0;
  while (start < text.length && text[start] === other[start]) start += 1;
  let tail = 0;
  while (tail < Math.min(text.length, other.length) - start && text.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return [start, text.length - tail];
}

/** Edits on the same lines belong together. */
function groupByLine(edits: Fix['edits'], starts: readonly number[]): readonly Lines[] {
  const groups: Lines[] = [];
  for (const edit of edits) {
    const from = starts.findLastIndex((start) => start <= edit.start);
    const to = starts.findLastIndex((start) => start <= edit.end);
    const last = groups.at(-1);
    if (last === undefined || last.to < from) groups.push({ from, to, edits: [edit] });
    else groups[groups.length - 1] = { from: last.from, to: Math.max(last.to, to), edits: [...last.edits, edit] };
  }
  return groups;
}

function startsOf(sql: string): readonly number[] {
  const starts = [0];
  for (let at = sql.indexOf('\n'); at !== -1; at = sql.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
