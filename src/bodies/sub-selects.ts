import { type Fragment, toFragment } from './fragment.ts';
import type { Scope } from './scope.ts';
import { closingWord, findWord, type Word } from './words.ts';

const queryWords: ReadonlySet<string> = new Set(['select', 'with', 'values', 'table']);

/** The statements inside an expression: its sub-selects, or the whole where it has a FROM of its own, as `x := count(*) FROM t` has. */
export function findSubSelects(words: readonly Word[], scope: Scope): readonly Fragment[] {
  const from = findWord(words, 0, ['from']);
  const [first, last] = [words[0], words.at(-1)];
  if (from < words.length && words[from - 1]?.word !== 'distinct' && first !== undefined && last !== undefined)
    return [toFragment(first.start, last.end, scope, [{ start: first.start, end: first.start, text: 'SELECT ' }])];
  const found: Fragment[] = [];
  for (let index = 0; index < words.length; index += 1) {
    if (words[index]?.word !== '(' || !queryWords.has(words[index + 1]?.word ?? '')) continue;
    const close = closingWord(words, index);
    const [inner, end] = [words[index + 1], words[close - 1]];
    if (inner !== undefined && end !== undefined) found.push(toFragment(inner.start, end.end, scope));
    index = close;
  }
  return found;
}
