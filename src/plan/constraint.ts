import { mirrored } from '../sql/mirrored.ts';
import { normalise } from '../sql/normalise.ts';
import { as, columnParts, type Fields, isBareColumn, lastName, type Node, walk } from '../sql/parse.ts';
import { splitConjuncts } from '../sql/references.ts';
import { subplanMarker } from './conditions.ts';
import type { KeyShape } from './key-shape.ts';

/** What one or more conditions of a scan demand of a key, before it is known what they achieve. */
export type Constraint = 'equality' | 'list' | 'range' | 'lower' | 'upper' | 'exclusion' | 'run-time' | 'wrapped';

/** The constraint that `conjuncts` put on a key together, or `null` where none of them so much as mentions it. */
export function constrain(conjuncts: readonly Node[], key: KeyShape, volatileFunctions: ReadonlySet<string>): Constraint | null {
  return strongest(conjuncts.map((conjunct) => constrainBy(conjunct, key, volatileFunctions)));
}

/** Both half ranges make a range; otherwise the first of this order counts. */
const strength: readonly Constraint[] = ['equality', 'list', 'range', 'run-time', 'lower', 'upper', 'exclusion', 'wrapped'];

function strongest(constraints: readonly (Constraint | null)[]): Constraint | null {
  const all = new Set(constraints);
  if (all.has('lower') && all.has('upper')) all.add('range');
  return strength.find((constraint) => all.has(constraint)) ?? null;
}

function constrainBy(condition: Node, key: KeyShape, volatileFunctions: ReadonlySet<string>): Constraint | null {
  if (!mentions(condition, key)) return null;
  const bool = as(condition, 'BoolExpr');
  if (bool?.boolop === 'AND_EXPR') return constrain(splitConjuncts(condition), key, volatileFunctions);
  if (bool?.boolop === 'OR_EXPR') return ofArms((bool.args ?? []).map((arm) => constrainBy(arm, key, volatileFunctions)));
  if (bool?.boolop === 'NOT_EXPR') return isKey(bool.args?.[0], key) ? 'equality' : 'wrapped';
  if (isKey(condition, key)) return 'equality';
  const nullTest = as(condition, 'NullTest');
  if (nullTest !== undefined) return isKey(nullTest.arg, key) ? (nullTest.nulltesttype === 'IS_NULL' ? 'equality' : null) : 'wrapped';
  const booleanTest = as(condition, 'BooleanTest');
  if (booleanTest !== undefined) return isKey(booleanTest.arg, key) ? 'equality' : 'wrapped';
  const comparison = as(condition, 'A_Expr');
  return comparison === undefined ? 'wrapped' : ofComparison(comparison, key, volatileFunctions);
}

/** An OR narrows a key only if each of its arms does. */
function ofArms(arms: readonly (Constraint | null)[]): Constraint {
  const all = new Set(arms);
  if (all.has(null) || all.has('wrapped')) return 'wrapped';
  for (const constraint of ['run-time', 'exclusion'] as const) if (all.has(constraint)) return constraint;
  if (all.has('lower') || all.has('upper')) return all.has('lower') && all.has('upper') ? 'exclusion' : all.has('lower') ? 'lower' : 'upper';
  return all.has('range') ? 'range' : 'list';
}

const ofOperator: Readonly<Record<string, Constraint>> = {
  '=': 'equality',
  '<>': 'exclusion',
  '<': 'upper',
  '<=': 'upper',
  '>': 'lower',
  '>=': 'lower',
};

function ofComparison(comparison: Fields<'A_Expr'>, key: KeyShape, volatileFunctions: ReadonlySet<string>): Constraint {
  const keyIsLeft = isKey(comparison.lexpr, key);
  const value = keyIsLeft ? comparison.rexpr : comparison.lexpr;
  if (value === undefined || (!keyIsLeft && !isKey(comparison.rexpr, key))) return 'wrapped';
  const operator = lastName(comparison.name);
  const constraint = ofOperator[keyIsLeft ? operator : (mirrored[operator] ?? operator)];
  const source = sourceOf(value, volatileFunctions);
  if (constraint === undefined || source === 'row' || isForeignName(value, key)) return 'wrapped';
  if (comparison.kind === 'AEXPR_OP') return source === 'run-time' ? 'run-time' : constraint;
  if ((comparison.kind !== 'AEXPR_OP_ANY' && comparison.kind !== 'AEXPR_OP_ALL') || !isListOfValues(value)) return 'wrapped';
  if (source === 'run-time') return 'run-time';
  const isAny = comparison.kind === 'AEXPR_OP_ANY';
  return constraint === 'equality' ? (isAny ? 'list' : 'equality') : constraint;
}

/** Arrays from functions and sub-selects never prune, whatever is in them; nor does one whose cast PostgreSQL has not carried out: it prints two. */
function isListOfValues(value: Node): boolean {
  const cast = as(value, 'TypeCast');
  return as(cast === undefined ? value : cast.arg, 'A_Const') !== undefined || as(value, 'A_ArrayExpr') !== undefined;
}

/** A `name` is compared by an operator of its own, which no other type's keys are partitioned by. */
function isForeignName(value: Node, key: KeyShape): boolean {
  return lastName(as(value, 'TypeCast')?.typeName?.names) === 'name' && key.part.type !== 'name';
}

/** Where a comparison's other side comes from: known when planned or started, known while running, or computed for each row. */
function sourceOf(value: Node, volatileFunctions: ReadonlySet<string>): 'known' | 'run-time' | 'row' {
  let source: 'known' | 'run-time' | 'row' = 'known';
  walk(value, (kind, fields) => {
    if (kind === 'ParamRef' && source === 'known') source = 'run-time';
    if (kind === 'ColumnRef') {
      if (columnParts(fields as Fields<'ColumnRef'>).length < 2) source = 'row';
      else if (source === 'known') source = 'run-time';
    }
    if (kind === 'FuncCall') {
      const name = functionName(fields as Fields<'FuncCall'>);
      if (name === subplanMarker || volatileFunctions.has(name)) source = 'row';
    }
    return true;
  });
  return source;
}

/** As PostgreSQL prints it: with its schema where that is not on the search path. */
function functionName({ funcname }: Fields<'FuncCall'>): string {
  const parts = (funcname ?? []).flatMap((part) => as(part, 'String')?.sval ?? []);
  return (parts[0] === 'pg_catalog' ? parts.slice(1) : parts).join('.');
}

/** A key bare, or under what PostgreSQL's own matching looks through: COLLATE, and a cast that converts nothing. */
function isKey(node: Node | undefined, key: KeyShape): boolean {
  if (node === undefined) return false;
  if (key.expression !== null && normalise(node) === key.expression) return true;
  const collate = as(node, 'CollateClause');
  if (collate !== undefined) return isKey(collate.arg, key);
  const cast = as(node, 'TypeCast');
  if (cast !== undefined) return key.part.relabelled === lastName(cast.typeName?.names) && isKey(cast.arg, key);
  return key.expression === null && isBareColumn(node, key.part.name);
}

function mentions(condition: Node, key: KeyShape): boolean {
  let found = false;
  walk(condition, (kind, fields) => {
    if (kind === 'ColumnRef' && [...key.columns].some((name) => isBareColumn({ ColumnRef: fields }, name))) found = true;
    return !found;
  });
  return found;
}
