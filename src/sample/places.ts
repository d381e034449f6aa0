import { as, type Fields, lastName, type Node, walk } from '../sql/parse.ts';

/** Values that a place in a statement asks for, by parameter: a LIMIT, a time zone, a field of `date_trunc`. */
export function findFixedValues(tree: Node): ReadonlyMap<number, string> {
  const fixed = new Map<number, string>();
  const fix = (node: unknown, value: string): void => {
    for (const number of parametersIn(node)) fixed.set(number, value);
  };
  walk([tree], (kind, fields) => {
    if (kind === 'SelectStmt') {
      fix((fields as Fields<'SelectStmt'>).limitCount, '20');
      fix((fields as Fields<'SelectStmt'>).limitOffset, '0');
    }
    if (kind === 'FuncCall') {
      const call = fields as Fields<'FuncCall'>;
      const value = firstArguments[lastName(call.funcname)];
      if (value !== undefined && isParameter(call.args?.[0])) fix(call.args?.[0], value);
    }
    return true;
  });
  return fixed;
}

const firstArguments: Readonly<Record<string, string>> = { date_trunc: 'day', date_bin: '1 day', date_part: 'year', timezone: 'UTC' };

/** Whether a condition can be switched off by a parameter's value: an OR, a CASE or a COALESCE has one in it. */
export function hasSwitch(tree: Node): boolean {
  let found = false;
  walk([tree], (kind, fields) => {
    const isOr = kind === 'BoolExpr' && (fields as Fields<'BoolExpr'>).boolop === 'OR_EXPR';
    if (isOr || kind === 'CaseExpr' || kind === 'CoalesceExpr') found ||= parametersIn(fields).length > 0;
    return !found;
  });
  return found;
}

function parametersIn(node: unknown): readonly number[] {
  const numbers: number[] = [];
  walk(node, (kind, fields) => {
    if (kind === 'ParamRef') numbers.push((fields as Fields<'ParamRef'>).number ?? 0);
    return true;
  });
  return numbers;
}

function isParameter(node: Node | undefined): boolean {
  const cast = as(node, 'TypeCast');
  return cast === undefined ? as(node, 'ParamRef') !== undefined : isParameter(cast.arg);
}
