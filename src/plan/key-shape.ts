import type { KeyPart } from '../catalog/catalog.ts';
import { normalise } from '../sql/normalise.ts';
import { as, columnParts, nodesOf, parseStatement } from '../sql/parse.ts';

/** A key part as conditions are compared with it: a column's name, or an expression's normalised tree. */
export interface KeyShape {
  readonly part: KeyPart;
  /** `null` for columns. */
  readonly expression: string | null;
  /** Columns that the part is computed from. */
  readonly columns: ReadonlySet<string>;
}

/** The shape of a key part, which goes by `column` where a reference renames its columns. */
export function shapeOf(part: KeyPart, column: string = part.name): KeyShape {
  if (!part.isExpression) return { part: { ...part, name: column }, expression: null, columns: new Set([column]) };
  const { tree } = parseStatement(`SELECT ${part.name}`);
  const expression = as(as(tree ?? undefined, 'SelectStmt')?.targetList?.[0], 'ResTarget')?.val;
  const columns = new Set(nodesOf(expression, 'ColumnRef').map((reference) => columnParts(reference).at(-1) ?? ''));
  return { part, expression: expression === undefined ? null : normalise(expression), columns };
}
