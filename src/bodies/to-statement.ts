import { parseAnnotations } from '../source/annotations.ts';
import type { Directive } from '../source/directive.ts';
import type { Statement } from '../source/statement.ts';
import type { Edit } from '../sql/edits.ts';
import { createLocator } from '../sql/line-starts.ts';
import { as } from '../sql/parse.ts';
import type { Position } from '../sql/span.ts';
import { tableSpan } from '../sql/spans.ts';
import type { Bound } from './bind.ts';
import { toRaw } from './body.ts';
import type { Definition } from './definitions.ts';
import type { NamedBody } from './find-bodies.ts';
import type { Fragment } from './fragment.ts';
import { wordsOf } from './words.ts';

/** A query that stands in a file by itself. */
export function pieceToStatement(definition: Definition): Statement {
  const { file, piece, searchPath, covering } = definition;
  const placeOf = (offset: number) => ({ path: file.path, ...positionIn(file, offset) });
  const { directives, ...annotations } = parseAnnotations(piece, placeOf);
  const standing = { edits: [withoutTarget(definition)], searchPath, unread: null, isView: false };
  return {
    path: file.path,
    ...positionIn(file, piece.start),
    ...annotations,
    directives: [...directives, ...covering],
    sql: piece.sql,
    captured: false,
    plan: null,
    calls: 1,
    standing,
  };
}

/** The table that a `SELECT … INTO t` makes is there already. */
function withoutTarget({ piece: { sql }, tree }: Definition): readonly Edit[] {
  const at = as(tree, 'SelectStmt')?.intoClause?.rel?.location;
  if (at === undefined) return [];
  const into = wordsOf(sql, 0, at).findLast(({ word }) => word === 'into');
  return into === undefined ? [] : [{ start: into.start, end: tableSpan(sql, at).end, text: ' ' }];
}

/** A statement of a body; `bound` is `null` where its text could not be read. */
export function fragmentToStatement(
  { body, name, searchPath }: NamedBody,
  { fragment, bound, directives }: { readonly fragment: Fragment; readonly bound: Bound | null; readonly directives: readonly Directive[] },
): Statement {
  const { file } = body.definition;
  const { span, edits } = toRaw(body, fragment, bound?.edits ?? []);
  const reason = bound === null ? "planlint's parser does not read it" : bound.doubt;
  const unread = fragment.unread ?? (reason === null ? null : ({ status: 'inconclusive', reason } as const));
  return {
    path: file.path,
    ...positionIn(file, body.base + span.start),
    name,
    sql: body.raw.slice(span.start, span.end),
    captured: false,
    plan: null,
    parameters: bound === null || bound.types.size === 0 ? null : { from: 'given', values: new Map(), types: bound.types },
    directives,
    calls: 1,
    standing: { edits: [edits], searchPath, unread, isView: false },
  };
}

/** Where an offset stands in a file. Large files have many statements: lines are counted once. */
export function positionIn(file: { readonly text: string }, offset: number): Position {
  const locate = locators.get(file) ?? createLocator(file.text);
  locators.set(file, locate);
  return locate(offset);
}

const locators = new WeakMap<object, (offset: number) => Position>();
