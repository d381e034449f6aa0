import { readDeclarations } from './declarations.ts';
import { findExecuted } from './dynamic.ts';
import { type Fragment, toFragment } from './fragment.ts';
import { namesIn, type Scope, within } from './scope.ts';
import { findSubSelects } from './sub-selects.ts';
import { findWord, splitWords, type Word, wordsOf } from './words.ts';

const queryWords: ReadonlySet<string> = new Set(['select', 'with', 'values', 'table', 'insert', 'update', 'delete', 'merge', '(', 'explain']);
/** Statements of plpgsql that hold expressions only. */
const plainWords: ReadonlySet<string> = new Set(['raise', 'assert', 'exit', 'continue', 'get', 'close', 'null', 'commit', 'rollback', 'call']);

/** Finds the statements of a body in plpgsql, each with the names that can be used in it. */
export function findInPlpgsql(text: string, outer: Scope): readonly Fragment[] {
  const words = wordsOf(text);
  const found: Fragment[] = [];
  const outside: Scope[] = [];
  let scope = within(outer, [
    ['found', { type: 'boolean' }],
    ['sqlstate', { type: 'text' }],
    ['sqlerrm', { type: 'text' }],
  ]);
  let labels: string[] = [];
  let declared: Scope | null = null;
  let at = 0;

  const wordAt = (index: number): string => words[index]?.word ?? '';
  const open = (inner: Scope = scope): void => {
    outside.push(scope);
    scope = within(inner, [], labels);
    labels = [];
    declared = null;
  };
  const readExpression = (from: number, stops: readonly string[]): number => {
    const end = findWord(words, from, stops);
    found.push(...findSubSelects(words.slice(from, end), scope));
    return end;
  };
  const readStatement = (from: number, stops: readonly string[]): number => {
    const end = findWord(words, from, stops);
    const piece = words.slice(from, end);
    const [first, last] = [piece[0], piece.at(-1)];
    if (first !== undefined && last !== undefined) found.push(toFragment(first.start, last.end, scope, toEdits(piece)));
    return end;
  };
  const readExecute = (from: number, stops: readonly string[]): number => {
    const end = findWord(words, from, stops);
    const tail = findWord(words, from, ['into', 'using', ...stops]);
    const behind = findWord(words, from, ['using', ...stops]);
    const using = wordAt(behind) === 'using' ? words.slice(behind + 1, findWord(words, behind + 1, ['into', ...stops])) : [];
    found.push(...findExecuted({ text, words: words.slice(from, tail), using, scope }), ...findSubSelects(using, scope));
    return end;
  };
  const readFor = (from: number): number => {
    const inside = findWord(words, from, ['in']);
    const names = splitWords(words.slice(from + 1, inside)).map(([name]) =>
      name === undefined ? '' : (namesIn(text.slice(name.start, name.end))[0] ?? ''),
    );
    const start = inside + (wordAt(inside + 1) === 'reverse' ? 2 : 1);
    const loop = findWord(words, start, ['loop']);
    const isCount = isRange(words.slice(start, loop));
    const isQuery = queryWords.has(wordAt(start)) && !isCount;
    if (wordAt(start) === 'execute') readExecute(start + 1, ['loop']);
    else if (isQuery) readStatement(start, ['loop']);
    else readExpression(wordAt(start) === 'array' && wordAt(from) === 'foreach' ? start + 1 : start, ['loop']);
    const isOwn = isCount || (!isQuery && wordAt(start) !== 'execute' && wordAt(from) === 'for');
    open(
      isOwn
        ? within(
            scope,
            names.map((name) => [name, { type: isCount ? 'integer' : 'record' }] as const),
          )
        : scope,
    );
    return loop + 1;
  };
  /** `FETCH NEXT FROM c INTO x`, whose FROM is no query's. */
  const readDirection = (from: number): number => {
    const cursor = findWord(words, from, ['from', 'in', ';']);
    if (wordAt(cursor) !== ';') readExpression(from, ['from', 'in']);
    return findWord(words, from, [';']);
  };
  const readReturn = (from: number): number => {
    if (wordAt(from) === 'next') return readExpression(from + 1, [';']);
    if (wordAt(from) !== 'query') return readExpression(from, [';']);
    return wordAt(from + 1) === 'execute' ? readExecute(from + 2, [';']) : readStatement(from + 1, [';']);
  };
  const readOpen = (from: number): number => {
    const query = findWord(words, from, ['for', ';']);
    if (wordAt(query) !== 'for') return readExpression(from, [';']);
    return wordAt(query + 1) === 'execute' ? readExecute(query + 2, [';']) : readStatement(query + 1, [';']);
  };

  while (at < words.length) {
    const word = wordAt(at);
    if (word === '<' && wordAt(at + 1) === '<') {
      const label = words[at + 2];
      if (label !== undefined) labels.push(...namesIn(text.slice(label.start, label.end)));
      at += 5;
    } else if (word === '#') at += 3;
    else if (word === 'declare') {
      const { next, ...declarations } = readDeclarations(text, words, { from: at + 1, outer: scope });
      declared = declarations.scope;
      found.push(...declarations.fragments);
      at = next;
    } else if (word === 'begin') {
      open(declared ?? scope);
      at += 1;
    } else if (word === 'loop') {
      open();
      at += 1;
    } else if (word === 'if' || word === 'while' || word === 'case') {
      const end = readExpression(at + 1, [word === 'if' ? 'then' : word === 'while' ? 'loop' : 'when']);
      open();
      at = word === 'case' ? end : end + 1;
    } else if (word === 'elsif' || word === 'elseif' || word === 'when') at = readExpression(at + 1, ['then']) + 1;
    else if (word === 'for' || word === 'foreach') at = readFor(at);
    else if (word === 'end') {
      scope = outside.pop() ?? scope;
      at = findWord(words, at, [';']) + 1;
    } else if (word === ';' || word === 'else' || word === 'exception') at += 1;
    else if (word === 'return') at = readReturn(at + 1);
    else if (word === 'execute') at = readExecute(at + 1, [';']);
    else if (word === 'open') at = readOpen(at + 1);
    else if (word === 'fetch' || word === 'move') at = readDirection(at + 1);
    else if (plainWords.has(word)) at = readExpression(at + 1, [';']);
    else {
      const value = findAssigned(words, at);
      found.push(...findSubSelects(words.slice(at, value ?? at), scope));
      at = value === null ? readStatement(at, [';']) : readExpression(value, [';']);
    }
  }
  return found;
}

/** `1..10`; a number takes the first of the two dots. */
function isRange(words: readonly Word[]): boolean {
  return words.some(({ word, end }, index) => {
    const next = words[index + 1];
    return word.includes('..') || (word.endsWith('.') && next?.start === end && next.word.startsWith('.'));
  });
}

/** Where the value begins of an assignment (`x := …`, `r.f = …`, `a[1] := …`); `null` for every other statement. */
function findAssigned(words: readonly Word[], from: number): number | null {
  const kind = words[from]?.kind;
  if (kind !== 'name' && kind !== 'quoted' && kind !== 'parameter') return null;
  let at = from + 1;
  for (;;) {
    const word = words[at]?.word;
    if (word === '.') at += 2;
    else if (word === '[') at = findWord(words, at + 1, [']']) + 1;
    else break;
  }
  if (words[at]?.word === ':' && words[at + 1]?.word === '=') return at + 2;
  return words[at]?.word === '=' ? at + 1 : null;
}

/** PERFORM is a SELECT, and INTO with its variables is none of SQL's. */
function toEdits(words: readonly Word[]): Fragment['edits'] {
  const [first] = words;
  if (first?.word === 'perform') return [{ start: first.start, end: first.end, text: 'SELECT' }];
  const into = words.findIndex(({ word }, index) => word === 'into' && !['insert', 'merge'].includes(words[index - 1]?.word ?? ''));
  const start = words[into];
  if (start === undefined) return [];
  let last = into + (words[into + 1]?.word === 'strict' ? 2 : 1);
  for (;;) {
    while (words[last + 1]?.word === '.') last += 2;
    if (words[last + 1]?.word === '[') last = findWord(words, last + 2, [']']);
    if (words[last + 1]?.word !== ',') break;
    last += 2;
  }
  return [{ start: start.start, end: words[last]?.end ?? start.end, text: ' ' }];
}
