import type { KeyPart, Partition, PartitionKey } from '../catalog/catalog.ts';
import { type Binding, strongestFirst } from '../verdict.ts';
import type { Instance } from './attribution.ts';
import type { Constraint } from './constraint.ts';
import type { ScanReader } from './scan-reader.ts';

/** A partition key of a reference, with the weakest binding that any of its leaf scans gives it. */
export interface BoundKey {
  readonly part: KeyPart;
  readonly binding: Binding;
}

const bindingOf: Readonly<Record<Constraint, Binding>> = {
  equality: 'equality',
  list: 'list',
  range: 'range',
  lower: 'half-range',
  upper: 'half-range',
  exclusion: 'exclusion',
  'run-time': 'run-time',
  wrapped: 'wrapped',
};

/**
 * The bindings of every key on the way from the root to the leaves that are scanned, in the order of the levels.
 * In a plan that was pruned, equalities on a whole key that leave more than one child prove themselves to be none. `columns` are the names
 * that the reference gives to columns it renames.
 */
export function bindKeys(
  named: Partition,
  instances: readonly Instance[],
  { reader, wasPruned, columns }: { readonly reader: ScanReader; readonly wasPruned: boolean; readonly columns: ReadonlyMap<string, string> },
): readonly BoundKey[] {
  const weakest = new Map<string, BoundKey>();
  const merge = (key: BoundKey): void => {
    const known = weakest.get(key.part.name);
    if (known === undefined || strongestFirst.indexOf(key.binding) > strongestFirst.indexOf(known.binding)) weakest.set(key.part.name, key);
  };
  for (let level = named.parent; level !== null; level = level.parent) for (const part of level.key?.parts ?? []) merge({ part, binding: 'bound' });
  for (const instance of instances) {
    for (const [level, children] of levelsOf(named, instance)) {
      if (level.key === null) continue;
      const scans = instance.filter((scan) => isBelow(scan.leaf, level));
      const { key: levelKey } = level;
      const keys = scans.flatMap((scan) => bindLevel(levelKey, (part) => reader.constraintOf(scan, part, columns.get(part.name) ?? part.name)));
      const isEqual = keys.length === scans.length * levelKey.parts.length && keys.every((key) => key.binding === 'equality');
      const provesNothing = wasPruned && children.size > 1 && isEqual;
      for (const key of keys) merge(provesNothing ? { part: key.part, binding: 'wrapped' } : key);
    }
  }
  return [...weakest.values()];
}

/** The bindings of the parts of one level's key, given what one scan demands of each. */
function bindLevel(key: PartitionKey, constraintOf: (part: KeyPart) => Constraint | null): readonly BoundKey[] {
  const constraints = key.parts.map(constraintOf);
  const [first] = constraints;
  const hasPrefix = key.strategy === 'range' && first !== undefined && first !== null && first !== 'wrapped';
  return key.parts.flatMap((part, index) => {
    const constraint = constraints[index] ?? null;
    // The columns of one expression can be those of another: a condition on the leading one only mentions the trailing one.
    if (hasPrefix && (constraint === null || (constraint === 'wrapped' && part.isExpression))) return [];
    if (constraint === null) return [{ part, binding: 'missing' as const }];
    const isUsable = key.strategy !== 'hash' || constraint === 'equality' || constraint === 'list' || constraint === 'run-time';
    return [{ part, binding: isUsable ? bindingOf[constraint] : ('wrapped' as const) }];
  });
}

/** Each partitioned relation between the named one and the scanned leaves, with those of its children that are read. */
function levelsOf(named: Partition, instance: Instance): ReadonlyMap<Partition, ReadonlySet<Partition>> {
  const levels = new Map<Partition, Set<Partition>>();
  for (const { leaf } of instance) {
    const path: [Partition, Partition][] = [];
    for (let child = leaf; child !== named && child.parent !== null; child = child.parent) path.unshift([child.parent, child]);
    for (const [level, child] of path) levels.set(level, (levels.get(level) ?? new Set()).add(child));
  }
  return levels;
}

function isBelow(leaf: Partition, level: Partition): boolean {
  for (let at: Partition | null = leaf; at !== null; at = at.parent) if (at === level) return true;
  return false;
}
