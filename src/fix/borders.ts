import type { Partition } from '../catalog/catalog.ts';
import { extentOf, textOf } from '../sql/extent.ts';
import { mirrored } from '../sql/mirrored.ts';
import { as, lastName, type Node } from '../sql/parse.ts';
import { conditionsOf, isColumn } from './conditions.ts';
import { later, toDay, toInteger, toLiteral, writeDay } from './literals.ts';
import type { Fault, Propose, Setting } from './proposal.ts';

/** One end of a range: a condition that a key is above or below a value. */
interface End {
  readonly condition: Node;
  readonly operator: string;
  readonly value: Node;
}

function endsOf({ relation, key }: Fault): readonly End[] {
  return conditionsOf(relation).flatMap((condition) => {
    const comparison = as(condition, 'A_Expr');
    const operator = lastName(comparison?.name);
    const other = mirrored[operator];
    if (comparison?.kind !== 'AEXPR_OP' || other === undefined) return [];
    const { lexpr, rexpr } = comparison;
    if (isColumn(lexpr, relation, key.column) && rexpr !== undefined) return [{ condition, operator, value: rexpr }];
    return isColumn(rexpr, relation, key.column) && lexpr !== undefined ? [{ condition, operator: other, value: lexpr }] : [];
  });
}

/** `> '2024-12-31 23:59:59.999999'` is `>= '2025-01-01'`: nothing lies between two values of such a type, which the planner does not know. */
export const beginAtNext: Propose = (fault, setting) => {
  const edits = endsOf(fault).flatMap(({ condition, operator, value }) => {
    const next = operator === '>' ? nextOf(value, fault, setting) : null;
    return next === null ? [] : [{ ...extentOf(condition, setting.text.sql), text: `${fault.column} >= ${next}` }];
  });
  return edits.length === 0 ? null : { kind: 'same', assumes: null, edits, conditions: [] };
};

function nextOf(value: Node, { part }: Fault, { hasPlainDays }: Setting): string | null {
  if (as(value, 'A_Const') === undefined) return null;
  const literal = toLiteral(value);
  if (/^(?:smallint|integer|bigint)$/.test(part.type)) {
    const number = literal?.kind === 'integer' ? toInteger(value) : null;
    return number === null ? null : String(number + 1n);
  }
  if (literal?.kind !== 'string') return null;
  if (part.type === 'date') {
    const day = toDay(literal.value);
    return day === null ? null : `'${writeDay(later(day, 1, 'day'))}'`;
  }
  const [, written = '', zone = ''] = /^(\d{4}-\d\d-\d\d)[ T]23:59:59\.999999(Z|[-+]\d\d(?::?\d\d)?)?$/.exec(literal.value) ?? [];
  const day = toDay(written);
  const isZoned = part.type === 'timestamp with time zone';
  if (day === null || !(isZoned ? zone !== '' || hasPlainDays : part.type === 'timestamp without time zone' && zone === '')) return null;
  const next = writeDay(later(day, 1, 'day'));
  return zone === '' ? `'${next}'` : `'${next} 00:00:00${zone}'`;
}

/** `<= X` and `BETWEEN … AND X` without X itself, which begins the next partition. */
export const endBefore: Propose = (fault, setting) => {
  const { relation, key, column } = fault;
  const ends = endsOf(fault).filter(({ operator }) => operator === '<=');
  const betweens = conditionsOf(relation).flatMap((condition) => {
    const between = as(condition, 'A_Expr');
    const [from, to] =
      between?.kind === 'AEXPR_BETWEEN' && isColumn(between.lexpr, relation, key.column) ? (as(between.rexpr, 'List')?.items ?? []) : [];
    return from === undefined || to === undefined ? [] : [{ condition, from, to }];
  });
  const edits = [
    ...ends.map(({ condition, value }) => ({ ...extentOf(condition, setting.text.sql), text: `${column} < ${textOf(value, setting.text.sql)}` })),
    ...betweens.map(({ condition, from, to }) => ({
      ...extentOf(condition, setting.text.sql),
      text: `${column} >= ${textOf(from, setting.text.sql)} AND ${column} < ${textOf(to, setting.text.sql)}`,
    })),
  ];
  const last = ends[0]?.value ?? betweens[0]?.to;
  if (last === undefined) return null;
  return { kind: 'narrowed', assumes: `no row with \`${key.column}\` at exactly ${asCode(last, setting)} is wanted`, edits, conditions: [] };
};

/** A value of the statement as a message may say it; captured values are no one's business. */
function asCode(value: Node, setting: Setting): string {
  return as(value, 'ParamRef') === undefined ? 'the upper end' : `\`${textOf(value, setting.text.sql)}\``;
}

/** A day that is written without a zone and is a border of the partitions in UTC. */
export const writeZone: Propose = ({ relation, key, part, root, ...fault }, setting) => {
  if (part.type !== 'timestamp with time zone') return null;
  const borders = new Set(bordersOf(root, key.column).map((border) => orderOfText(border, part.type)));
  const edits = endsOf({ relation, key, part, root, ...fault }).flatMap(({ value }) => {
    const literal = as(value, 'A_Const') === undefined ? null : toLiteral(value);
    const zoned = literal?.kind === 'string' && toDay(literal.value) !== null ? `${literal.value} 00:00:00+00` : null;
    return zoned === null || !borders.has(orderOfText(zoned, part.type)) ? [] : [{ ...extentOf(value, setting.text.sql), text: `'${zoned}'` }];
  });
  return edits.length === 0
    ? null
    : { kind: 'narrowed', assumes: 'the days are meant in UTC, as the borders of the partitions are', edits, conditions: [] };
};

/** A range of constants that has no other end, or that reaches over a border: up to the border that is next. */
export const endAtBorder: Propose = (fault, setting) => {
  const { root, key, column, relation } = fault;
  const between = conditionsOf(relation).flatMap((condition) => {
    const one = as(condition, 'A_Expr');
    const items = one?.kind === 'AEXPR_BETWEEN' && isColumn(one.lexpr, relation, key.column) ? as(one.rexpr, 'List')?.items : undefined;
    return items?.[0] === undefined ? [] : [items[0]];
  });
  const ends = endsOf(fault);
  const from = [...ends.filter(({ operator }) => operator.startsWith('>')).map(({ value }) => value), ...between][0];
  const to = ends.find(({ operator }) => operator.startsWith('<'))?.value;
  const [lower, upper] = [orderOf(from, fault), orderOf(to, fault)];
  const borders = bordersOf(root, key.column).flatMap((border) => {
    const order = orderOfText(border, fault.part.type);
    return order === null ? [] : [{ border, order }];
  });
  const write = (border: string): string => (/^-?\d+$/.test(border) ? border : `'${border}'`);
  if (lower !== null) {
    const next = borders.filter(({ order }) => order > lower).sort((a, b) => (a.order < b.order ? -1 : 1))[0];
    if (next === undefined) return null;
    if (to !== undefined)
      return writtenInstead(to, write(next.border), `nothing from \`${next.border}\` on is wanted, or is asked for by a statement of its own`);
    return narrowedTo(`${column} < ${write(next.border)}`, `nothing from \`${next.border}\` on is wanted, or is asked for by a statement of its own`);
  }
  if (upper === null || from !== undefined) return null;
  const last = borders.filter(({ order }) => order < upper).sort((a, b) => (a.order < b.order ? 1 : -1))[0];
  return last === undefined
    ? null
    : narrowedTo(`${column} >= ${write(last.border)}`, `nothing before \`${last.border}\` is wanted, or is asked for by a statement of its own`);

  function writtenInstead(value: Node, text: string, assumes: string): ReturnType<Propose> {
    return { kind: 'narrowed', assumes, edits: [{ ...extentOf(value, setting.text.sql), text }], conditions: [] };
  }

  function narrowedTo(condition: string, assumes: string): ReturnType<Propose> {
    return setting.text.sql.includes(condition) ? null : { kind: 'narrowed', assumes, edits: [], conditions: [condition] };
  }
};

/** The borders of a key that is alone on its level. */
function bordersOf(root: Partition, column: string): readonly string[] {
  const found = new Set<string>();
  const visit = ({ key, children }: Partition): void => {
    const isOwn = key?.strategy === 'range' && key.parts.length === 1 && key.parts[0]?.name === column;
    for (const child of children) {
      const ends = isOwn && child.bound?.kind === 'range' ? [...child.bound.from, ...child.bound.to] : [];
      for (const end of ends) if (end.kind === 'value') found.add(end.text);
      visit(child);
    }
  };
  visit(root);
  return [...found];
}

function orderOf(value: Node | undefined, { part }: Fault): number | null {
  const literal = as(value, 'A_Const') === undefined ? null : toLiteral(value);
  return literal === null ? null : orderOfText(literal.value, part.type);
}

/** Where a value stands among others, near enough to find the border that is next; the planner is asked whether it is. */
function orderOfText(text: string, type: string): number | null {
  if (/^(?:smallint|integer|bigint|numeric)$/.test(type)) return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
  const [, day, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?([-+]\d\d(?::\d\d)?|Z)?)?$/.exec(text) ?? [];
  const order = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone.length === 3 ? `${zone}:00` : zone}`);
  return Number.isNaN(order) ? null : order;
}
