import { type Catalog, type Partition, qualify, rootOf } from '../catalog/catalog.ts';
import { resolveRelation } from '../catalog/resolve.ts';
import { parseStatement } from '../sql/parse.ts';
import { findReferences, type TextReference } from '../sql/references.ts';

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
  /** The outermost view, `schema.name`. */
  readonly through: string | null;
}

/** Expands the views among a statement's references, and leaves out what is not partitioned. */
export function findCandidates(references: readonly TextReference[], catalog: Catalog): readonly Candidate[] {
  return references.flatMap((reference) => expand(reference, { outer: reference, through: null, depth: 0, seen: [] }, catalog));
}

interface Path {
  readonly outer: TextReference;
  readonly through: string | null;
  readonly depth: number;
  readonly seen: readonly string[];
}

function expand(reference: TextReference, path: Path, catalog: Catalog): readonly Candidate[] {
  if (reference.role === 'function') return [];
  const relation = resolveRelation(catalog, reference.schema, reference.name);
  if (relation === null || 'table' in relation) return [];
  const depth = path.depth + reference.level.depth;
  if ('partition' in relation) {
    const named = relation.partition;
    return [{ root: rootOf(named), named, alias: reference.alias, depth, reference, outer: path.outer, through: path.through }];
  }
  const view = qualify(relation.view);
  if (path.seen.includes(view)) return [];
  const { tree } = parseStatement(relation.view.definition);
  const below: Path = { outer: path.outer, through: path.through ?? view, depth: depth + 1, seen: [...path.seen, view] };
  return tree === null ? [] : findReferences(tree).flatMap((inner) => expand(inner, below, catalog));
}
