import { type Span, toPosition } from '../sql/span.ts';

/** Lines of the statement that are shown above the one at fault. */
const above = 2;

const token = /"(?:[^"\n]|"")*"|'(?:[^'\n]|'')*'|[\p{L}\p{N}_$.]+|\\\w+|\S/uy;

/** The line of the fault with the word underlined, below the lines of its statement that lead to it; the statement's first line where no place is known. */
export function drawExcerpt(text: string, statement: Span, at: number | null): readonly string[] {
  const first = toPosition(text, statement.start).line;
  if (at === null) return [draw(first, lineAt(text, first))];
  const { line, column } = toPosition(text, at);
  const source = lineAt(text, line);
  const lead = [];
  for (let number = Math.max(first, line - above); number < line; number += 1) lead.push(draw(number, lineAt(text, number)));
  token.lastIndex = column - 1;
  const width = token.exec(source)?.[0].length ?? 1;
  const pad = source.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return [...lead, draw(line, source), draw(null, pad + '~'.repeat(width))];
}

function lineAt(text: string, line: number): string {
  return (text.split('\n', line)[line - 1] ?? '').trimEnd();
}

function draw(line: number | null, source: string): string {
  return `${(line === null ? '' : String(line)).padStart(6)} │ ${source}`;
}
