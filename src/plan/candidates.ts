import { type Catalog, leavesOf, type Partition, qualify, rootOf } from '../catalog/catalog.ts';
import { resolveInlined, resolveRelation } from '../catalog/resolve.ts';
import { parseStatement } from '../sql/parse.ts';
import { findReferences, type TextReference } from '../sql/references.ts';
import { bare } from '../wording.ts';

/** A partitioned table that a statement's text reaches, by name or inside a view. */
export interface Candidate {
  readonly root: Partition;
  /** What the text names: the root, a group, or a leaf. */
  readonly named: Partition;
  readonly alias: string;
  /** Levels of queries between the statement and the reference, those of views included. */
  readonly depth: number;
  /** The reference where the table is named: in the statement itself, or in a view's definition. */
  readonly reference: TextReference;
  /** The reference in the statement's own text: the table's, or the outermost view's. */
  readonly outer: TextReference;
  /** The outermost view or inlined function. */
  readonly through: Route | null;
}

/** A view or function whose query becomes part of the statement's. */
export interface Route {
  readonly kind: 'view' | 'function';
  /** `schema.name`. */
  readonly name: string;
}

/** Expands the views and inlined functions among a statement's references, and leaves out what is not partitioned. */
export function findCandidates(references: readonly TextReference[], catalog: Catalog): readonly Candidate[] {
  return references.flatMap((reference) => expand(reference, { outer: reference, through: null, depth: 0, seen: [] }, catalog));
}

/** Why a pass would prove nothing of a statement that reads a partitioned table without a partition, or `null` where it reads none. */
export function findEmpty(candidates: readonly Candidate[]): string | null {
  const empty = candidates.find(({ named, reference }) => reference.role !== 'insert' && leavesOf(named).length === 0);
  return empty === undefined ? null : `${bare(qualify(empty.named))} has no partition yet: create some in the schema that planlint loads`;
}

interface Path {
  readonly outer: TextReference;
  readonly through: Route | null;
  readonly depth: number;
  readonly seen: readonly string[];
}

function expand(reference: TextReference, path: Path, catalog: Catalog): readonly Candidate[] {
  if (reference.role === 'function') {
    const inlined = resolveInlined(catalog, reference);
    return inlined === null ? [] : expandQuery(inlined.body, { ...path, route: { kind: 'function', name: inlined.name } }, catalog);
  }
  const relation = resolveRelation(catalog, reference.schema, reference.name);
  if (relation === null) return [];
  const depth = path.depth + reference.level.depth;
  if ('partition' in relation) {
    const named = relation.partition;
    return [{ root: rootOf(named), named, alias: reference.alias, depth, reference, outer: path.outer, through: path.through }];
  }
  return expandQuery(relation.view.definition, { ...path, depth, route: { kind: 'view', name: qualify(relation.view) } }, catalog);
}

function expandQuery(query: string, { route, ...path }: Path & { readonly route: Route }, catalog: Catalog): readonly Candidate[] {
  const { tree } = path.seen.includes(route.name) ? { tree: null } : parseStatement(query);
  const below: Path = { outer: path.outer, through: path.through ?? route, depth: path.depth + 1, seen: [...path.seen, route.name] };
  return tree === null ? [] : findReferences(tree).flatMap((inner) => expand(inner, below, catalog));
}
