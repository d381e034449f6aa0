import { type Catalog, qualify, splitByInheritance } from '../catalog/catalog.ts';
import { resolveInlined, resolveRelation } from '../catalog/resolve.ts';
import type { Refusal } from '../database/database.ts';
import { parseStatement } from '../sql/parse.ts';
import { findReferences, type TextReference } from '../sql/references.ts';
import type { Verdict } from '../verdict.ts';
import { bare } from '../wording.ts';

/** Something that a statement reaches and cannot be judged on. */
export interface Unjudged {
  /** Without its schema. */
  readonly name: string;
  /** Why, in one sentence that names it. */
  readonly reason: string;
  /** It is there as in production, and split in a way that planlint does not judge. */
  readonly isInherited: boolean;
}

/** The relations and functions that keep a statement from being judged, those inside views and inlined functions included. */
export function findUnjudged(references: readonly TextReference[], catalog: Catalog): readonly Unjudged[] {
  return catalog.unjudged.size === 0 ? [] : references.flatMap((reference) => reach(reference, catalog, []));
}

function reach(reference: TextReference, catalog: Catalog, seen: readonly string[]): readonly Unjudged[] {
  const found = lookUp(reference, catalog);
  if (found !== null) return [found];
  const query = queryOf(reference, catalog);
  if (query === null || seen.includes(query)) return [];
  const { tree } = parseStatement(query);
  return tree === null ? [] : findReferences(tree).flatMap((inner) => reach(inner, catalog, [...seen, query]));
}

/** Looks along the search path, where a relation of the same name may come first. */
function lookUp({ schema, name, role }: TextReference, catalog: Catalog): Unjudged | null {
  const anywhere = catalog.unjudged.get(qualify({ schema: null, name }));
  if (anywhere !== undefined) return { name, reason: toReason(qualify({ schema, name }), anywhere), isInherited: false };
  for (const place of schema === null ? catalog.searchPath : [schema]) {
    const qualified = qualify({ schema: place, name });
    const why = catalog.unjudged.get(qualified);
    const isInherited = why === splitByInheritance;
    // What is written to a parent stays in it.
    if (why !== undefined && !(isInherited && role === 'insert')) return { name, reason: toReason(qualified, why), isInherited };
    if (role !== 'function' && (catalog.partitions.has(qualified) || catalog.views.has(qualified) || catalog.tables.has(qualified))) return null;
  }
  return null;
}

function toReason(qualified: string, why: string): string {
  return `${bare(qualified)} ${why}`;
}

/** The query that takes the place of a view or of an inlined function. */
function queryOf({ role, schema, name, arity }: TextReference, catalog: Catalog): string | null {
  if (role === 'function') return resolveInlined(catalog, { schema, name, arity })?.body ?? null;
  const relation = resolveRelation(catalog, schema, name);
  return relation !== null && 'view' in relation ? relation.view.definition : null;
}

/** Verdicts that are bad enough whatever is not known. */
const standing: ReadonlySet<Verdict> = new Set(['missing-key', 'multi-leaf', 'run-only', 'multi-group', 'no-scan']);

/** The reason why a verdict does not hold, or `null`. */
export function doubtOf(verdict: Verdict, unjudged: readonly Unjudged[]): string | null {
  return standing.has(verdict) ? null : (unjudged[0]?.reason ?? null);
}

/** SQLSTATEs of a relation and of a function that is not there. */
const absent = new Set(['42P01', '42883']);

/** The reason behind a refusal that names what is not there as in production, or `null`. */
export function absenceBehind({ sqlstate, message }: Refusal, unjudged: readonly Unjudged[]): string | null {
  const [, wrapper] = /^foreign-data wrapper "(.*)" has no handler$/.exec(message) ?? [];
  if (wrapper !== undefined) return `it reads a foreign table, and this server does not have the foreign-data wrapper ${wrapper}`;
  if (!absent.has(sqlstate)) return null;
  const words = message.split(/[^\p{L}\p{N}_$]+/u);
  return unjudged.find(({ name }) => words.includes(name) || message.includes(`"${name}"`))?.reason ?? null;
}
