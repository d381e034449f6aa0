import { as, lastName, type Node } from '../sql/parse.ts';

/** A constant of the text: a number, or a string, which may stand behind or before a type's name. */
export interface Literal {
  readonly kind: 'integer' | 'number' | 'string';
  readonly value: string;
}

/** Types that take a constant as it is written or refuse it; `2::boolean::int` is 1, and `'12'::char(1)` is `'1'`. */
const faithful = new Set('int2 int4 int8 numeric text varchar name date timestamp timestamptz'.split(' '));

/** Reads a constant through casts that leave it what it is; `null` for everything else, NULL included. */
export function toLiteral(node: Node | undefined): Literal | null {
  const cast = as(node, 'TypeCast');
  if (cast !== undefined) {
    const { names, typmods = [], arrayBounds = [] } = cast.typeName ?? {};
    return faithful.has(lastName(names)) && typmods.length === 0 && arrayBounds.length === 0 ? toLiteral(cast.arg) : null;
  }
  const constant = as(node, 'A_Const');
  if (constant === undefined || constant.isnull === true) return null;
  if (constant.ival !== undefined) return { kind: 'integer', value: String(constant.ival.ival ?? 0) };
  if (constant.fval !== undefined) return { kind: 'number', value: constant.fval.fval ?? '' };
  return constant.sval === undefined ? null : { kind: 'string', value: constant.sval.sval ?? '' };
}

/** Whether an expression is a constant of whatever type, and not NULL. */
export function isConstant(node: Node | undefined): boolean {
  const cast = as(node, 'TypeCast');
  const constant = as(node, 'A_Const');
  return cast === undefined ? constant !== undefined && constant.isnull !== true : isConstant(cast.arg);
}

/** The whole number that a constant means, such as `3` for `3.0`; `null` where it is none that a bigint holds for certain. */
export function toInteger(node: Node | undefined): bigint | null {
  const literal = toLiteral(node);
  const digits = literal === null ? undefined : /^\s*([-+]?\d{1,18})(?:\.0*)?\s*$/.exec(literal.value)?.[1];
  return digits === undefined || (literal?.kind === 'string' && /\./.test(literal.value)) ? null : BigInt(digits);
}

/** A day that exists, of the years that are written with four digits. */
export function toDay(text: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || year < '1000') return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? date : null;
}

/** A day so many days, months or years later. */
export function later(date: Date, amount: number, unit: 'day' | 'month' | 'year'): Date {
  const [years, months, days] = [unit === 'year' ? amount : 0, unit === 'month' ? amount : 0, unit === 'day' ? amount : 0];
  return new Date(Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth() + months, date.getUTCDate() + days));
}

export function writeDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
