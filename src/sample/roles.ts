import type { KeyPart, Partition } from '../catalog/catalog.ts';
import { shapeOf } from '../plan/key-shape.ts';
import { type Comparison, findComparisons } from './comparisons.ts';

/** What a parameter is compared with: a key of a root, on one side of it. */
export interface KeyRole {
  readonly root: Partition;
  readonly part: KeyPart;
  readonly comparison: Comparison;
  /** Its place among the equalities on this key, from 0; they get values of their own. */
  readonly ordinal: number;
  /** A half range whose other half the statement does not have. */
  readonly isOpen: boolean;
}

/** The keys that parameters are compared with, by the parameter's number. */
export type KeyRoles = ReadonlyMap<number, KeyRole>;

/** A root and the name that its columns go by: an alias of the text, or none in the conditions of a scan. */
export interface NamedRoot {
  readonly root: Partition;
  readonly alias: string | null;
  /** Names that the text gives to its columns. */
  readonly columns?: ReadonlyMap<string, string>;
}

/** Finds what parameters are compared with, in a statement's tree or in the conditions of a scan. */
export function findKeyRoles(tree: unknown, roots: readonly NamedRoot[]): KeyRoles {
  const comparisons = findComparisons(tree);
  const keys = new Map<number, KeyRole>();
  const ordinals = new Map<string, number>();
  for (const comparison of comparisons) {
    const key = keyOf(comparison, roots);
    if (key === null) continue;
    for (const parameter of comparison.parameters) {
      if (keys.has(parameter)) continue;
      const ordinal = ordinals.get(key.part.name) ?? 0;
      if (comparison.direction === 'equal') ordinals.set(key.part.name, ordinal + 1);
      keys.set(parameter, { ...key, comparison, ordinal, isOpen: isOpen(comparison, comparisons) });
    }
  }
  return keys;
}

/** The types of the keys that parameters are compared with, by the parameter's number. */
export function likelyTypes(keys: KeyRoles): ReadonlyMap<number, string> {
  return new Map([...keys].flatMap(([parameter, { part }]) => (part.type === '' ? [] : [[parameter, part.type] as const])));
}

function keyOf(comparison: Comparison, roots: readonly NamedRoot[]): Pick<KeyRole, 'root' | 'part'> | null {
  const qualifiers = comparison.columns.map((column) => column.qualifier);
  const ordered = [...roots].sort((a, b) => Number(qualifiers.includes(b.alias)) - Number(qualifiers.includes(a.alias)));
  for (const { root, alias, columns } of ordered) {
    const isColumn = ({ qualifier, name }: Comparison['columns'][number], part: KeyPart): boolean =>
      name === (columns?.get(part.name) ?? part.name) && (alias !== null || qualifier === null);
    for (const part of keyParts(root)) {
      const isMatch = part.isExpression
        ? comparison.expression === expressions.get(part)
        : comparison.columns.some((column) => isColumn(column, part));
      if (isMatch) return { root, part };
    }
  }
  return null;
}

/** The key parts of every level below a root, each name once. */
export function keyParts(root: Partition): readonly KeyPart[] {
  const known = partsOfRoots.get(root);
  if (known !== undefined) return known;
  const parts = new Map<string, KeyPart>();
  const collect = (level: Partition): void => {
    for (const part of level.key?.parts ?? []) if (!parts.has(part.name)) parts.set(part.name, part);
    for (const child of level.children) if (child.key !== null) collect(child);
  };
  collect(root);
  for (const part of parts.values()) if (part.isExpression) expressions.set(part, shapeOf(part).expression);
  partsOfRoots.set(root, [...parts.values()]);
  return [...parts.values()];
}

const partsOfRoots = new WeakMap<Partition, readonly KeyPart[]>();
const expressions = new WeakMap<KeyPart, string | null>();

function isOpen(comparison: Comparison, all: readonly Comparison[]): boolean {
  if (comparison.direction === 'equal') return false;
  const closes = (other: Comparison): boolean =>
    other.direction !== comparison.direction && (other.isConstant || other.parameters.length > 0) && other.expression === comparison.expression;
  return !all.some(closes);
}
