import type { KeyPart, Partition } from '../catalog/catalog.ts';
import { normalise } from '../sql/normalise.ts';
import { as, type Fields, lastName, type Node, parseStatement, walk } from '../sql/parse.ts';
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

/** What a statement's parameters are for. */
export interface Roles {
  readonly keys: ReadonlyMap<number, KeyRole>;
  /** Values that a place in the statement asks for: a LIMIT, a time zone, a field of `date_trunc`. */
  readonly fixed: ReadonlyMap<number, string>;
  /** Parameters that switch a condition off when they are NULL: `$1 IS NULL OR …`, `COALESCE($1, …)`. */
  readonly optional: ReadonlySet<number>;
  /** The statement compares a key with a constant of its own. */
  readonly hasConstantKey: boolean;
}

/** Finds the roles of a statement's parameters among the keys of the roots it reads, given with the aliases they go by. */
export function findRoles(tree: Node, roots: readonly { readonly root: Partition; readonly alias: string }[]): Roles {
  const comparisons = findComparisons(tree);
  const keyed = comparisons.flatMap((comparison) => {
    const key = keyOf(comparison, roots);
    return key === null ? [] : [{ comparison, ...key }];
  });
  const keys = new Map<number, KeyRole>();
  const ordinals = new Map<string, number>();
  for (const { comparison, root, part } of keyed) {
    for (const parameter of comparison.parameters) {
      if (keys.has(parameter)) continue;
      const ordinal = ordinals.get(part.name) ?? 0;
      if (comparison.direction === 'equal') ordinals.set(part.name, ordinal + 1);
      keys.set(parameter, { root, part, comparison, ordinal, isOpen: isOpen(comparison, comparisons) });
    }
  }
  return { keys, fixed: findFixed(tree), optional: findOptional(tree), hasConstantKey: keyed.some(({ comparison }) => comparison.isConstant) };
}

function keyOf(
  comparison: Comparison,
  roots: readonly { readonly root: Partition; readonly alias: string }[],
): { readonly root: Partition; readonly part: KeyPart } | null {
  const qualifiers = comparison.columns.map((column) => column.qualifier);
  const ordered = [...roots].sort((a, b) => Number(qualifiers.includes(b.alias)) - Number(qualifiers.includes(a.alias)));
  for (const { root } of ordered) {
    for (const part of keyParts(root)) {
      const isMatch = part.isExpression
        ? comparison.expression === expressionOf(part)
        : comparison.columns.some((column) => column.name === part.name);
      if (isMatch) return { root, part };
    }
  }
  return null;
}

/** The key parts of every level below a root, each name once. */
export function keyParts(root: Partition): readonly KeyPart[] {
  const parts = new Map<string, KeyPart>();
  const collect = (level: Partition): void => {
    for (const part of level.key?.parts ?? []) if (!parts.has(part.name)) parts.set(part.name, part);
    for (const child of level.children) if (child.key !== null) collect(child);
  };
  collect(root);
  return [...parts.values()];
}

function expressionOf(part: KeyPart): string {
  const { tree } = parseStatement(`SELECT ${part.name}`);
  return normalise(as(as(tree ?? undefined, 'SelectStmt')?.targetList?.[0], 'ResTarget')?.val);
}

function isOpen(comparison: Comparison, all: readonly Comparison[]): boolean {
  if (comparison.direction === 'equal') return false;
  const closes = (other: Comparison): boolean =>
    other.direction !== comparison.direction && (other.isConstant || other.parameters.length > 0) && other.expression === comparison.expression;
  return !all.some(closes);
}

function findFixed(tree: Node): ReadonlyMap<number, string> {
  const fixed = new Map<number, string>();
  const fix = (node: unknown, value: string): void => {
    walk(node, (kind, fields) => {
      if (kind === 'ParamRef') fixed.set((fields as Fields<'ParamRef'>).number ?? 0, value);
      return true;
    });
  };
  walk([tree], (kind, fields) => {
    if (kind === 'SelectStmt') {
      fix((fields as Fields<'SelectStmt'>).limitCount, '20');
      fix((fields as Fields<'SelectStmt'>).limitOffset, '0');
    }
    if (kind === 'FuncCall') {
      const call = fields as Fields<'FuncCall'>;
      const value = { date_trunc: 'day', date_bin: '1 day', date_part: 'year', timezone: 'UTC' }[lastName(call.funcname)];
      if (value !== undefined && isParameter(call.args?.[0])) fix(call.args?.[0], value);
    }
    return true;
  });
  return fixed;
}

function findOptional(tree: Node): ReadonlySet<number> {
  const optional = new Set<number>();
  walk([tree], (kind, fields) => {
    const isNullTest = kind === 'NullTest' ? (fields as Fields<'NullTest'>).arg : undefined;
    const first = kind === 'CoalesceExpr' ? (fields as Fields<'CoalesceExpr'>).args?.[0] : isNullTest;
    const number = parameterOf(first);
    if (number !== null) optional.add(number);
    return true;
  });
  return optional;
}

function isParameter(node: Node | undefined): boolean {
  return parameterOf(node) !== null;
}

function parameterOf(node: Node | undefined): number | null {
  const cast = as(node, 'TypeCast');
  return cast === undefined ? (as(node, 'ParamRef')?.number ?? null) : parameterOf(cast.arg);
}
