import { normalise } from '../sql/normalise.ts';
import { as, columnParts, type Fields, lastName, type Node, walk } from '../sql/parse.ts';

/** Which side of a value a comparison leaves. */
export type Direction = 'equal' | 'lower' | 'upper';

/** A column or expression of the text, compared with something else. */
export interface Comparison {
  /** Columns on the key's side, qualified as the text has them. */
  readonly columns: readonly { readonly qualifier: string | null; readonly name: string }[];
  /** The whole side, normalised, for keys that are expressions. */
  readonly expression: string;
  readonly direction: Direction;
  /** `<` and `>`, which leave the value itself out. */
  readonly isStrict: boolean;
  /** Parameters on the other side. */
  readonly parameters: readonly number[];
  /** What becomes of the only parameter on the other side: nothing that moves it, its day is taken, or something else. */
  readonly use: 'itself' | 'day' | 'part';
  /** The other side is made of constants alone; what a function yields, such as `now()`, is none. */
  readonly isConstant: boolean;
}

const directions: Readonly<Record<string, Direction>> = { '=': 'equal', '<>': 'equal', '<': 'upper', '<=': 'upper', '>': 'lower', '>=': 'lower' };

/** Every comparison of a statement, seen from each of its sides; rows are compared column by column. */
export function findComparisons(tree: unknown): readonly Comparison[] {
  const found: Comparison[] = [];
  walk(tree, (kind, fields) => {
    if (kind === 'A_Expr') found.push(...ofExpression(fields as Fields<'A_Expr'>));
    return true;
  });
  return found;
}

function ofExpression({ kind, name, lexpr, rexpr }: Fields<'A_Expr'>): readonly Comparison[] {
  if (lexpr === undefined || rexpr === undefined) return [];
  const items = as(rexpr, 'List')?.items ?? [];
  const isStrict = /^[<>]$/.test(lastName(name));
  if (kind === 'AEXPR_BETWEEN' || kind === 'AEXPR_BETWEEN_SYM' || kind === 'AEXPR_NOT_BETWEEN' || kind === 'AEXPR_NOT_BETWEEN_SYM') {
    return items.flatMap((item, index) => ofSides(lexpr, item, { direction: index === 0 ? 'lower' : 'upper', isStrict: false }));
  }
  if (kind === 'AEXPR_IN') return items.flatMap((item) => ofSides(lexpr, item, { direction: 'equal', isStrict: false }));
  const direction = kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT' ? 'equal' : directions[lastName(name)];
  return direction === undefined ? [] : ofSides(lexpr, rexpr, { direction, isStrict });
}

interface Relation {
  readonly direction: Direction;
  readonly isStrict: boolean;
}

function ofSides(left: Node, right: Node, relation: Relation): readonly Comparison[] {
  const [leftRow, rightRow] = [as(left, 'RowExpr')?.args, as(right, 'RowExpr')?.args];
  if (leftRow !== undefined && rightRow !== undefined) {
    return leftRow.flatMap((item, index) => (rightRow[index] === undefined ? [] : ofSides(item, rightRow[index], relation)));
  }
  const mirrored = { ...relation, direction: opposite[relation.direction] };
  return [toComparison(left, right, relation), toComparison(right, left, mirrored)].filter((comparison) => comparison.columns.length > 0);
}

const opposite: Readonly<Record<Direction, Direction>> = { equal: 'equal', lower: 'upper', upper: 'lower' };

function toComparison(side: Node, other: Node, relation: Relation): Comparison {
  const parameters: number[] = [];
  let isConstant = true;
  walk([other], (kind, fields) => {
    if (kind === 'ParamRef') parameters.push((fields as Fields<'ParamRef'>).number ?? 0);
    if (kind === 'ColumnRef' || kind === 'FuncCall' || kind === 'SQLValueFunction' || kind === 'SubLink') isConstant = false;
    return kind !== 'SubLink';
  });
  return {
    columns: columnsOf(side),
    expression: normalise(side),
    ...relation,
    parameters,
    use: useOf(other),
    isConstant: isConstant && parameters.length === 0,
  };
}

function useOf(side: Node): Comparison['use'] {
  if (as(side, 'ParamRef') !== undefined) return 'itself';
  const cast = as(side, 'TypeCast');
  if (cast?.arg === undefined || useOf(cast.arg) !== 'itself') return 'part';
  const type = lastName(cast.typeName?.names);
  return type === 'date' ? 'day' : moving.has(type) || cast.typeName?.typmods !== undefined ? 'part' : 'itself';
}

/** Types that round, or cut off a part. */
const moving: ReadonlySet<string> = new Set(['time', 'timetz', 'char', 'bpchar', 'bool', 'interval']);

function columnsOf(side: Node): Comparison['columns'] {
  const columns: { qualifier: string | null; name: string }[] = [];
  walk(side, (kind, fields) => {
    const parts = kind === 'ColumnRef' ? columnParts(fields as Fields<'ColumnRef'>) : [];
    const name = parts.at(-1);
    if (name !== undefined) columns.push({ qualifier: parts.at(-2) ?? null, name });
    return kind !== 'SubLink';
  });
  return columns;
}
