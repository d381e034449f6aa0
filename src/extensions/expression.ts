import type { MissingExtension } from '../schema-state.ts';
import { toName } from '../sql/names.ts';
import { as, columnParts, type Fields, walk } from '../sql/parse.ts';
import { ownerOfFunction } from './need.ts';

/** What is known while a schema loads. */
export interface Surroundings {
  readonly missing: readonly MissingExtension[];
  /** Columns whose type stands in for an extension's, by name, and that extension. */
  readonly columns: ReadonlyMap<string, string>;
  /** The extension for want of which something of this name was left out. */
  readonly absentFor: (name: string) => string | null;
  /** Whether the schema makes a function of this name itself. */
  readonly isOwn: (name: string) => boolean;
}

/** The missing extension that an expression needs: for a function, or for an operator on a type that only stands in. */
export function needOf(expression: unknown, around: Surroundings): string | null {
  let found: string | null = null;
  walk(expression, (kind, fields) => {
    if (kind === 'FuncCall') found ??= needOfCall(fields as Fields<'FuncCall'>, around);
    if (kind === 'A_Expr' || kind === 'FuncCall') found ??= standInWithin(fields, around);
    if (kind === 'TypeCast') found ??= needOfCast(fields as Fields<'TypeCast'>, around);
    return found === null;
  });
  return found;
}

/** The extension that the type of a column or an argument comes from. */
export function ownerOfTypeName(type: Fields<'TypeName'> | undefined, missing: readonly MissingExtension[]): string | null {
  const { name } = toName(type?.names);
  return missing.find(({ types }) => types.includes(name))?.name ?? null;
}

function needOfCall({ funcname }: Fields<'FuncCall'>, { missing, isOwn, absentFor }: Surroundings): string | null {
  const called = toName(funcname);
  return absentFor(called.name) ?? (isOwn(called.name) ? null : ownerOfFunction(called, missing));
}

function standInWithin(expression: unknown, { columns, missing }: Surroundings): string | null {
  let found: string | null = null;
  walk(expression, (kind, fields) => {
    if (kind === 'ColumnRef') found ??= columns.get(columnParts(fields as Fields<'ColumnRef'>).at(-1) ?? '') ?? null;
    if (kind === 'TypeCast') found ??= ownerOfTypeName((fields as Fields<'TypeCast'>).typeName, missing);
    return found === null;
  });
  return found;
}

/** Only text becomes a value of a type that stands in. */
function needOfCast({ arg, typeName }: Fields<'TypeCast'>, { missing }: Surroundings): string | null {
  const isText = as(arg, 'A_ArrayExpr') === undefined && as(arg, 'RowExpr') === undefined;
  return isText ? null : ownerOfTypeName(typeName, missing);
}
