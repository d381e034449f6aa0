import { type Token, tokensOf, wordOf } from '../../../sql/tokens.ts';

/** Words behind which an expression stands that compares, limits or computes with a value. */
const before: ReadonlySet<string> = new Set([
  'like',
  'ilike',
  'between',
  'symmetric',
  'limit',
  'offset',
  'to',
  'first',
  'next',
  'then',
  'else',
  'escape',
]);
/** Words whose parentheses hold values. */
const lists: ReadonlySet<string> = new Set(['in', 'any', 'all', 'some', 'values']);
/** Words whose parentheses do not make a function's arguments of what is inside. */
const noFunctions: ReadonlySet<string> = new Set(
  'select where and or not on from join using by having with as exists over filter when case case set returning union intersect except lateral only into array materialized conflict'.split(
    ' ',
  ),
);
const operator = /^[=<>~!@#%^&|/?+-]$/;

interface Open {
  readonly symbol: string;
  /** Its commas separate values. */
  readonly holdsValues: boolean;
}

/**
 * Whether only a value is to be expected behind a text: behind an operator, behind LIMIT, in VALUES or IN (…), among a function's arguments. Where a condition, a
 * column, a table or a clause could stand as well, it is not.
 */
export function isValuePlace(text: string): boolean {
  const open: Open[] = [];
  let previous: { readonly token: Token; readonly word: string } | null = null;
  let betweens = 0;
  let isInValues = false;
  let isValue = false;
  for (const token of tokensOf(text)) {
    if (token.fault !== null) return false;
    if (token.kind === 'space' || token.kind === 'comment') {
      if (token.kind === 'comment' && token.end === text.length && text.startsWith('--', token.start)) return false;
      continue;
    }
    const word = wordOf(text, token);
    if (token.kind === 'symbol' && (word === '(' || word === '[')) {
      const isRow = isInValues && open.length === 0 && previous?.word === ',';
      const holdsValues = isRow || holdsValuesBehind(previous, word, open.at(-1));
      open.push({ symbol: word, holdsValues });
      isValue = holdsValues;
    } else if (token.kind === 'symbol' && (word === ')' || word === ']')) {
      open.pop();
      isValue = false;
    } else if (token.kind === 'symbol' && word === ',') isValue = open.at(-1)?.holdsValues ?? false;
    // `SELECT *` is no product.
    else if (token.kind === 'symbol') isValue = operator.test(word) || (word === '*' && isOperand(previous));
    else if (token.kind === 'name' && word === 'between') {
      betweens += 1;
      isValue = true;
    } else if (token.kind === 'name' && word === 'and' && betweens > 0) {
      betweens -= 1;
      isValue = true;
    } else isValue = token.kind === 'name' && before.has(word);
    if (token.kind === 'name') isInValues = word === 'values' || (isInValues && open.length > 0);
    previous = { token, word };
  }
  return isValue && previous !== null;
}

function holdsValuesBehind(previous: { readonly token: Token; readonly word: string } | null, symbol: string, around: Open | undefined): boolean {
  if (previous === null) return false;
  const { token, word } = previous;
  if (symbol === '[') return word === 'array' || (around?.holdsValues ?? false);
  if (token.kind === 'name') return lists.has(word) || !(noFunctions.has(word) || before.has(word));
  if (token.kind === 'quoted') return false;
  return token.kind === 'symbol' && operator.test(word);
}

function isOperand(previous: { readonly token: Token; readonly word: string } | null): boolean {
  if (previous === null) return false;
  const { token, word } = previous;
  return (
    token.kind === 'number' || token.kind === 'parameter' || word === ')' || (token.kind === 'name' && !noFunctions.has(word) && word !== 'distinct')
  );
}
