import type { PsqlCommand } from '../../sql/split.ts';

/** One of the commands of a line, which may hold several. Offsets are of the file. */
export interface Command {
  readonly name: string;
  /** What stands behind the name, up to the next command. */
  readonly rest: string;
  readonly start: number;
  readonly end: number;
}

/** These take all that is left of their line. */
const greedy = new Set(['!', 'copy']);

const part = /'(?:[^'\\]|\\.|'')*'|"[^"]*"|`[^`]*`|\\[^\s\\]+|[^\\'"`]+|./gs;

/** Cuts a line where an unquoted backslash begins another command. */
export function readCommands({ text, start }: PsqlCommand): readonly Command[] {
  const starts: number[] = [];
  for (const { 0: piece, index } of text.matchAll(part)) {
    if (!/^\\[^\s\\]/.test(piece)) continue;
    starts.push(index);
    if (greedy.has(piece.slice(1))) break;
  }
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? text.length;
    const [, name = '', rest = ''] = /^\\([^\s\\]+)([\s\S]*)$/.exec(text.slice(from, to)) ?? [];
    return { name, rest: rest.trim(), start: start + from, end: start + to };
  });
}

/** The arguments of a command as psql takes them: parts in quotes and bare ones that touch are one. `null` where one is the output of a program. */
export function readArguments(rest: string): readonly string[] | null {
  if (rest.includes('`')) return null;
  return Array.from(rest.matchAll(/(?:'(?:[^'\\]|\\.|'')*'|"[^"]*"|[^\s'"])+/g), ([argument]) =>
    argument.replace(/'((?:[^'\\]|\\.|'')*)'|"([^"]*)"/g, (_, single: string | undefined, double: string | undefined) =>
      single === undefined ? `"${double}"` : single.replace(/''|\\(.)/g, (quoted, escaped: string | undefined) => escaped ?? quoted.slice(1)),
    ),
  );
}
