import { axisOf } from '../../sample/axis.ts';
import { extentOf } from '../../sql/extent.ts';
import { as, type Node } from '../../sql/parse.ts';
import type { Span } from '../../sql/span.ts';
import { at, type Cause, type Situation } from './cause.ts';
import { type End, readBorders, readEnds } from './ends.ts';
import { bareComparison } from './key-path.ts';

const hours = 3_600_000_000n;
/** No zone is further from UTC. */
const furthest = 15n * hours;

/** The condition of the text that demands an end: the one with its operator, or the BETWEEN that holds it. */
function writtenEnd(
  { mentions, part, text }: Situation,
  operator: End['operator'],
): { readonly span: Span; readonly value: Node | undefined } | null {
  for (const mention of mentions) {
    const comparison = bareComparison(mention, part.name);
    if (comparison === null) continue;
    const span = extentOf(mention.conjunct, text.sql);
    if (/^AEXPR_BETWEEN/.test(comparison.operator.kind ?? '')) {
      const items = as(comparison.value, 'List')?.items ?? [];
      if (operator === '<=' || operator === '>=') return { span, value: items[operator === '<=' ? 1 : 0] };
    } else if (comparison.name === operator) return { span, value: comparison.value };
  }
  return null;
}

/** A literal that names no time zone; parameters and what a function yields are none. */
function lacksZone(value: Node | undefined): boolean {
  const literal = as(as(value, 'TypeCast')?.arg ?? value, 'A_Const')?.sval?.sval;
  return literal !== undefined && /^[\d\s:.-]*$/.test(literal.replace(/(?<=\d)T(?=\d)/, ' ')) && !/:\d\d(?:\.\d+)?\s*-\d/.test(literal);
}

const isSpread = ({ level }: Situation): boolean => level.isSpread;

/** The key is constrained, and yet to more than one partition of its level. */
export const borders: readonly Cause[] = [
  {
    id: 'border-included',
    explains: ['range', 'half-range'],
    find(situation) {
      const borders = readBorders(situation);
      const end = readEnds(situation).find(({ operator, step }) => operator === '<=' && borders.includes(step));
      return end === undefined ? null : writtenEnd(situation, '<=');
    },
    why: ({ key, piece }) => `${key} reaches a border between leaves: ${piece} takes the border in and so reads the leaf behind it too`,
    advice: ({ key }) => `Write \`<\` instead of \`<=\` for the upper end of ${key}; BETWEEN takes its upper end in, too.`,
  },
  {
    id: 'below-border',
    explains: ['range', 'half-range'],
    find(situation) {
      const unit = axisOf(situation.part.type)?.unitOf(situation.part.type) ?? 0n;
      const borders = readBorders(situation);
      const end = readEnds(situation).find(({ operator, step }) => operator === '>' && borders.includes(step + unit));
      return end === undefined ? null : writtenEnd(situation, '>');
    },
    why: ({ key, piece }) =>
      `${key} begins just before a border between leaves: PostgreSQL does not know that no value lies between, and ${piece} keeps the earlier leaf`,
    advice: ({ key }) => `Write \`>=\` and the border itself for the lower end of ${key}.`,
  },
  {
    id: 'zone-moves-border',
    explains: ['range', 'half-range'],
    find(situation) {
      if (situation.part.type !== 'timestamp with time zone') return null;
      const borders = readBorders(situation);
      for (const { operator, text, step } of readEnds(situation)) {
        const isOff = borders.some((border) => border !== step && distance(border, step) <= furthest);
        const isMidnight = / 00:00:00(?:[+-]\d|$)/.test(text);
        const written = isOff && isMidnight ? writtenEnd(situation, operator) : null;
        if (written !== null && lacksZone(written.value)) return written;
      }
      return null;
    },
    why: ({ key, piece }) =>
      `${key} is compared with a time without a zone: in the session's time zone ${piece} does not begin or end where the leaves do`,
    advice: ({ key }) => `Give the zone that the partitions of ${key} are cut in, such as \`+00\`, or set the session's timezone to it.`,
  },
  {
    id: 'or-of-pairs',
    explains: ['list', 'range', 'half-range', 'exclusion'],
    find: (situation) =>
      isSpread(situation) && as(situation.mention?.conjunct, 'BoolExpr')?.boolop === 'OR_EXPR' && isPaired(situation) ? at(situation.written) : null,
    why: ({ key, units }) => `${key} has a value in each arm of an OR, and the ${units} of all arms are read crosswise with those of the other key`,
    advice: () => 'Write one statement for each arm, or a UNION ALL of them.',
  },
  {
    id: 'values-apart',
    explains: ['list', 'equality'],
    find: (situation) => (isSpread(situation) && situation.binding === 'list' ? at(situation.written) : null),
    why: ({ key, units }) => `${key} is one of a list of values, which lie in different ${units}`,
    advice: ({ key, units }) => `Ask for the values of one of the ${units} at a time, with a single value or period of ${key}.`,
  },
  {
    id: 'over-border',
    explains: ['range'],
    find: (situation) => (isSpread(situation) ? at(situation.written) : null),
    why: ({ key, units, stretch }) => `${key} lies in a ${stretch} that reaches over a border between ${units}`,
    advice: ({ key, units }) => `Keep ${key} within one of the ${units}, or write one statement for each side of the border.`,
  },
  {
    id: 'open-end',
    explains: ['half-range'],
    find: (situation) => (isSpread(situation) ? at(situation.written) : null),
    why: ({ key, units }) => `${key} has one known end only, so that all ${units} on the other side are read`,
    advice: ({ key, wanted }) => `Give ${key} its other end too: ${wanted} within one partition.`,
  },
  {
    id: 'exclusion',
    explains: ['exclusion'],
    find: (situation) => (isSpread(situation) ? at(situation.written) : null),
    why: ({ key, units }) => `${key} only excludes values, so that all other ${units} are read`,
    advice: ({ key, wanted }) => `Say what ${key} is, not what it is not: ${wanted}.`,
  },
];

/** Another key of the reference has its values in the same OR. */
function isPaired({ planned, part, mention }: Situation): boolean {
  const names = JSON.stringify(mention?.conjunct);
  return planned.keys.some((key) => key.part.name !== part.name && names.includes(JSON.stringify({ String: { sval: key.part.name } })));
}

function distance(one: bigint, other: bigint): bigint {
  return one < other ? other - one : one - other;
}
