import { type Catalog, type KeyPart, qualify } from '../catalog/catalog.ts';
import { normalise, withValues } from '../sql/normalise.ts';
import type { Node } from '../sql/parse.ts';
import type { LeafScan } from './attribution.ts';
import { conditionParser } from './conditions.ts';
import { type Constraint, constrain } from './constraint.ts';
import { type KeyShape, shapeOf } from './key-shape.ts';
import type { PlanNode } from './plan.ts';

/** Reads what leaf scans demand of partition keys, each distinct condition once for the whole run. */
export interface ScanReader {
  /** What a scan demands of a key part, which goes by `column` where the reference renames its columns. */
  constraintOf(scan: LeafScan, part: KeyPart, column: string): Constraint | null;
  /** The condition that makes it `run-time`, if one does. */
  runTimeConditionOf(scan: LeafScan, part: KeyPart, column: string): Node | undefined;
  /** The conditions of a scan, split at their ANDs, its own columns unqualified. */
  conjunctsOf(scan: LeafScan): readonly Node[];
  /** Equal for leaves that are scanned under the same conditions. */
  signatureOf(scan: LeafScan): string;
}

interface Facts {
  readonly conjuncts: readonly Node[];
  readonly signature: string;
  /** The conditions as they are, casts of constants too: one to `name` decides whether a key is bound. */
  readonly identity: string;
}

/** A reader of custom plans, where `$n` is a value known at run time only; in generic plans it can be a parameter's, which is known. */
export function scanReader(catalog: Catalog, plans: 'custom' | 'generic'): ScanReader {
  const parse = conditionParser();
  const shapes = new Map<string, KeyShape>();
  const facts = new WeakMap<LeafScan, Facts>();
  const constraints = new Map<string, Constraint | null>();
  const numbers = new WeakMap<Node, number>();
  let next = 0;

  // Conditions of one text are parsed once, so that their nodes are the same.
  function numberOf(node: Node): number {
    const number = numbers.get(node) ?? next++;
    numbers.set(node, number);
    return number;
  }

  function factsOf(scan: LeafScan): Facts {
    const known = facts.get(scan);
    if (known !== undefined) return known;
    const conjuncts = [...scan.node.conditions, ...predicatesOf(scan, catalog)].flatMap((condition) => parse(condition, scan.alias));
    const signature = [...new Set(conjuncts.map(normalise))].sort().join('\n');
    const found = { conjuncts, signature, identity: [...new Set(conjuncts.map(numberOf))].join() };
    facts.set(scan, found);
    return found;
  }

  function shapeFor(sort: string, part: KeyPart, column: string): KeyShape {
    const shape = shapes.get(sort) ?? shapeOf(part, column);
    shapes.set(sort, shape);
    return shape;
  }

  return {
    signatureOf: (scan) => factsOf(scan).signature,
    conjunctsOf: (scan) => factsOf(scan).conjuncts,
    constraintOf(scan, part, column) {
      const { identity, conjuncts } = factsOf(scan);
      const sort = sortOf(part, column);
      const key = `${sort}\n${identity}`;
      const known = constraints.get(key);
      if (known !== undefined) return known;
      const shape = shapeFor(sort, part, column);
      const constraint = constrain(plans === 'custom' ? conjuncts : conjuncts.map(withValues), shape, catalog.volatileFunctions);
      constraints.set(key, constraint);
      return constraint;
    },
    runTimeConditionOf(scan, part, column) {
      const shape = shapeFor(sortOf(part, column), part, column);
      return factsOf(scan).conjuncts.find((conjunct) => constrain([conjunct], shape, catalog.volatileFunctions) === 'run-time');
    },
  };
}

function sortOf({ isExpression, type, relabelled }: KeyPart, column: string): string {
  return JSON.stringify([column, isExpression, type, relabelled]);
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
