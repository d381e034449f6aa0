import { type Catalog, qualify } from '../catalog/catalog.ts';
import { findMentions } from '../sql/mentions.ts';
import type { TextReference } from '../sql/references.ts';
import type { Span } from '../sql/span.ts';
import { expressionSpan, tableSpan } from '../sql/spans.ts';
import type { Binding, KeyBinding, Origin } from '../verdict.ts';
import type { Attribution } from './attribution.ts';
import type { BoundKey } from './bindings.ts';
import { chooseMention } from './chosen-mention.ts';
import { whyBound } from './why.ts';

/** A statement's text, its references, and the schema they are resolved in: what is needed to say where a binding is written. */
export interface Place {
  readonly sql: string;
  readonly references: readonly TextReference[];
  readonly catalog: Catalog;
}

/** Where the statement names what an attribution reads: the table, or the view or function around it; `null` where the text has no part in it. */
export function locateReference({ candidate }: Attribution, { sql }: Place): Span | null {
  if (candidate === null) return null;
  const { start, role } = candidate.outer;
  return role === 'function' ? expressionSpan(sql, start) : tableSpan(sql, start);
}

/** Adds to a key's binding where it comes from, the piece of the statement that says so, and why it binds as it does. */
export function locateKey({ part, binding }: BoundKey, attribution: Attribution, place: Place): KeyBinding {
  const { candidate } = attribution;
  const mentions = candidate === null ? [] : findMentions(part.name, candidate.outer, place.references);
  const mention = chooseMention(part, binding, { mentions, sql: place.sql });
  const isJoin = mention?.isJoin ?? isJoinedByName(part.name, attribution);
  const origin = originOf(binding, { attribution, isWritten: mention !== null, isJoin, catalog: place.catalog });
  const wrap = binding === 'wrapped' ? (mention?.wrap ?? null) : null;
  return { column: part.name, binding, origin, span: mention?.span ?? null, wrap, why: whyBound(part.name, binding, { origin, isJoin, wrap }) };
}

/** A join USING a column, or a NATURAL one, compares it without an expression of its own. */
function isJoinedByName(column: string, { candidate }: Attribution): boolean {
  return candidate?.outer.level.using.some((name) => name === null || name === column) === true;
}

interface Circumstances {
  readonly attribution: Attribution;
  readonly isWritten: boolean;
  readonly isJoin: boolean;
  readonly catalog: Catalog;
}

function originOf(binding: Binding, { attribution, isWritten, isJoin, catalog }: Circumstances): Origin | null {
  if (binding === 'missing' || binding === 'bound') return null;
  if (isJoin) return 'join';
  if (isWritten) return 'where';
  const through = attribution.candidate?.through ?? null;
  if (through !== null) return through.kind;
  return catalog.secured.has(qualify(attribution.root)) ? 'policy' : null;
}
