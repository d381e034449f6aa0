import { type Token, tokensOf, wordOf } from '../sql/tokens.ts';

/** A token that is neither blank nor comment. */
export interface Word extends Token {
  /** In lower case, as keywords are told; empty for strings and quoted names. */
  readonly word: string;
}

/** The tokens of a piece of a text; a number that runs into `..` ends before it. */
export function wordsOf(text: string, start = 0, end = text.length): readonly Word[] {
  const words: Word[] = [];
  for (const token of tokensOf(text.slice(0, end), start)) {
    if (token.kind === 'space' || token.kind === 'comment') continue;
    words.push({ ...token, word: token.kind === 'string' || token.kind === 'quoted' ? '' : wordOf(text, token) });
  }
  return words;
}

/** The index of the first of these words outside parentheses, from `from` on; the number of words where there is none. */
export function findWord(words: readonly Word[], from: number, stops: readonly string[]): number {
  let depth = 0;
  for (let index = from; index < words.length; index += 1) {
    const word = words[index]?.word ?? '';
    if (depth <= 0 && stops.includes(word)) return index;
    if (word === '(' || word === '[') depth += 1;
    if (word === ')' || word === ']') depth -= 1;
  }
  return words.length;
}

/** The index of the parenthesis that closes the one at `open`. */
export function closingWord(words: readonly Word[], open: number): number {
  let depth = 0;
  for (let index = open; index < words.length; index += 1) {
    if (words[index]?.word === '(') depth += 1;
    if (words[index]?.word === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return words.length;
}

/** Splits words at the commas outside parentheses. */
export function splitWords(words: readonly Word[]): readonly (readonly Word[])[] {
  const items: (readonly Word[])[] = [];
  let start = 0;
  for (let comma = findWord(words, 0, [',']); comma < words.length; comma = findWord(words, start, [','])) {
    items.push(words.slice(start, comma));
    start = comma + 1;
  }
  return start < words.length ? [...items, words.slice(start)] : items;
}
