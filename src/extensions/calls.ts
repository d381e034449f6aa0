import { dividedIntoChunks } from '../catalog/catalog.ts';
import type { SchemaStatement } from '../load/schema-statement.ts';
import { type Named, toName, toNamed } from '../sql/names.ts';
import { as, type Fields, type Node, walk } from '../sql/parse.ts';

/** A call of a function that a statement is there for. */
export interface Call {
  readonly called: Named;
  /** Its arguments, those that are texts. */
  readonly texts: readonly (string | null)[];
}

/** The outermost calls of `SELECT f(…)`, `SELECT … FROM f(…)` and `CALL f(…)`; none where rows of tables are asked for too. */
export function findCalls({ tree }: SchemaStatement): readonly Call[] {
  const asked = as(tree, 'SelectStmt') ?? as(tree, 'CallStmt');
  if (asked === undefined) return [];
  const calls: Call[] = [];
  let isPlain = true;
  walk(asked, (kind, fields) => {
    if (kind === 'RangeVar') isPlain = false;
    if (kind !== 'FuncCall') return true;
    calls.push(toCall(fields as Fields<'FuncCall'>));
    return false;
  });
  const { funccall } = asked as Fields<'CallStmt'>;
  return isPlain ? [...(funccall === undefined ? [] : [toCall(funccall)]), ...calls] : [];
}

/** The calls in the body of a DO block, as far as its text shows them. */
export function findCallsInBlock(sql: string): readonly Call[] {
  const calls = sql.matchAll(/((?:[\w"]+\.)?\w+)\s*\(\s*(?:'((?:[^']|'')*)')?/g);
  return [...calls].map(([, called = '', first]) => ({ called: toNamed(called.toLowerCase()), texts: [first ?? null] }));
}

function toCall({ funcname, args = [] }: Fields<'FuncCall'>): Call {
  return { called: toName(funcname), texts: args.map(textOf) };
}

function textOf(argument: Node | undefined): string | null {
  const cast = as(argument, 'TypeCast')?.arg;
  const named = as(argument, 'NamedArgExpr')?.arg;
  if (cast !== undefined || named !== undefined) return textOf(cast ?? named);
  return as(argument, 'A_Const')?.sval?.sval ?? null;
}

/** Functions that divide a table in a way of their own, and what that makes of the table. */
const dividers: readonly (readonly [name: RegExp, what: string])[] = [
  [/^(?:create_(?:distributed_)?hypertable|add_dimension)$/, dividedIntoChunks],
  [/^create_(?:range|hash)_partitions$/, 'is divided by pg_pathman, whose partitions planlint does not know'],
];

/** What becomes of the table that the call divides, or `null`. */
export function divisionOf({ called }: Call): string | null {
  return dividers.find(([name]) => name.test(called.name))?.[1] ?? null;
}

/** Functions that make partitions, which must not be missing. */
export function makesPartitions({ called }: Call): boolean {
  return /^(?:create_(?:sub_)?parent|create_(?:sub_)?partition(?:_time|_id)?|create_time_partitions|partition_gap_fill)$/.test(called.name);
}

/** Functions of Citus that spread a table's rows over servers; its partitions stay what they are. */
export function distributes({ called }: Call): boolean {
  return /^create_(?:distributed_table(?:_concurrently)?|reference_table)$/.test(called.name);
}
