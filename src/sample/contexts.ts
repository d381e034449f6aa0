import { as, type Fields, lastName, type Node, walk } from '../sql/parse.ts';

/** Values that a place in a statement asks for, by parameter: a LIMIT, a time zone, a field of `date_trunc`, a number to put a unit behind (`$1 || ' days'`). */
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
    const operator = kind === 'A_Expr' ? (fields as Fields<'A_Expr'>) : undefined;
    if (lastName(operator?.name) === '||') {
      for (const side of [operator?.lexpr, operator?.rexpr]) if (isParameter(side)) fix(side, '1');
    }
    if (kind === 'FuncCall') {
      const call = fields as Fields<'FuncCall'>;
      const value = firstArguments.get(lastName(call.funcname));
      if (value !== undefined && isParameter(call.args?.[0])) fix(call.args?.[0], value);
    }
    return true;
  });
  return fixed;
}

const firstArguments: ReadonlyMap<string, string> = new Map(
  Object.entries({ date_trunc: 'day', date_bin: '1 day', date_part: 'year', timezone: 'UTC' }),
);

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

/** Parameters whose absence a statement provides for: those it asks whether they are NULL, and those that a COALESCE has an alternative for. */
export function findOptional(tree: Node): readonly number[] {
  const optional: number[] = [];
  walk([tree], (kind, fields) => {
    if (kind === 'NullTest') optional.push(...parameterOf((fields as Fields<'NullTest'>).arg));
    if (kind === 'CoalesceExpr') optional.push(...((fields as Fields<'CoalesceExpr'>).args ?? []).slice(0, -1).flatMap(parameterOf));
    return true;
  });
  return optional;
}

/** The types that text parameters are cast on to, by parameter, the outermost cast counting: `$1::text::uuid`, `string_to_array($1, ',')::bigint[]`. */
export function findCasts(tree: Node): ReadonlyMap<number, string> {
  const casts = new Map<number, string>();
  walk([tree], (kind, fields) => {
    const { arg, typeName } = kind === 'TypeCast' ? (fields as Fields<'TypeCast'>) : {};
    const list = as(arg, 'FuncCall');
    const [parameter] = list !== undefined && lastName(list.funcname) === 'string_to_array' ? parameterOf(list.args?.[0]) : parameterOf(arg);
    const name = lastName(typeName?.names);
    const isArray = typeName?.arrayBounds !== undefined && list === undefined;
    if (parameter !== undefined && !casts.has(parameter)) casts.set(parameter, `${formatted.get(name) ?? name}${isArray ? '[]' : ''}`);
    return true;
  });
  return casts;
}

/** The names that the parser has for types, as `format_type` prints them. */
const formatted: ReadonlyMap<string, string> = new Map(
  Object.entries({
    int2: 'smallint',
    int4: 'integer',
    int8: 'bigint',
    float4: 'real',
    float8: 'double precision',
    bool: 'boolean',
    varchar: 'character varying',
    bpchar: 'character',
    timestamp: 'timestamp without time zone',
    timestamptz: 'timestamp with time zone',
  }),
);

function parametersIn(node: unknown): readonly number[] {
  const numbers: number[] = [];
  walk(node, (kind, fields) => {
    if (kind === 'ParamRef') numbers.push((fields as Fields<'ParamRef'>).number ?? 0);
    return true;
  });
  return numbers;
}

function isParameter(node: Node | undefined): boolean {
  return parameterOf(node).length > 0;
}

/** The parameter that a node is, casts aside; none for every other node. */
function parameterOf(node: Node | undefined): readonly number[] {
  const cast = as(node, 'TypeCast');
  const number = as(node, 'ParamRef')?.number;
  return cast !== undefined ? parameterOf(cast.arg) : number === undefined ? [] : [number];
}
