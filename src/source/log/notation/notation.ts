import type { Written } from '../written.ts';

/** What a value without parts looks like (a sticky pattern), and what it is. */
export type Scalar = readonly [pattern: RegExp, toWritten: (found: RegExpExecArray) => Written];

/** How a language writes values: what `repr`, `inspect` or `JSON.stringify` print. */
export interface Notation {
  /** Tried in order. */
  readonly scalars: readonly Scalar[];
  /** The opening of each kind of list, with its end. */
  readonly lists: Readonly<Record<string, string>>;
  readonly maps: Readonly<Record<string, string>>;
  /** Between a key and its value; sticky. */
  readonly arrow: RegExp;
  /** In front of a list or a map; sticky. */
  readonly prefix?: RegExp;
  /** What stands for values that were left out, with their count in the first group; sticky. */
  readonly gap?: RegExp;
}

export interface Parsed {
  readonly value: Written;
  readonly end: number;
}

const deepest = 64;

/** The value that begins at an offset of the text; `null` where none does. */
export function parseWritten(text: string, notation: Notation, start = 0, depth = 0): Parsed | null {
  const at = match(notation.prefix, text, start)?.end ?? start;
  const open = text.startsWith('%{', at) ? '%{' : (text[at] ?? '');
  const isMap = open in notation.maps;
  const close = isMap ? notation.maps[open] : notation.lists[open];
  const scalar = parseScalar(text, notation, start);
  if (scalar !== null || close === undefined || depth > deepest) return scalar;
  const from = at + open.length;
  return isMap ? parseMap(text, { notation, from, close, depth }) : parseList(text, { notation, from, close, depth });
}

interface Inside {
  readonly notation: Notation;
  readonly from: number;
  readonly close: string;
  readonly depth: number;
}

function parseList(text: string, { notation, from, close, depth }: Inside): Parsed | null {
  const items: Written[] = [];
  let at = skip(text, from);
  while (!text.startsWith(close, at)) {
    const gap = match(notation.gap, text, at);
    const item = gap === null ? parseWritten(text, notation, at, depth + 1) : null;
    if (gap !== null) for (let count = Math.min(Number(gap.found[1] ?? 1), 1000); count > 0; count -= 1) items.push({ kind: 'hidden' });
    else if (item !== null) items.push(item.value);
    const end = separate(text, { notation, close, at: gap?.end ?? item?.end ?? -1 });
    if (end === null) return null;
    at = end;
  }
  return { value: { kind: 'list', items }, end: at + close.length };
}

function parseMap(text: string, { notation, from, close, depth }: Inside): Parsed | null {
  const entries: (readonly [string, Written])[] = [];
  let at = skip(text, from);
  while (!text.startsWith(close, at)) {
    const gap = match(notation.gap, text, at);
    const key = gap === null ? parseKey(text, notation, at) : null;
    const arrow = key === null ? null : match(notation.arrow, text, key.end);
    const item = arrow === null ? null : parseWritten(text, notation, skip(text, arrow.end), depth + 1);
    if (key !== null && item !== null) entries.push([key.name, item.value]);
    const end = separate(text, { notation, close, at: gap?.end ?? item?.end ?? -1 });
    if (end === null) return null;
    at = end;
  }
  return { value: { kind: 'map', entries }, end: at + close.length };
}

/** Where the next item begins; `null` where it does not go on as a list does. */
function separate(
  text: string,
  { notation, close, at }: { readonly notation: Notation; readonly close: string; readonly at: number },
): number | null {
  if (at === -1) return null;
  const next = skip(text, at);
  if (text[next] === ',') return skip(text, next + 1);
  const before = text.slice(Math.max(0, at - 3), at);
  return text.startsWith(close, next) || before === '...' || match(notation.gap, text, next) !== null ? next : null;
}

function parseKey(text: string, notation: Notation, at: number): { readonly name: string; readonly end: number } | null {
  const isQuoted = text[at] === '"' || text[at] === "'";
  const identifier = isQuoted ? null : match(/[A-Za-z_$][\w$]*(?=\s*(?::|=>))/y, text, at);
  if (identifier !== null) return { name: identifier.found[0], end: identifier.end };
  const scalar = parseScalar(text, notation, at);
  return scalar !== null && 'text' in scalar.value ? { name: scalar.value.text, end: scalar.end } : null;
}

function parseScalar(text: string, notation: Notation, at: number): Parsed | null {
  for (const [pattern, toWritten] of notation.scalars) {
    const scalar = match(pattern, text, at);
    if (scalar !== null) return { value: toWritten(scalar.found), end: scalar.end };
  }
  return null;
}

function match(pattern: RegExp | undefined, text: string, at: number): { readonly found: RegExpExecArray; readonly end: number } | null {
  if (pattern === undefined) return null;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? null : { found, end: at + found[0].length };
}

function skip(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) <= 32) next += 1;
  return next;
}
