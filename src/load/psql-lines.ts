import type { PsqlCommand, Split } from '../sql/split.ts';
import { findSecondDatabase } from './connect-lines.ts';

/** A command without which the file would load as something else than psql makes of it. */
export interface Unloadable {
  readonly start: number;
  readonly message: string;
  readonly hint: string;
}

type Reason = Omit<Unloadable, 'start'>;

const otherDatabase: Reason = {
  message: 'opens a second database, and all files load into one',
  hint: 'load the dump of one database; what belongs to another goes into a schema of its own',
};

const condition: Reason = {
  message: 'makes what follows depend on a condition, as only psql does',
  hint: 'take the condition out, and leave the branch that is to load',
};

const reasons: Readonly<Record<string, Reason>> = {
  if: condition,
  copy: {
    message: 'copies in a way that only psql can follow',
    hint: "write the rows as INSERT, as COPY … FROM stdin with its data, or have \\copy … FROM 'file' read them",
  },
  gexec: { message: 'runs what the statement selects, as only psql does', hint: 'write that as a DO block with EXECUTE' },
};

const ending = new Set(['q', 'quit']);

/** The first of psql's commands that cannot be ignored without loading something else, or `null`. */
export function findUnloadable({ pieces, commands }: Pick<Split, 'pieces' | 'commands'>): Unloadable | null {
  const second = findSecondDatabase(pieces, commands);
  for (const command of commands) {
    if (command === second) return refuseDatabase(command);
    for (const { name, start } of readNames(command)) {
      const reason = reasons[name];
      if (reason !== undefined) return { start, message: `\\${name} ${reason.message}`, hint: reason.hint };
      if (ending.has(name) && pieces.some((piece) => piece.start > start)) {
        return {
          start,
          message: `\\${name} ends the file here for psql, and there are statements behind it`,
          hint: 'take the line out, or what is behind it',
        };
      }
    }
  }
  return null;
}

function refuseDatabase({ text, start }: PsqlCommand): Unloadable {
  const { index = 0, 0: name = text } = /\\c(?:onnect)?(?=\s|$)/.exec(text) ?? {};
  return { start: start + index, message: `${name} ${otherDatabase.message}`, hint: otherDatabase.hint };
}

/** Several commands can stand on a line, each from an unquoted backslash on; those that take the whole line hide the others. */
function* readNames({ text, start }: PsqlCommand): Iterable<{ readonly name: string; readonly start: number }> {
  for (const match of text.matchAll(/'(?:[^'\\]|\\.|'')*'|"[^"]*"|`[^`]*`|\\([^\s\\]+)/g)) {
    const [, name] = match;
    if (name === undefined) continue;
    yield { name, start: start + match.index };
    if (name === '!' || name === 'copy') return;
  }
}
