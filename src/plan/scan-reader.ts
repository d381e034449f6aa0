import { type Catalog, type KeyPart, qualify } from '../catalog/catalog.ts';
import { normalise } from '../sql/normalise.ts';
import { as, columnParts, type Fields, type Node, parseStatement, walk } from '../sql/parse.ts';
import type { LeafScan } from './attribution.ts';
import { conditionParser } from './conditions.ts';
import { type Constraint, constrain, type KeyShape } from './constraint.ts';
import type { PlanNode } from './plan.ts';

/** Reads what leaf scans demand of partition keys, each distinct condition once for the whole run. */
export interface ScanReader {
  constraintOf(scan: LeafScan, part: KeyPart): Constraint | null;
  /** Equal for leaves that are scanned under the same conditions. */
  signatureOf(scan: LeafScan): string;
}

export function scanReader(catalog: Catalog): ScanReader {
  const parse = conditionParser();
  const shapes = new Map<string, KeyShape>();
  const facts = new WeakMap<LeafScan, { readonly signature: string; readonly conjuncts: readonly Node[] }>();
  const constraints = new Map<string, Constraint | null>();

  function factsOf(scan: LeafScan): { readonly signature: string; readonly conjuncts: readonly Node[] } {
    const known = facts.get(scan);
    if (known !== undefined) return known;
    const conjuncts = [...scan.node.conditions, ...predicatesOf(scan, catalog)].flatMap((condition) => parse(condition, scan.alias));
    const found = { signature: [...new Set(conjuncts.map(normalise))].sort().join('\n'), conjuncts };
    facts.set(scan, found);
    return found;
  }

  function shapeOf(part: KeyPart): KeyShape {
    const shape = shapes.get(part.name) ?? toShape(part);
    shapes.set(part.name, shape);
    return shape;
  }

  return {
    signatureOf: (scan) => factsOf(scan).signature,
    constraintOf(scan, part) {
      const { signature, conjuncts } = factsOf(scan);
      const key = `${part.name}\n${part.relabelled}\n${signature}`;
      const known = constraints.get(key);
      if (known !== undefined) return known;
      const constraint = constrain(conjuncts, shapeOf(part), catalog.volatileFunctions);
      constraints.set(key, constraint);
      return constraint;
    },
  };
}

/** A partial index stands for the conditions that its predicate implies; PostgreSQL leaves them out of the plan. */
function predicatesOf(scan: LeafScan, catalog: Catalog): readonly string[] {
  return indexesOf(scan.node).flatMap((name) => catalog.predicates.get(qualify({ schema: scan.leaf.schema, name })) ?? []);
}

/** The indexes of which every row of the scan comes from; the arms of a BitmapOr are alternatives. */
function indexesOf(node: PlanNode): readonly string[] {
  if (node.index !== null) return [node.index];
  return node.children.flatMap((child) => (child.type === 'Bitmap Index Scan' || child.type === 'BitmapAnd' ? indexesOf(child) : []));
}

function toShape(part: KeyPart): KeyShape {
  if (!part.isExpression) return { part, expression: null, columns: new Set([part.name]) };
  const { tree } = parseStatement(`SELECT ${part.name}`);
  const expression = as(as(tree ?? undefined, 'SelectStmt')?.targetList?.[0], 'ResTarget')?.val;
  const columns = new Set<string>();
  walk(expression, (kind, fields) => {
    if (kind === 'ColumnRef') columns.add(columnParts(fields as Fields<'ColumnRef'>).at(-1) ?? '');
    return true;
  });
  return { part, expression: expression === undefined ? null : normalise(expression), columns };
}
