import { applyEdits, type Edit } from '../sql/edits.ts';

/** Lines around a change that a patch finds its place by. */
const context = 3;

interface Hunk {
  /** Lines of the old text, from 0, the end excluded. */
  readonly from: number;
  readonly to: number;
  readonly edits: readonly Edit[];
}

/** What edits change in a file, in the form that `patch` and `git apply` read. */
export function formatDiff(path: string, text: string, edits: readonly Edit[]): string {
  const starts = lineStartsOf(text);
  let moved = 0;
  const hunks = toHunks(edits, starts).map(({ from, to, edits: own }) => {
    const [first, last] = [Math.max(0, from - context), Math.min(starts.length, to + context)];
    const before = linesOf(text.slice(starts[from], starts[to] ?? text.length));
    const offset = starts[from] ?? 0;
    const shifted = own.map((edit) => ({ ...edit, start: edit.start - offset, end: edit.end - offset }));
    const after = linesOf(applyEdits(text.slice(offset, starts[to] ?? text.length), shifted));
    const lead = linesOf(text.slice(starts[first], starts[from]));
    const tail = linesOf(text.slice(starts[to] ?? text.length, starts[last] ?? text.length));
    const around = lead.length + tail.length;
    const head = `@@ -${first + 1},${around + before.length} +${first + 1 + moved},${around + after.length} @@\n`;
    moved += after.length - before.length;
    return [head, ...mark(' ', lead), ...mark('-', before), ...mark('+', after), ...mark(' ', tail)].join('');
  });
  return hunks.length === 0 ? '' : `--- a/${path}\n+++ b/${path}\n${hunks.join('')}`;
}

function mark(sign: ' ' | '-' | '+', lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`));
}

/** Changes that are near each other share their context. */
function toHunks(edits: readonly Edit[], starts: readonly number[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const edit of edits) {
    const from = starts.findLastIndex((start) => start <= edit.start);
    const to = starts.findLastIndex((start) => start <= edit.end) + 1;
    const last = hunks.at(-1);
    if (last === undefined || from - last.to > 2 * context) hunks.push({ from, to, edits: [edit] });
    else hunks[hunks.length - 1] = { from: last.from, to: Math.max(last.to, to), edits: [...last.edits, edit] };
  }
  return hunks;
}

/** Lines with their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
