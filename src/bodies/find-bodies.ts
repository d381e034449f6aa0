import { as } from '../sql/parse.ts';
import { splitSql } from '../sql/split.ts';
import type { Conflict } from './bind.ts';
import { type Body, findQuotedBody, toBody } from './body.ts';
import type { Definition } from './definitions.ts';
import { type Fragment, toFragment } from './fragment.ts';
import { findInPlpgsql } from './plpgsql.ts';
import type { Routine } from './routines.ts';
import { noScope, type Scope, within } from './scope.ts';
import { findSubSelects } from './sub-selects.ts';
import { closingWord, findWord, wordsOf } from './words.ts';

/** Statements of one body, and how its names are read. */
export interface Found {
  readonly body: Body;
  readonly fragments: readonly Fragment[];
  readonly conflict: Conflict;
}

/** The same, with the name that reports give them and the path they look names up in. */
export interface NamedBody extends Found {
  readonly name: string | null;
  readonly searchPath: string | null;
}

/** The statements of a function's body. */
export function findInRoutine(body: Body, { language, scope, conflict }: Pick<Routine, 'language' | 'scope' | 'conflict'>): Found {
  if (language === 'plpgsql') return { body, fragments: findInPlpgsql(body.text, scope), conflict: conflictOf(body.text, conflict) };
  const pieces = splitSql(body.text).pieces.map(({ start, end }) => toFragment(start, end, scope));
  return { body, fragments: pieces, conflict: 'column' };
}

/** A definition whose body is not read. */
export function findUnread(definition: Definition, why: string | NonNullable<Fragment['unread']>): Found {
  const { sql } = definition.piece;
  const unread = typeof why === 'string' ? ({ status: 'inconclusive', reason: why } as const) : why;
  const fragment = { ...toFragment(0, sql.length, noScope), unread };
  return { body: toBody(definition, { start: 0, end: sql.length }), fragments: [fragment], conflict: 'column' };
}

/** `#variable_conflict use_column`, at the head of a body. */
function conflictOf(text: string, setting: string | null): Conflict {
  const [, written] = /^\s*(?:#\w+[ \t]+\w+\s+)*?#\s*variable_conflict\s+(\w+)/i.exec(text) ?? [];
  const way = (written ?? setting ?? 'error').toLowerCase();
  return way === 'use_column' ? 'column' : way === 'use_variable' ? 'variable' : 'error';
}

/** The statements of a body in the standard's syntax: `BEGIN ATOMIC … END`, or `RETURN …`. */
export function findInStandard(definition: Definition, scope: Scope): Found {
  const { sql } = definition.piece;
  const words = wordsOf(sql);
  const atomic = words.findIndex(({ word }, index) => word === 'atomic' && words[index - 1]?.word === 'begin');
  const [begin, end] = [words[atomic], words.at(-1)];
  if (atomic !== -1 && begin !== undefined && end !== undefined) {
    const body = toBody(definition, { start: begin.end, end: end.start });
    return { body, fragments: splitSql(body.text).pieces.map((piece) => toFragment(piece.start, piece.end, scope)), conflict: 'column' };
  }
  const body = toBody(definition, { start: 0, end: sql.length });
  return { body, fragments: findSubSelects(words.slice(findWord(words, 0, ['return']) + 1), scope), conflict: 'column' };
}

/** The block of a DO. */
export function findInBlock(definition: Definition): Found {
  const options = (as(definition.tree, 'DoStmt')?.args ?? []).flatMap((option) => as(option, 'DefElem') ?? []);
  const language = as(options.find(({ defname }) => defname === 'language')?.arg, 'String')?.sval ?? 'plpgsql';
  if (language !== 'plpgsql') return findUnread(definition, `planlint does not read ${language}`);
  const body = findQuotedBody(definition);
  if (body === null) return findUnread(definition, escaped);
  return findInRoutine(body, { language: 'plpgsql', scope: noScope, conflict: null });
}

/** Why a body is not read that is in a string of escapes. */
export const escaped = 'its body is a string with escapes, which planlint does not read';

/** The commands of a rule, which know the old and the new row, and what its condition reads. */
export function findInRule(definition: Definition, table: string): Found {
  const { sql } = definition.piece;
  const row = { type: `${table}%ROWTYPE` };
  const scope = within(noScope, [
    ['new', row],
    ['old', row],
  ]);
  const words = wordsOf(sql);
  const start = findWord(words, 0, ['do']);
  const condition = findWord(words, 0, ['where', 'do']);
  const commands = words.slice(start + 1).filter(({ word }, index) => index > 0 || (word !== 'also' && word !== 'instead'));
  const inner = commands[0]?.word === '(' && closingWord(commands, 0) === commands.length - 1 ? commands.slice(1, -1) : commands;
  const fragments: Fragment[] = [...findSubSelects(words.slice(condition + 1, start), scope)];
  for (let from = 0; from < inner.length; ) {
    const end = findWord(inner, from, [';']);
    const [first, last] = [inner[from], inner[end - 1]];
    if (first !== undefined && last !== undefined && end > from && first.word !== 'nothing') fragments.push(toFragment(first.start, last.end, scope));
    from = end + 1;
  }
  return { body: toBody(definition, { start: 0, end: sql.length }), fragments, conflict: 'column' };
}

/** The sub-selects of one condition of a policy, in which the columns of its table stand for a row's. */
export function findInPolicy(definition: Definition, clause: 'using' | 'check', table: string): Found {
  const { sql } = definition.piece;
  const words = wordsOf(sql);
  const written = as(definition.tree, 'CreatePolicyStmt')?.table ?? as(definition.tree, 'AlterPolicyStmt')?.table;
  const scope: Scope = { ...within(noScope, [[written?.relname ?? '', { type: `${table}%ROWTYPE` }]]), row: table };
  const open = findWord(words, 0, [clause]) + 1;
  const condition = words.slice(open, words[open]?.word === '(' ? closingWord(words, open) + 1 : open);
  return { body: toBody(definition, { start: 0, end: sql.length }), fragments: findSubSelects(condition, scope), conflict: 'column' };
}
