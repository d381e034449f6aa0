/** A text without its comments, save those that speak to planlint, and with a mark in the place of each constant. */
export interface Skeleton {
  readonly key: string;
  /** The constants as they are written, in their order, and where they begin. */
  readonly literals: readonly string[];
  readonly starts: readonly number[];
}

const code = { quote: 39, identifier: 34, dollar: 36, dash: 45, star: 42, point: 46, backslash: 92 };

/** A digit, a quote, a `$`, or what begins a comment that is no hint. */
const special = /[\d'"$]|--|\/\*(?!\+)/g;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

/** Texts of one skeleton differ in constants and comments alone. It is made to be fast: of text that is no SQL it is a key still, and no more. */
export function toSkeleton(sql: string): Skeleton {
  const literals: string[] = [];
  const starts: number[] = [];
  let key = '';
  // What is said to planlint of one of two equal statements is not said of the other.
  let said = '';
  let from = 0;
  special.lastIndex = 0;
  while (special.test(sql)) {
    const last = special.lastIndex - 1;
    const character = sql.charCodeAt(last);
    const isComment = character === code.dash || character === code.star;
    const start = isComment ? last - 1 : last;
    const end = endOf(sql, start, character);
    special.lastIndex = end;
    const isPart = character === code.identifier || (character !== code.quote && !isComment && isOfName(sql.charCodeAt(start - 1)));
    if (isPart || (character === code.dollar && sql.charCodeAt(end - 1) !== code.dollar)) continue;
    key += sql.slice(from, start);
    from = end;
    if (isComment) {
      const comment = sql.slice(start, end);
      if (comment.includes('planlint')) said += comment;
      continue;
    }
    key += isDigit(character) ? '\u0001' : '\u0002';
    literals.push(sql.slice(start, end));
    starts.push(start);
  }
  return { key: from === 0 ? sql : (key + sql.slice(from)).trim() + said, literals, starts };
}

/** Behind a number, a string, an identifier, a parameter, a dollar quote or a comment that begins at `start`. */
function endOf(sql: string, start: number, character: number): number {
  if (character === code.quote) return endOfString(sql, start);
  if (character === code.identifier) return behind(sql, '"', start + 1);
  if (character === code.dash) return behind(sql, '\n', start);
  if (character === code.star) return behind(sql, '*/', start + 2);
  dollarTag.lastIndex = start;
  const tag = character === code.dollar ? dollarTag.exec(sql)?.[0] : undefined;
  return tag === undefined ? endOfNumber(sql, start) : behind(sql, tag, start + tag.length);
}

function endOfNumber(sql: string, start: number): number {
  let at = start + 1;
  for (let next = sql.charCodeAt(at); isOfName(next) || next === code.point; next = sql.charCodeAt(at)) at += 1;
  return at;
}

function endOfString(sql: string, start: number): number {
  const isEscaped = (sql.charCodeAt(start - 1) | 32) === 101 && !isOfName(sql.charCodeAt(start - 2));
  for (let at = sql.indexOf("'", start + 1); at !== -1; at = sql.indexOf("'", at + 1)) {
    if (isEscaped && isBackslashed(sql, at)) continue;
    if (sql.charCodeAt(at + 1) !== code.quote) return at + 1;
    at += 1;
  }
  return sql.length;
}

function isBackslashed(sql: string, at: number): boolean {
  let start = at;
  while (sql.charCodeAt(start - 1) === code.backslash) start -= 1;
  return (at - start) % 2 === 1;
}

function behind(sql: string, closing: string, from: number): number {
  const at = sql.indexOf(closing, from);
  return at === -1 ? sql.length : at + closing.length;
}

function isDigit(one: number): boolean {
  return one >= 48 && one <= 57;
}

function isOfName(one: number): boolean {
  return (one >= 97 && one <= 122) || (one >= 48 && one <= 57) || one === 95 || (one >= 65 && one <= 90) || one === code.dollar || one >= 128;
}

/** The text with each number as a parameter, and each string as a string that says which parameter it stands for: types are written in front of strings alone. */
export function numberLiterals(sql: string, highest: number): string {
  const { literals, starts } = toSkeleton(sql);
  let numbered = '';
  let from = 0;
  for (const [index, literal] of literals.entries()) {
    const start = starts[index] ?? 0;
    const number = highest + index + 1;
    numbered += sql.slice(from, start) + (isDigit(literal.charCodeAt(0)) ? `$${number}` : `'${standIn}${number}'`);
    from = start + literal.length;
  }
  return numbered + sql.slice(from);
}

const standIn = '\u0001';

/** The number of the parameter that a string of such a text stands for; `null` where it is another string. */
export function standsFor(text: string): number | null {
  return text.startsWith(standIn) ? Number(text.slice(standIn.length)) : null;
}
