import { type Catalog, qualify } from '../catalog/catalog.ts';
import { findMentions } from '../sql/mentions.ts';
import type { Span } from '../sql/span.ts';
import { expressionSpan, tableSpan } from '../sql/spans.ts';
import type { StatementText } from '../sql/statement-text.ts';
import type { Binding, KeyBinding, Origin, Reference } from '../verdict.ts';
import type { Attribution } from './attribution.ts';
import type { Candidate } from './candidates.ts';
import { findCause } from './causes/find-cause.ts';
import { chooseMention } from './chosen-mention.ts';
import { readLevel } from './level-read.ts';
import type { PlannedKey, PlannedReference } from './read-references.ts';
import type { ScanReader } from './scan-reader.ts';
import { whyBound } from './why.ts';

/** What is needed to say where a statement writes what its plan reads. */
export interface Writing {
  readonly text: StatementText;
  readonly catalog: Catalog;
  readonly reader: ScanReader;
  readonly periodOf: (key: PlannedKey, planned: PlannedReference) => KeyBinding['period'];
}

interface Surroundings extends Writing {
  /** Every reference of the statement. */
  readonly all: readonly PlannedReference[];
}

/** A reference as the plan reads it, and with its places in the text. */
export interface Located {
  readonly planned: PlannedReference;
  readonly reference: Reference;
}

/** Adds to what was read off a plan where the statement says so, and orders the references as the text does. */
export function locateReferences(references: readonly PlannedReference[], writing: Writing): readonly Located[] {
  const surroundings = { ...writing, all: references };
  return references.map((planned) => ({ planned, reference: locateReference(planned, surroundings) })).sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ reference }: Located): number {
  return reference.span?.start ?? Number.MAX_SAFE_INTEGER;
}

function locateReference(planned: PlannedReference, surroundings: Surroundings): Reference {
  const { attribution, verdict, keys, leaves, pruned, executed, executedWith, generic } = planned;
  const { root, candidate, alias } = attribution;
  return {
    table: qualify(root),
    named: candidate === null || candidate.named === root ? null : qualify(candidate.named),
    alias,
    span: candidate === null ? null : spanOf(candidate, surroundings.text.sql),
    through: candidate?.through?.name ?? null,
    verdict,
    keys: keys.map((key) => locateKey(key, planned, surroundings)),
    leaves,
    pruned,
    executed,
    executedWith,
    generic,
  };
}

/** Where the statement names the table, or the view or function around it. */
function spanOf({ outer }: Candidate, sql: string): Span {
  return outer.role === 'function' ? expressionSpan(sql, outer.start) : tableSpan(sql, outer.start);
}

/** Adds to a key's binding where it comes from, the piece of the statement that says so, and why it binds as it does. */
function locateKey({ part, binding, arrives }: PlannedKey, planned: PlannedReference, surroundings: Surroundings): KeyBinding {
  const { attribution } = planned;
  const { text, catalog } = surroundings;
  const { candidate } = attribution;
  const mentions = candidate === null ? [] : findMentions(part.name, candidate.outer, text.references);
  const chosen = chooseMention({ part, binding, arrives }, { mentions, sql: text.sql });
  const isJoinedByName = isJoinedUsing(part.name, attribution);
  const isJoin = chosen?.mention.isJoin ?? isJoinedByName;
  const origin = originOf(binding, { attribution, isWritten: chosen !== null, isJoin, catalog });
  const wrap = binding === 'wrapped' ? (chosen?.wrap ?? null) : null;
  const level = readLevel(part.name, planned);
  const place = candidate === null ? null : spanOf(candidate, text.sql);
  const mention = chosen?.mention ?? null;
  const bound = { part, binding, arrives, origin };
  const writing = { mention, written: chosen?.span ?? null, mentions, isJoinedByName };
  const told = level === undefined ? null : findCause({ ...surroundings, ...bound, planned, level, place, ...writing });
  return {
    column: part.name,
    binding,
    origin,
    span: chosen?.span ?? null,
    wrap,
    arrives,
    why: told?.why ?? whyBound(part.name, binding, { origin, isJoin, wrap, arrives }),
    cause: told?.id ?? null,
    fault: told?.span ?? null,
    advice: told?.advice ?? null,
    period: surroundings.periodOf({ part, binding, arrives }, planned),
  };
}

/** A join USING a column, or a NATURAL one, compares it without an expression of its own. */
function isJoinedUsing(column: string, { candidate }: Attribution): boolean {
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
