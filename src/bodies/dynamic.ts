import type { Edit } from '../sql/edits.ts';
import type { Fragment } from './fragment.ts';
import { namesIn, type Scope } from './scope.ts';
import { splitWords, type Word } from './words.ts';

/** An EXECUTE, in a body. */
export interface Execute {
  readonly text: string;
  /** The expression that gives the statement. */
  readonly words: readonly Word[];
  /** What stands behind USING. */
  readonly using: readonly Word[];
  readonly scope: Scope;
}

const judged = /^(?:select|insert|update|delete|merge|with|values|table)\b/i;

/** The statement of an EXECUTE: the text of its string, else that it is put together while the body runs. What clearly is no query is passed over. */
export function findExecuted({ text, words, using, scope }: Execute): readonly Fragment[] {
  const [first, ...others] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return [];
  const literal = others.length === 0 ? readLiteral(text, first) : null;
  if (literal !== null) {
    const types = splitWords(using).map((item) => (item.length === 1 ? typeOf(text, item[0], scope) : null));
    return [{ ...literal, scope, using: types, unread: null }];
  }
  const start = words.map((word) => readLiteral(text, word)).find((one) => one !== null);
  const beginning = start === undefined ? '' : text.slice(start.start, start.end).trimStart();
  const [command = ''] = /^[A-Za-z]+(?:\s+[A-Za-z]+)?/.exec(beginning) ?? [];
  const isQuery = command === '' || judged.test(beginning);
  const unread = isQuery
    ? ({ status: 'inconclusive', reason: 'it is put together while the body runs, so that the text does not say what it reads' } as const)
    : ({ status: 'skipped', reason: command.toUpperCase().replace(/\s+/g, ' ') } as const);
  return [{ start: first.start, end: last.end, edits: [], scope, using: [], unread }];
}

/** What is between the quotes of a string without escapes; a doubled quote stands for one. */
export function readLiteral(text: string, { kind, start, end }: Word): Pick<Fragment, 'start' | 'end' | 'edits'> | null {
  if (kind !== 'string') return null;
  const tag = /^\$\w*\$/.exec(text.slice(start, end))?.[0];
  if (tag !== undefined) return { start: start + tag.length, end: end - tag.length, edits: [] };
  if (text[start] !== "'") return null;
  const edits: Edit[] = [];
  for (let at = text.indexOf("''", start + 1); at !== -1 && at < end - 1; at = text.indexOf("''", at + 2))
    edits.push({ start: at, end: at + 2, text: "'" });
  return { start: start + 1, end: end - 1, edits };
}

function typeOf(text: string, word: Word | undefined, { variables }: Scope): string | null {
  if (word === undefined) return null;
  const [name = ''] = word.kind === 'parameter' ? [word.word] : namesIn(text.slice(word.start, word.end));
  return variables.get(name)?.type ?? null;
}
