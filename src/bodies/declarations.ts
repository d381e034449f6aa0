import { type Fragment, toFragment } from './fragment.ts';
import { namesIn, type Scope, type Variable, within } from './scope.ts';
import { findSubSelects } from './sub-selects.ts';
import { closingWord, findWord, splitWords, type Word } from './words.ts';

export interface Declarations {
  readonly scope: Scope;
  readonly fragments: readonly Fragment[];
  /** The index of what follows: the BEGIN. */
  readonly next: number;
}

const endsType = ['collate', 'not', 'default', ':', '=', ';'];

/** Reads what stands between DECLARE and BEGIN. */
export function readDeclarations(
  text: string,
  words: readonly Word[],
  { from, outer }: { readonly from: number; readonly outer: Scope },
): Declarations {
  const fragments: Fragment[] = [];
  let scope = outer;
  let at = from;
  while (at < words.length && words[at]?.word !== 'begin') {
    const end = findWord(words, at, [';']);
    const declared = words.slice(at, end);
    const { variable, found } = readDeclaration(text, declared, scope);
    fragments.push(...found);
    const [name] = declared[0] === undefined ? [] : namesIn(text.slice(declared[0].start, declared[0].end));
    if (name !== undefined) scope = within(scope, [[name, variable]]);
    at = end + 1;
  }
  return { scope, fragments, next: at };
}

function readDeclaration(text: string, words: readonly Word[], scope: Scope): { readonly variable: Variable; readonly found: readonly Fragment[] } {
  const second = words[1]?.word;
  if (second === 'alias') return { variable: variableOf(text, words[3], scope), found: [] };
  const cursor = words.findIndex(({ word }, index) => word === 'cursor' && index < 4);
  if (cursor !== -1) return { variable: { type: 'refcursor' }, found: readCursor(text, words.slice(cursor + 1), scope) };
  const from = second === 'constant' ? 2 : 1;
  const end = findWord(words, from, endsType);
  const value = findWord(words, end, ['default', '=']);
  return { variable: { type: typeIn(text, words.slice(from, end), scope) }, found: findSubSelects(words.slice(value + 1), scope) };
}

/** `c CURSOR (a integer) FOR SELECT …` */
function readCursor(text: string, words: readonly Word[], scope: Scope): readonly Fragment[] {
  const close = words[0]?.word === '(' ? closingWord(words, 0) : 0;
  const given = splitWords(words.slice(1, close)).flatMap(([name, ...type]) =>
    name === undefined ? [] : [[namesIn(text.slice(name.start, name.end))[0] ?? '', { type: typeIn(text, type, scope) }] as const],
  );
  const query = words.slice(findWord(words, close, ['for', 'is']) + 1);
  const [first, last] = [query[0], query.at(-1)];
  return first === undefined || last === undefined ? [] : [toFragment(first.start, last.end, within(scope, given))];
}

/** A type as it is written; one that is another variable's is that one's. */
function typeIn(text: string, words: readonly Word[], scope: Scope): string | null {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return null;
  const type = text.slice(first.start, last.end);
  const [variable, ...others] = /%\s*type$/i.test(type) ? namesIn(type).slice(0, -1) : [];
  return variable !== undefined && others.length === 0 ? (scope.variables.get(variable)?.type ?? null) : type;
}

function variableOf(text: string, word: Word | undefined, { variables }: Scope): Variable {
  const name = word === undefined ? '' : word.kind === 'parameter' ? word.word : (namesIn(text.slice(word.start, word.end))[0] ?? '');
  return variables.get(name) ?? { type: null };
}
