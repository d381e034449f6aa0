import { textOf } from '../sql/extent.ts';
import { as, lastName, type Node } from '../sql/parse.ts';
import { quoteText } from '../sql/quote.ts';
import { isColumn, sidesOf } from './conditions.ts';
import { toInteger, toLiteral } from './literals.ts';
import type { Fault } from './proposal.ts';
import type { Rewrite, Unwrap } from './unwrapped.ts';

const integers: Readonly<Record<string, bigint>> = { smallint: 2n ** 15n, integer: 2n ** 31n, bigint: 2n ** 63n };

/** Sums, casts and values of another type around a key. */
export const unwrapNumbers: Unwrap = (condition, fault, { text: { sql }, isEnum }) => {
  const sides = sidesOf(condition, '=');
  if (sides === null) return null;
  for (const [side, other] of [sides, [sides[1], sides[0]] as const]) {
    const rewrite = unwrapSum(side, other, fault) ?? unwrapCast(side, other, fault, isEnum) ?? unwrapValue(side, other, fault, sql);
    if (rewrite !== null) return rewrite;
  }
  return null;
};

/** `account_group + 0 = 3` */
function unwrapSum(side: Node, other: Node, { relation, key, column, part }: Fault): Rewrite | null {
  const limit = integers[part.type];
  const sum = as(side, 'A_Expr');
  const operator = lastName(sum?.name);
  const value = toInteger(other);
  if (limit === undefined || sum?.kind !== 'AEXPR_OP' || value === null) return null;
  const [left, right] = [toInteger(sum.lexpr), toInteger(sum.rexpr)];
  const isFirst = isColumn(sum.lexpr, relation, key.column);
  const isSecond = isColumn(sum.rexpr, relation, key.column);
  const solved =
    operator === '+' && isFirst && right !== null
      ? value - right
      : operator === '+' && isSecond && left !== null
        ? value - left
        : operator === '-' && isFirst && right !== null
          ? value + right
          : null;
  return solved === null || solved >= limit || solved < -limit ? null : { text: `${column} = ${solved}` };
}

const wider: Readonly<Record<string, readonly string[]>> = {
  smallint: ['int4', 'int8', 'numeric'],
  integer: ['int8', 'numeric'],
  bigint: ['numeric'],
};

/** `account_group::text = '3'`, where the text is what PostgreSQL writes for the number, or an enum's label; `account_group::bigint = 3`. */
function unwrapCast(side: Node, other: Node, { relation, key, column, part }: Fault, isEnum: (type: string) => boolean): Rewrite | null {
  const cast = as(side, 'TypeCast');
  const literal = toLiteral(other);
  if (literal === null || !isColumn(cast?.arg, relation, key.column) || (cast?.typeName?.typmods ?? []).length > 0) return null;
  const type = lastName(cast?.typeName?.names);
  const limit = integers[part.type];
  const isText = type === 'text' || type === 'varchar';
  if (isText && isEnum(part.type) && literal.kind === 'string') return { text: `${column} = ${quoteText(literal.value)}` };
  if (limit === undefined || isText !== (literal.kind === 'string') || !(isText || wider[part.type]?.includes(type) === true)) return null;
  const isWritten = /^(?:0|-?[1-9]\d{0,17})$/.test(literal.value);
  const number = isText && !isWritten ? null : toInteger(other);
  return number === null || number >= limit || number < -limit ? null : { text: `${column} = ${number}` };
}

/** `account_group = 3::numeric`, `id = 1500.0`, `tenant = 'a'::name`: the same value of the key's own type. */
function unwrapValue(side: Node, other: Node, { relation, key, column, part }: Fault, sql: string): Rewrite | null {
  if (!isColumn(side, relation, key.column)) return null;
  const limit = integers[part.type];
  const cast = as(other, 'TypeCast');
  if (limit !== undefined) {
    const value = toInteger(other);
    const type = lastName(cast?.typeName?.names);
    const isNumeric = cast === undefined ? toLiteral(other)?.kind === 'number' : type === 'numeric' && (cast.typeName?.typmods ?? []).length === 0;
    if (value !== null && isNumeric && value < limit && value >= -limit) return { text: `${column} = ${value}` };
    if (type !== 'numeric' || as(cast?.arg, 'ParamRef') === undefined) return null;
    const written = textOf(other, sql);
    return { text: `${column} = ${written}::${part.type}`, kind: 'narrowed', assumes: `\`${written}\` is a whole number` };
  }
  const literal = toLiteral(other);
  if (!/^(?:text|character varying)$/.test(part.type) || lastName(cast?.typeName?.names) !== 'name' || literal?.kind !== 'string') return null;
  return Buffer.byteLength(literal.value) > 63 ? null : { text: `${column} = ${quoteText(literal.value)}` };
}
