import { type Token, tokensOf } from './tokens.ts';

/** A statement's text without what may change while it stays the same statement: white space, comments and the case of bare words. Constants are exact. */
export function toNormalText(sql: string): string {
  return join(wordsOf(sql));
}

/** The same for a captured statement, which is sent with other constants each time, and with lists of any length. Its parameters are numbered as they appear. */
export function toNormalShape(sql: string): string {
  const words = wordsOf(sql);
  const numbers = new Map<string, number>();
  const shape: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    const close = isList(words, at) ? endOfList(words, at + 1) : -1;
    shape.push(word.kind === 'string' || word.kind === 'number' ? { kind: 'number', text: '?' } : numbered(word, numbers));
    if (close === -1) continue;
    shape.push({ kind: 'symbol', text: '(' }, { kind: 'number', text: '…' }, { kind: 'symbol', text: ')' });
    at = close;
  }
  return join(shape);
}

interface Word {
  readonly kind: Token['kind'];
  readonly text: string;
}

function wordsOf(sql: string): readonly Word[] {
  const words: Word[] = [];
  let previousEnd = -1;
  for (const { kind, start, end } of tokensOf(sql)) {
    if (kind === 'space' || kind === 'comment') continue;
    const text = sql.slice(start, end);
    const last = words.at(-1);
    // Operators are made of characters that touch each other; `a < @ b` is not `a <@ b`.
    if (kind === 'symbol' && start === previousEnd && last !== undefined && isOperator(last.text) && isOperator(text))
      words[words.length - 1] = { kind, text: last.text + text };
    else words.push({ kind, text: kind === 'name' ? text.toLowerCase() : text });
    previousEnd = end;
  }
  return words.flatMap(splitSign);
}

/** `=-1` is `= -1`, as PostgreSQL reads it. */
function splitSign(word: Word): readonly Word[] {
  const [, operator, sign] = /^([*/<>=+-]+)([+-])$/.exec(word.text) ?? [];
  return word.kind !== 'symbol' || operator === undefined || sign === undefined
    ? [word]
    : [
        { kind: 'symbol', text: operator },
        { kind: 'symbol', text: sign },
      ];
}

function isOperator(text: string): boolean {
  return /^[-+*/<>=~!@#%^&|`?:]+$/.test(text);
}

function join(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

function isList(words: readonly Word[], at: number): boolean {
  return words[at]?.kind === 'name' && (words[at].text === 'in' || words[at].text === 'array') && /^[([]$/.test(words[at + 1]?.text ?? '');
}

/** Where the list that opens at `open` closes; -1 where it holds more than constants and parameters. */
function endOfList(words: readonly Word[], open: number): number {
  let depth = 0;
  for (let at = open; at < words.length; at += 1) {
    const { kind, text } = words[at] as Word;
    if (text === '(' || text === '[') depth += 1;
    else if (text === ')' || text === ']') depth -= 1;
    else if (kind !== 'string' && kind !== 'number' && kind !== 'parameter' && text !== ',' && text !== '-') return -1;
    if (depth === 0) return at;
  }
  return -1;
}

function numbered(word: Word, numbers: Map<string, number>): Word {
  if (word.kind !== 'parameter') return word;
  const number = numbers.get(word.text) ?? numbers.size + 1;
  numbers.set(word.text, number);
  return { kind: 'parameter', text: `$${number}` };
}
