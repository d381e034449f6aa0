import { extentOf } from '../../sql/extent.ts';
import { as, type Fields, lastName, type Node, namesColumn, nodesOf } from '../../sql/parse.ts';
import { writeName } from '../../sql/quote.ts';
import { splitConjuncts } from '../../sql/references.ts';
import { at, type Cause, type Found, type Situation, throughWhich } from './cause.ts';
import { constrainedNeighbour, passedColumns } from './neighbours.ts';

const missing = { explains: ['missing'] } as const;

const isUnwritten = ({ mention, isJoinedByName }: Situation): boolean => mention === null && !isJoinedByName;

/** The table is the one whose rows an UPDATE or DELETE changes. */
function isChanged({ planned, text }: Situation): boolean {
  const reference = planned.attribution.candidate?.outer;
  const { relation } = (reference?.level.query ?? {}) as Partial<Fields<'UpdateStmt'>>;
  return reference?.level.depth === 0 && /^(?:update|delete)$/.test(text.kind) && (relation?.location ?? 0) === reference.start;
}

function throughUnwritten(situation: Situation, kind: 'view' | 'function'): Found | null {
  const name = throughWhich(situation, kind);
  return name === null || !isUnwritten(situation) ? null : at(situation.place, name);
}

function lacks(situation: Situation, accepts: (isEqual: boolean) => boolean): Found | null {
  const neighbour = isUnwritten(situation) ? constrainedNeighbour(situation) : undefined;
  return neighbour === undefined || !accepts(neighbour.binding === 'equality') ? null : at(situation.place, neighbour.alias);
}

/** The first of these pieces of the table's own query that names the key. */
function atPiece(situation: Situation, piecesOf: (select: Fields<'SelectStmt'>) => readonly Node[]): Found | null {
  const { planned, part, text } = situation;
  const query = planned.attribution.candidate?.outer.level.query;
  const piece =
    query === undefined || !isUnwritten(situation) ? undefined : piecesOf(query as Fields<'SelectStmt'>).find((one) => namesColumn(one, part.name));
  return piece === undefined ? null : { span: extentOf(piece, text.sql) };
}

function filtersIn(targets: unknown): readonly Node[] {
  return nodesOf(targets, 'FuncCall', 'SubLink').flatMap(({ agg_filter }) => agg_filter ?? []);
}

/** What a neighbour passes on, for a sentence. */
export function describePassed({ planned }: Situation, neighbour: string): string {
  const level = planned.attribution.candidate?.outer.level;
  const columns = level === undefined ? [] : passedColumns(planned.attribution.alias, neighbour, level);
  return columns.length === 0 ? 'does not pass it on' : `passes only ${columns.map((column) => `\`${column}\``).join(' and ')}`;
}

/** A key that nothing says anything of. */
export const absent: readonly Cause[] = [
  {
    id: 'only-not-null',
    ...missing,
    find({ mention, written }) {
      const test = as(mention?.conjunct, 'NullTest');
      return test?.nulltesttype === 'IS_NOT_NULL' ? at(written) : null;
    },
    why: ({ key }) => `${key} is only said to be not null, which leaves no leaf out`,
    advice: ({ wanted }) => `Add ${wanted} to the WHERE.`,
  },
  {
    id: 'in-subselect',
    ...missing,
    find({ mention, written }) {
      const link = as(mention?.conjunct, 'SubLink');
      return link?.subLinkType === 'ANY_SUBLINK' && /^=?$/.test(lastName(link.operName)) ? at(written) : null;
    },
    why: ({ key }) => `${key} is compared with the rows of a sub-select, which are known only while the query runs`,
    advice: ({ key, wanted }) => `Read the values first and pass them for ${key}: ${wanted}.`,
  },
  {
    id: 'having',
    ...missing,
    find: (situation) => atPiece(situation, ({ havingClause }) => (havingClause === undefined ? [] : splitConjuncts(havingClause))),
    why: ({ key, piece }) => `${key} is only compared in HAVING: ${piece} is asked of groups after all their rows were read`,
    advice: ({ wanted }) => `Add ${wanted} to the WHERE.`,
  },
  {
    id: 'aggregate-filter',
    ...missing,
    find: (situation) => atPiece(situation, ({ targetList }) => filtersIn(targetList)),
    why: ({ key, piece }) => `${key} is only compared in the FILTER of an aggregate: ${piece} leaves no row of the table out`,
    advice: ({ wanted }) => `Add ${wanted} to the WHERE.`,
  },
  {
    id: 'key-expression',
    explains: ['missing', 'wrapped'],
    find: (situation) => (situation.part.isExpression && situation.planned.attribution.candidate?.through === null ? at(situation.place) : null),
    why: ({ key }) => `${key} is the key, an expression: only a comparison of that very expression leaves anything out`,
    advice: ({ wanted }) => `Compare the expression as the partitioning has it: ${wanted}.`,
  },
  {
    id: 'view-without-key',
    ...missing,
    find: (situation) => throughUnwritten(situation, 'view'),
    why: ({ key, name }) => `${key} is not constrained, neither inside the view \`${name}\` nor where it is queried`,
    advice: ({ key }) => `Constrain ${key} where the view is queried, or inside the view.`,
  },
  {
    id: 'function-without-key',
    ...missing,
    find: (situation) => throughUnwritten(situation, 'function'),
    why: ({ key, name }) => `${key} is not constrained, neither inside the function \`${name}\` nor where it is called`,
    advice: ({ key }) => `Constrain ${key} where the function is called, or hand it in as an argument.`,
  },
  {
    id: 'join-lacks-key',
    ...missing,
    find: (situation) => lacks(situation, (isEqual) => isEqual),
    why: ({ key, name, passed }) => `${key} is not constrained: the join with \`${name}\` ${passed}`,
    advice: ({ column, name, bareKey }) => `Add \`${column} = ${writeName(name)}.${bareKey}\`: the join hands the equality on.`,
  },
  {
    id: 'join-lacks-period',
    ...missing,
    find: (situation) => lacks(situation, (isEqual) => !isEqual),
    why: ({ key, name, passed }) => `${key} is not constrained: the join with \`${name}\` ${passed}`,
    advice: ({ wanted, name, bareKey }) =>
      `Repeat the condition for this table too: ${wanted}. What constrains \`${writeName(name)}.${bareKey}\` does not reach it through a join.`,
  },
  {
    id: 'change-without-key',
    ...missing,
    find: (situation) => (isUnwritten(situation) && isChanged(situation) ? at(situation.place) : null),
    why: ({ key }) => `${key} is not constrained`,
    advice: ({ equality }) => `Add ${equality} to the WHERE (with an ORM, to its criteria): the row's own value.`,
  },
  {
    id: 'not-written',
    ...missing,
    find: (situation) => (isUnwritten(situation) ? at(situation.place) : null),
    why: ({ key }) => `${key} is not constrained`,
    advice: ({ wanted }) => `Add ${wanted} to the WHERE.`,
  },
];
