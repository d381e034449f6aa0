import type { Edit } from '../sql/edits.ts';
import type { Fragment } from './fragment.ts';
import { namesIn, type Scope } from './scope.ts';
import { findSubSelects } from './sub-selects.ts';
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

/** Commands that read no rows of their own. */
const commands =
  /^\s*(?:alter|analyze|call|cluster|comment|copy(?!\s*(?:\(|%|$))|create|discard|drop|grant|listen|lock|notify|refresh|reindex|reset|revoke|set|truncate|unlisten|vacuum)\b/i;
/** A table, or a materialized view, that is made of a query. */
const made = /^\s*create\s+(?:(?:temp|temporary|unlogged)\s+)?(?:table|materialized)\b/i;
const query = /\bselect\b|(?<!\b(?:always|default)\s+)\bas\b/i;

/** The statement of an EXECUTE: the text of its string, else that it is put together while the body runs. What clearly is no query is passed over. */
export function findExecuted({ text, words, using, scope }: Execute): readonly Fragment[] {
  const [first, ...others] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return [];
  const literal = others.length === 0 ? readLiteral(text, first) : null;
  if (literal !== null) {
    const types = splitWords(using).map((item) => (item.length === 1 ? typeOf(text, item[0], scope) : null));
    const unread = /^\s*do\b/i.test(text.slice(literal.start, literal.end)) ? inconclusive('planlint does not read a block inside a string') : null;
    return [{ ...literal, scope, using: types, unread }];
  }
  const command = findCommand(text, words);
  const unread = command === null ? inconclusive(composed) : ({ status: 'skipped', reason: command } as const);
  return [{ start: first.start, end: last.end, edits: [], scope, using: [], unread }, ...findSubSelects(words, scope)];
}

const composed = 'it is put together while the body runs, so that the text does not say what it reads';

function inconclusive(reason: string): Fragment['unread'] {
  return { status: 'inconclusive', reason };
}

/** The command that an expression begins with; `null` where that is not known, or it may be one that reads. */
function findCommand(text: string, words: readonly Word[]): string | null {
  const opening = words[0]?.word === 'format' && words[1]?.word === '(' ? words[2] : words[0];
  const texts = words.flatMap((word) => textOf(text, word) ?? []);
  const beginning = opening === undefined ? null : textOf(text, opening);
  if (beginning === null || !commands.test(beginning)) return null;
  if (made.test(beginning) && texts.some((one) => query.test(one))) return null;
  const [command = ''] = /[A-Za-z]+(?:\s+[A-Za-z]+)?/.exec(beginning) ?? [];
  return command.toUpperCase().replace(/\s+/g, ' ');
}

function textOf(text: string, word: Word): string | null {
  const literal = readLiteral(text, word);
  return literal === null ? null : text.slice(literal.start, literal.end);
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
