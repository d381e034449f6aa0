/** `name` is a bare word, keywords included; `quoted` an identifier in double quotes. */
export type TokenKind = 'space' | 'comment' | 'name' | 'quoted' | 'string' | 'number' | 'parameter' | 'symbol';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** What lacks its end, where the text stops inside the token. */
  readonly fault: string | null;
}

const space = /[ \t\n\r\f\v]+/y;
const lineComment = /--[^\n\r]*/y;
const name = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const number = /\.?\d\w*(?:\.\w*)?/y;
const parameter = /\$\d+/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
/** Between two parts of one string constant: white space with a line break in it. */
const continuation = /(?:[ \t\f\v]|--[^\n\r]*)*[\n\r](?:[ \t\n\r\f\v]|--[^\n\r]*[\n\r])*'/y;

/** The token of PostgreSQL's SQL that begins at `start`. A symbol is one character long. */
export function readToken(text: string, start: number): Token {
  const blank = endOf(space, text, start);
  if (blank !== -1) return { kind: 'space', start, end: blank, fault: null };
  const word = endOf(name, text, start);
  if (word === start + 1) return readPrefixed(text, start) ?? { kind: 'name', start, end: word, fault: null };
  if (word !== -1) return { kind: 'name', start, end: word, fault: null };
  if (text[start] === "'") return toToken(text, { kind: 'string', start, end: endOfQuoted(text, start + 1, "'") });
  if (text[start] === '"') return toToken(text, { kind: 'quoted', start, end: endOfQuoted(text, start + 1, '"') });
  if (text[start] === '$') return readDollar(text, start);
  if (text.startsWith('--', start)) return toToken(text, { kind: 'comment', start, end: endOf(lineComment, text, start) });
  if (text.startsWith('/*', start)) return toToken(text, { kind: 'comment', start, end: endOfComment(text, start) });
  const digits = endOf(number, text, start);
  return digits === -1
    ? { kind: 'symbol', start, end: Math.min(start + 1, text.length), fault: null }
    : { kind: 'number', start, end: digits, fault: null };
}

/** The tokens of a text from `start` on, blanks and comments included. */
export function* tokensOf(text: string, start = 0): Iterable<Token> {
  for (let at = start; at < text.length; ) {
    const token = readToken(text, at);
    yield token;
    at = token.end;
  }
}

/** A token's text in lower case, as keywords are told. */
export function wordOf(text: string, { start, end }: Token): string {
  return text.slice(start, end).toLowerCase();
}

/** The offset of the parenthesis that closes the one at `open`; the text's end where none does. */
export function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  for (const { kind, start } of tokensOf(text, open)) {
    if (kind !== 'symbol') continue;
    if (text[start] === '(') depth += 1;
    if (text[start] === ')') depth -= 1;
    if (depth === 0) return start;
  }
  return text.length;
}

/** Where the next token begins that is neither white space nor a comment; the text's end where there is none. */
export function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const token = readToken(text, at);
    if (token.kind !== 'space' && token.kind !== 'comment') return at;
    at = token.end;
  }
  return at;
}

/** A string or identifier whose quote has a letter in front: `E'…'`, `B'…'`, `X'…'`, `U&'…'`, `U&"…"`. */
function readPrefixed(text: string, start: number): Token | null {
  const prefix = text.slice(start, start + 3).toLowerCase();
  if (prefix.startsWith("e'")) return toToken(text, { kind: 'string', start, end: endOfEscaped(text, start + 2) });
  if (prefix.startsWith("b'") || prefix.startsWith("x'")) return toToken(text, { kind: 'string', start, end: endOfQuoted(text, start + 2, "'") });
  if (prefix === "u&'") return toToken(text, { kind: 'string', start, end: endOfQuoted(text, start + 3, "'") });
  if (prefix === 'u&"') return toToken(text, { kind: 'quoted', start, end: endOfQuoted(text, start + 3, '"') });
  return null;
}

function readDollar(text: string, start: number): Token {
  const numbered = endOf(parameter, text, start);
  if (numbered !== -1) return { kind: 'parameter', start, end: numbered, fault: null };
  const opened = endOf(dollarTag, text, start);
  if (opened === -1) return { kind: 'symbol', start, end: start + 1, fault: null };
  const tag = text.slice(start, opened);
  const close = text.indexOf(tag, opened);
  return toToken(text, { kind: 'string', start, end: close === -1 ? -1 : close + tag.length });
}

/** The token between these offsets; where its end is -1 it lacks one and takes the rest of the text. */
function toToken(text: string, { kind, start, end }: Omit<Token, 'fault'>): Token {
  if (end !== -1) return { kind, start, end, fault: null };
  const what = kind === 'quoted' ? 'quoted identifier' : text[start] === '$' ? 'dollar-quoted string' : kind;
  return { kind, start, end: text.length, fault: `unterminated ${what}` };
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function endOfQuoted(text: string, start: number, quote: string): number {
  for (let at = text.indexOf(quote, start); at !== -1; at = text.indexOf(quote, at + 2)) {
    if (text[at + 1] !== quote) return at + 1;
  }
  return -1;
}

/** Backslashes count in every part of an escape string that goes on in another line. */
function endOfEscaped(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === "'" && text[at + 1] === "'") at += 1;
    else if (text[at] === "'") {
      const continued = endOf(continuation, text, at + 1);
      if (continued === -1) return at + 1;
      at = continued - 1;
    }
  }
  return -1;
}

function endOfComment(text: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let found = edge.exec(text); found !== null; found = edge.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return -1;
}
