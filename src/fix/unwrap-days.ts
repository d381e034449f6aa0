import { textOf } from '../sql/extent.ts';
import { mirrored } from '../sql/mirrored.ts';
import { as, type Fields, lastName, type Node } from '../sql/parse.ts';
import { conditionsOf, isColumn, isSteady, sidesOf } from './conditions.ts';
import { later, toDay, toInteger, toLiteral, writeDay } from './literals.ts';
import type { Fault, Setting } from './proposal.ts';
import type { Rewrite, Unwrap } from './unwrapped.ts';

type Unit = 'day' | 'month' | 'year';

const timeTypes = ['timestamp with time zone', 'timestamp without time zone', 'date'];

/** A time that is compared by its day, month or year becomes a half-open range of the bare key. */
export const unwrapDays: Unwrap = (condition, fault, setting) => {
  if (!timeTypes.includes(fault.part.type)) return null;
  if (fault.part.type === 'timestamp with time zone' && !setting.hasPlainDays) return unwrapZone(condition, fault);
  for (const unwrap of [unwrapDate, unwrapTruncated, unwrapExtracted, unwrapFormatted, unwrapZone]) {
    const rewrite = unwrap(condition, fault, setting);
    if (rewrite !== null) return rewrite;
  }
  return null;
};

function halfOpen(column: string, day: Date, unit: Unit): string {
  return `${column} >= '${writeDay(day)}' AND ${column} < '${writeDay(later(day, 1, unit))}'`;
}

/** A comparison of what `isIt` knows, which comes first, with something else. */
function comparison(condition: Node, isIt: (side: Node) => boolean): { readonly operator: string; readonly it: Node; readonly other: Node } | null {
  for (const operator of ['=', ...Object.keys(mirrored)]) {
    const sides = sidesOf(condition, operator);
    if (sides === null) continue;
    if (isIt(sides[0])) return { operator, it: sides[0], other: sides[1] };
    if (isIt(sides[1])) return { operator: mirrored[operator] ?? operator, it: sides[1], other: sides[0] };
  }
  return null;
}

/** `created_at::date`, `date(created_at)`, and `CAST(created_at AS date)`. */
function unwrapDate(condition: Node, { relation, key, column, part, root }: Fault, { text: { sql }, catalog }: Setting): Rewrite | null {
  if (part.type === 'date') return null;
  const isDate = (side: Node): boolean => {
    const cast = as(side, 'TypeCast');
    if (cast !== undefined) return lastName(cast.typeName?.names) === 'date' && isColumn(cast.arg, relation, key.column);
    const call = as(side, 'FuncCall');
    return lastName(call?.funcname) === 'date' && call?.args?.length === 1 && isColumn(call.args[0], relation, key.column);
  };
  const between = as(condition, 'A_Expr');
  if (between?.kind === 'AEXPR_BETWEEN' && between.lexpr !== undefined && isDate(between.lexpr)) {
    const [from, to] = as(between.rexpr, 'List')?.items ?? [];
    const [first, last] = [dayOf(from, sql, catalog), dayOf(to, sql, catalog)];
    return first === null || last === null ? null : { text: `${column} >= ${first.from} AND ${column} < ${last.to}`, ...ifFinite([from, to], root) };
  }
  const compared = comparison(condition, isDate);
  const day = compared === null ? null : dayOf(compared.other, sql, catalog);
  if (compared === null || day === null) return null;
  const finite = ifFinite([compared.other], root);
  switch (compared.operator) {
    case '=':
      return { text: `${column} >= ${day.from} AND ${column} < ${day.to}`, ...finite };
    case '<':
      return { text: `${column} < ${day.from}` };
    case '<=':
      return { text: `${column} < ${day.to}`, ...finite };
    case '>':
      return { text: `${column} >= ${day.to}`, ...finite };
    default:
      return { text: `${column} >= ${day.from}` };
  }
}

/** The day after `infinity` is `infinity`: where rows of it may be, a day that the caller passes has to be another. */
function ifFinite(values: readonly (Node | undefined)[], root: Fault['root']): Pick<Rewrite, 'kind' | 'assumes'> {
  const [number] = values.flatMap((value) => as(as(value, 'TypeCast')?.arg ?? value, 'ParamRef')?.number ?? []);
  return number === undefined || isBounded(root) ? {} : { kind: 'narrowed', assumes: `\`$${number}\` is never \`infinity\`` };
}

/** Whether no leaf is open at an end. */
function isBounded({ bound, children, key }: Fault['root']): boolean {
  const ends = bound?.kind === 'range' ? [...bound.from, ...bound.to] : [];
  if (bound?.kind === 'default' || ends.some((end) => end.kind !== 'value' || /infinity/.test(end.text))) return false;
  return key === null ? ends.length > 0 : children.every(isBounded);
}

/** Where a day begins and ends. What is no literal keeps its type, so that the caller passes what it did; strings are read as dates by a cast only. */
function dayOf(node: Node | undefined, sql: string, catalog: Setting['catalog']): { readonly from: string; readonly to: string } | null {
  const literal = toLiteral(node);
  const cast = as(node, 'TypeCast');
  if (literal?.kind === 'string' && (cast === undefined || lastName(cast.typeName?.names) === 'date')) {
    const day = toDay(literal.value);
    return day === null ? null : { from: `'${writeDay(day)}'`, to: `'${writeDay(later(day, 1, 'day'))}'` };
  }
  const isParameter = as(node, 'ParamRef') !== undefined;
  const isDate = lastName(cast?.typeName?.names) === 'date' || as(node, 'SQLValueFunction')?.op === 'SVFOP_CURRENT_DATE';
  if (node === undefined || literal !== null || !(isParameter || isDate) || !isSteady(node, catalog)) return null;
  const text = isDate ? textOf(node, sql) : `${textOf(node, sql)}::date`;
  return { from: text, to: `${text} + 1` };
}

const units: Readonly<Record<string, Unit>> = { day: 'day', month: 'month', year: 'year' };

/** `date_trunc('month', created_at) = X`: what begins where a month does is a range of its own, for what is not known to the condition stays. */
function unwrapTruncated(condition: Node, { relation, key, column, part, root }: Fault, { text: { sql }, catalog }: Setting): Rewrite | null {
  const isTruncated = (side: Node): boolean => {
    const call = as(side, 'FuncCall');
    return lastName(call?.funcname) === 'date_trunc' && call?.args?.length === 2 && isColumn(call.args[1], relation, key.column);
  };
  const compared = comparison(condition, isTruncated);
  if (compared === null || compared.operator !== '=' || part.type === 'date') return null;
  const unit = units[toLiteral(as(compared.it, 'FuncCall')?.args?.[0])?.value.toLowerCase() ?? ''];
  if (unit === undefined) return null;
  const literal = as(compared.other, 'A_Const') === undefined ? null : toLiteral(compared.other);
  const day = literal?.kind === 'string' ? toDay(literal.value) : null;
  const isFirst = day !== null && (unit === 'day' || day.getUTCDate() === 1) && (unit !== 'year' || day.getUTCMonth() === 0);
  if (day !== null) return isFirst ? { text: halfOpen(column, day, unit) } : null;
  if (as(compared.other, 'ParamRef') === undefined || !isSteady(compared.other, catalog)) return null;
  const value = textOf(compared.other, sql);
  return { beside: `${column} >= ${value} AND ${column} < ${value} + interval '1 ${unit}'`, ...ifFinite([compared.other], root) };
}

/** The field that `extract(field FROM created_at)` or `date_part('field', created_at)` asks for. */
function fieldOf(side: Node, { relation, key }: Fault): string | null {
  const call = as(side, 'FuncCall');
  if (!/^(?:extract|date_part)$/.test(lastName(call?.funcname)) || !isColumn(call?.args?.[1], relation, key.column)) return null;
  return toLiteral(call?.args?.[0])?.value.toLowerCase() ?? null;
}

function unwrapExtracted(condition: Node, fault: Fault): Rewrite | null {
  const { relation, column } = fault;
  const year = comparison(condition, (side) => fieldOf(side, fault) === 'year');
  const number = year === null ? null : toInteger(year.other);
  const start = number === null ? null : toDay(`${number}-01-01`);
  if (year === null || start === null) return null;
  if (year.operator !== '=') return unwrapOpenYear(year.operator, start, column);
  const months = conditionsOf(relation).flatMap((other) => {
    const month = comparison(other, (side) => fieldOf(side, fault) === 'month');
    const value = month?.operator === '=' ? toInteger(month.other) : null;
    return value !== null && value >= 1n && value <= 12n ? [{ condition: other, value: Number(value) }] : [];
  });
  // Only conditions that must all hold can become one.
  const month = conditionsOf(relation).includes(condition) ? months[0] : undefined;
  return { text: month === undefined ? halfOpen(column, start, 'year') : halfOpen(column, later(start, month.value - 1, 'month'), 'month') };
}

function unwrapOpenYear(operator: string, start: Date, column: string): Rewrite {
  const isBehind = operator === '>' || operator === '<=';
  const edge = writeDay(isBehind ? later(start, 1, 'year') : start);
  return { text: `${column} ${operator.startsWith('>') ? '>=' : '<'} '${edge}'` };
}

const patterns: Readonly<Record<string, readonly [RegExp, string, Unit]>> = {
  YYYY: [/^\d{4}$/, '-01-01', 'year'],
  'YYYY-MM': [/^\d{4}-\d\d$/, '-01', 'month'],
  'YYYY-MM-DD': [/^\d{4}-\d\d-\d\d$/, '', 'day'],
};

/** `to_char` leaves out the era, so that it has to be known that no row is of the time before Christ. */
function unwrapFormatted(condition: Node, { relation, key, column, root }: Fault): Rewrite | null {
  const isFormatted = (side: Node): boolean => {
    const call = as(side, 'FuncCall');
    return lastName(call?.funcname) === 'to_char' && isColumn(call?.args?.[0], relation, key.column);
  };
  const compared = comparison(condition, isFormatted);
  const pattern = compared === null ? undefined : patterns[toLiteral(callOf(compared.it)?.args?.[1])?.value ?? ''];
  const value = compared === null ? null : toLiteral(compared.other);
  if (pattern === undefined || compared?.operator !== '=' || value?.kind !== 'string' || !pattern[0].test(value.value)) return null;
  const day = toDay(`${value.value}${pattern[1]}`);
  return day === null || !beginsInOurEra(root) ? null : { text: halfOpen(column, day, pattern[2]) };
}

function callOf(node: Node): Fields<'FuncCall'> | undefined {
  return as(node, 'FuncCall');
}

function beginsInOurEra(partition: Fault['root']): boolean {
  const { bound, children, key } = partition;
  const isOpen = bound?.kind === 'default' || (bound?.kind === 'range' && bound.from.some((end) => end.kind !== 'value' || / BC$/.test(end.text)));
  return key === null ? !isOpen : bound?.kind !== 'default' && children.every(beginsInOurEra);
}

/** `created_at AT TIME ZONE 'UTC' >= '2025-01-01'`: in UTC no hour comes twice. */
function unwrapZone(condition: Node, { relation, key, column, part }: Fault): Rewrite | null {
  if (part.type !== 'timestamp with time zone') return null;
  const isUtc = (side: Node): boolean => {
    const call = as(side, 'FuncCall');
    if (lastName(call?.funcname) !== 'timezone' || !isColumn(call?.args?.[1], relation, key.column)) return false;
    return /^(?:UTC|Etc\/UTC)$/i.test(toLiteral(call?.args?.[0])?.value ?? '');
  };
  const compared = comparison(condition, isUtc);
  const literal = compared === null || as(compared.other, 'A_Const') === undefined ? null : toLiteral(compared.other);
  const [, day, time] =
    literal?.kind === 'string' ? (/^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?$/.exec(literal.value) ?? []) : [];
  if (compared === null || day === undefined || toDay(day) === null) return null;
  return { text: `${column} ${compared.operator} '${day} ${time ?? '00:00:00'}+00'` };
}
