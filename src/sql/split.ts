import { readToken, type Token, wordOf } from './tokens.ts';

/** One statement of a text. Offsets are UTF-16 units of that text, the end excluded. */
export interface Piece {
  /** From the first token to the last, the closing semicolon excluded. */
  readonly sql: string;
  readonly start: number;
  readonly end: number;
  /** The comments in front of the statement, inside it, and behind it on the line it ends on. */
  readonly comments: readonly Comment[];
  /** The lines that follow a `COPY … FROM stdin`, up to `\.`; `null` for every other statement. */
  readonly copyData: string | null;
}

export interface Comment {
  /** Without the delimiters, otherwise as it stands. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A command for psql: to the end of its line, and from the backslash on. */
export interface PsqlCommand {
  readonly text: string;
  readonly start: number;
}

export interface Split {
  readonly pieces: readonly Piece[];
  /** What is between the statements for psql, or ends one in place of a semicolon; a `\;` is left out. */
  readonly commands: readonly PsqlCommand[];
  /** Where the text stops being SQL. Nothing from that statement on is in `pieces`. */
  readonly fault: Fault | null;
}

interface Fault {
  readonly offset: number;
  readonly message: string;
}

interface Step {
  readonly piece: Piece | null;
  readonly commands: readonly PsqlCommand[];
  readonly fault: Fault | null;
  readonly next: number;
}

/** psql's commands that send the statement in front of them. */
const sendingCommand = /\\(?:;|(?:g|gx|gset|gexec|gdesc|watch|crosstabview)(?![a-z]).*)/y;

/** Cuts a text into its statements as psql and PostgreSQL's parser do. */
export function splitSql(text: string): Split {
  const nul = text.indexOf('\0');
  const pieces: Piece[] = [];
  const commands: PsqlCommand[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const { piece, fault, next, ...step } = readPiece(text, at);
    const isCut = nul !== -1 && next > nul;
    commands.push(...step.commands);
    if (piece !== null && !(isCut && (piece.end > nul || piece.copyData !== null))) pieces.push(piece);
    if (isCut) return { pieces, commands, fault: { offset: nul, message: 'NUL character' } };
    if (fault !== null) return { pieces, commands, fault };
    at = next;
  }
  return { pieces, commands, fault: null };
}

/** Reads the statement that begins at or after `from`, and what belongs to it behind its semicolon. */
function readPiece(text: string, from: number): Step {
  const shape = watchShape(text);
  const comments: Comment[] = [];
  const commands: PsqlCommand[] = [];
  let start = -1;
  let end = -1;
  let at = from;
  while (at < text.length) {
    const token = readToken(text, at);
    if (token.fault !== null) return { piece: null, commands, fault: { offset: token.start, message: token.fault }, next: text.length };
    const character = text[token.start];
    at = token.end;
    if (token.kind === 'comment') comments.push(toComment(text, token));
    else if (token.kind === 'space') continue;
    else if (start === -1 && character === '\\') {
      at = endOfLine(text, at);
      commands.push({ text: text.slice(token.start, at).trimEnd(), start: token.start });
    } else if (start !== -1 && character === '\\' && isSending(text, token.start)) {
      const sent = text.slice(token.start, sendingCommand.lastIndex).trimEnd();
      if (sent !== '\\;') commands.push({ text: sent, start: token.start });
      return close(sendingCommand.lastIndex);
    } else if (character === ';' && !shape.isOpen()) return close(at);
    else {
      if (start === -1) start = token.start;
      end = token.end;
      shape.see(token);
    }
  }
  return close(at);

  function close(closed: number): Step {
    if (start === -1) return { piece: null, commands, fault: null, next: closed };
    const behind = readCommentsBehind(text, closed);
    const piece = { sql: text.slice(start, end), start, end, comments: [...comments, ...behind.comments] };
    if (!shape.isCopyFromStdin()) return { piece: { ...piece, copyData: null }, commands, fault: null, next: behind.next };
    const { copyData, fault, next } = readCopyData(text, behind.next);
    return { piece: fault === null ? { ...piece, copyData } : null, commands, fault, next };
  }
}

/** Follows a statement's tokens to know where a semicolon does not end it, and what comes behind it. */
function watchShape(text: string) {
  const opening: string[] = [];
  let isOpening = true;
  let depth = 0;
  let bodies = 0;
  let previous = '';
  let isFromStdin = false;
  const opens = (pattern: RegExp): boolean => pattern.test(opening.join(' '));
  return {
    see(token: Token): void {
      const { kind } = token;
      const word = kind === 'name' || kind === 'symbol' ? wordOf(text, token) : kind;
      isOpening &&= kind === 'name' && opening.length < 4;
      if (isOpening) opening.push(word);
      if (word === '(') depth += 1;
      else if (word === ')') depth -= 1;
      else if (word === 'atomic' && previous === 'begin' && opens(/^create (?:or replace )?(?:function|procedure)\b/)) bodies += 1;
      // Inside a body every statement ends with a semicolon, so that this END is no CASE's and no column's name.
      else if (word === 'end' && bodies > 0 && (previous === ';' || previous === 'atomic')) bodies -= 1;
      else if (word === 'stdin' && previous === 'from' && depth === 0) isFromStdin = true;
      previous = word;
    },
    /** Elsewhere a semicolon in parentheses is a forgotten parenthesis, and ends the statement for the sake of the next. */
    isOpen: (): boolean => bodies > 0 || (depth > 0 && opens(/^create (?:or replace )?rule\b/)),
    isCopyFromStdin: (): boolean => isFromStdin && opening[0] === 'copy',
  };
}

/** What a comment's token says. */
export function toComment(text: string, { start, end }: Token): Comment {
  return { text: text.slice(start + 2, text[start] === '-' ? end : end - 2), start, end };
}

/** Comments behind a statement on the line it ends on, unless another statement follows there. */
function readCommentsBehind(text: string, from: number): { readonly comments: readonly Comment[]; readonly next: number } {
  const comments: Comment[] = [];
  let at = from;
  while (at < text.length) {
    const token = readToken(text, at);
    const isComment = token.kind === 'comment' && token.fault === null;
    if (token.kind === 'space' && /[\n\r]/.test(text.slice(token.start, token.end))) return { comments, next: at };
    if (token.kind !== 'space' && !isComment) return { comments: [], next: from };
    if (isComment) comments.push(toComment(text, token));
    at = token.end;
  }
  return { comments, next: at };
}

function readCopyData(text: string, from: number): { readonly copyData: string; readonly fault: Fault | null; readonly next: number } {
  const firstLine = /[ \t]*\r?(?:\n|$)/y;
  firstLine.lastIndex = from;
  if (!firstLine.test(text)) return { copyData: '', fault: null, next: from };
  const start = firstLine.lastIndex;
  const lastLine = /(?<![^\n])\\\.\r?(?:\n|$)/g;
  lastLine.lastIndex = start;
  const found = lastLine.exec(text);
  if (found !== null) return { copyData: text.slice(start, found.index), fault: null, next: lastLine.lastIndex };
  if (text.slice(start).trim() === '') return { copyData: '', fault: null, next: text.length };
  return { copyData: '', fault: { offset: start, message: 'COPY data without a closing line \\.' }, next: text.length };
}

function isSending(text: string, at: number): boolean {
  sendingCommand.lastIndex = at;
  return sendingCommand.test(text);
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}
