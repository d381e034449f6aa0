import { type Catalog, qualify } from '../catalog/catalog.ts';
import { findMentions } from '../sql/mentions.ts';
import type { TextReference } from '../sql/references.ts';
import type { Span } from '../sql/span.ts';
import { expressionSpan, tableSpan } from '../sql/spans.ts';
import type { Binding, KeyBinding, Origin, Reference } from '../verdict.ts';
import type { Attribution } from './attribution.ts';
import type { Candidate } from './candidates.ts';
import { chooseMention } from './chosen-mention.ts';
import type { PlannedKey, PlannedReference } from './read-references.ts';
import { whyBound } from './why.ts';

/** What is needed to say where a statement writes what its plan reads. */
export interface Writing {
  readonly sql: string;
  readonly references: readonly TextReference[];
  readonly catalog: Catalog;
}

/** A reference as the plan reads it, and with its places in the text. */
export interface Located {
  readonly planned: PlannedReference;
  readonly reference: Reference;
}

/** Adds to what was read off a plan where the statement says so, and orders the references as the text does. */
export function locateReferences(references: readonly PlannedReference[], writing: Writing): readonly Located[] {
  return references.map((planned) => ({ planned, reference: locateReference(planned, writing) })).sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ reference }: Located): number {
  return reference.span?.start ?? Number.MAX_SAFE_INTEGER;
}

function locateReference({ attribution, verdict, keys, leaves, pruned, executed, generic }: PlannedReference, writing: Writing): Reference {
  const { root, candidate, alias } = attribution;
  return {
    table: qualify(root),
    named: candidate === null || candidate.named === root ? null : qualify(candidate.named),
    alias,
    span: candidate === null ? null : spanOf(candidate, writing.sql),
    through: candidate?.through?.name ?? null,
    verdict,
    keys: keys.map((key) => locateKey(key, attribution, writing)),
    leaves,
    pruned,
    executed,
    generic,
  };
}

/** Where the statement names the table, or the view or function around it. */
function spanOf({ outer }: Candidate, sql: string): Span {
  return outer.role === 'function' ? expressionSpan(sql, outer.start) : tableSpan(sql, outer.start);
}

/** Adds to a key's binding where it comes from, the piece of the statement that says so, and why it binds as it does. */
function locateKey({ part, binding, arrives }: PlannedKey, attribution: Attribution, writing: Writing): KeyBinding {
  const { candidate } = attribution;
  const mentions = candidate === null ? [] : findMentions(part.name, candidate.outer, writing.references);
  const mention = chooseMention(part, binding, { mentions, sql: writing.sql });
  const isJoin = mention?.isJoin ?? isJoinedByName(part.name, attribution);
  const origin = originOf(binding, { attribution, isWritten: mention !== null, isJoin, catalog: writing.catalog });
  const wrap = binding === 'wrapped' ? (mention?.wrap ?? null) : null;
  const why = whyBound(part.name, binding, { origin, isJoin, wrap, arrives });
  return { column: part.name, binding, origin, span: mention?.span ?? null, wrap, arrives, why };
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
