import { as, nodesOf } from '../../sql/parse.ts';
import type { Binding } from '../../verdict.ts';
import { at, type Cause, type Found, type Situation } from './cause.ts';
import { bindingAt, constrainedNeighbour, joinedColumn } from './neighbours.ts';
import { isKeptBy } from './outer-joins.ts';

const passedDown: Pick<Cause, 'explains'> = { explains: ['missing', 'run-time'] };

/** The join that compares the key, where the other side is bound in one of these ways. */
function atJoin(situation: Situation, bindings: readonly (Binding | undefined)[]): Found | null {
  const other = joinedColumn(situation);
  if (other === undefined) return null;
  const binding = bindingAt(other.alias, other.column, situation);
  return bindings.includes(binding) ? at(situation.written, `${other.alias}.${other.column}`) : null;
}

/** The reference stands in the sub-select of a LATERAL. */
function isLateral({ text, planned }: Situation): boolean {
  const query = planned.attribution.candidate?.outer.level.query;
  return nodesOf(text.tree, 'RangeSubselect').some(({ lateral, subquery }) => lateral === true && as(subquery, 'SelectStmt') === query);
}

/** A key that is compared with a column of another relation, whose value the plan does not have before it reads. */
export const joins: readonly Cause[] = [
  {
    id: 'outer-join',
    explains: ['missing', 'run-time'],
    find({ mention, written, planned }) {
      const reference = planned.attribution.candidate?.outer;
      return mention !== null && reference !== undefined && isKeptBy(mention.conjunct, reference) ? at(written) : null;
    },
    why: ({ key, piece }) => `${key} stands in the ON of an outer join that keeps every row of this table, so that ${piece} leaves none out`,
    advice: ({ wanted }) => `Add ${wanted} to the WHERE, which is asked of every row.`,
  },
  {
    id: 'lateral-row',
    explains: ['run-time'],
    find: (situation) => (isLateral(situation) ? atArrival(situation, 'outer-row') : null),
    why: ({ key, name }) => `${key} is compared with \`${name}\`, a row of the LATERAL's left side that is known only while the query runs`,
    advice: ({ wanted }) => `Write the condition inside the LATERAL as a parameter or a constant: ${wanted}.`,
  },
  {
    id: 'correlated',
    explains: ['run-time'],
    find: (situation) => atArrival(situation, 'outer-query'),
    why: ({ key, arrival }) => `${key} is compared with ${arrival}`,
    advice: ({ wanted }) => `Write the condition inside the sub-select too: ${wanted}.`,
  },
  {
    id: 'joined-by-name',
    ...passedDown,
    find(situation) {
      const neighbour = situation.mention === null && situation.isJoinedByName ? constrainedNeighbour(situation) : undefined;
      return neighbour === undefined || neighbour.binding === 'equality' ? null : at(situation.place, neighbour.alias);
    },
    why: ({ key, name, alias, stretch }) =>
      `${key} is joined by name, which hands on no more than an equality; the ${stretch} on \`${name}\` does not reach \`${alias}\``,
    advice: ({ wanted }) => `Write it for this table too: ${wanted}; only an equality travels through a join.`,
  },
  {
    id: 'period-stays',
    ...passedDown,
    find: (situation) => atJoin(situation, ['range', 'half-range', 'exclusion']),
    why: ({ key, piece, name, alias, stretch }) =>
      `${key} is compared through ${piece}; the ${stretch} on \`${name.split('.')[0]}\` does not reach \`${alias}\``,
    advice: ({ wanted }) => `Write it for this table too: ${wanted}; only an equality travels through a join.`,
  },
  {
    id: 'list-stays',
    ...passedDown,
    find: (situation) => atJoin(situation, ['list']),
    why: ({ key, piece, name, alias }) =>
      `${key} is compared through ${piece}; the list of values on \`${name.split('.')[0]}\` does not reach \`${alias}\``,
    advice: ({ column }) => `Repeat the list for this table too: \`${column} IN (…)\`; only an equality travels through a join.`,
  },
  {
    id: 'unbound-neighbour',
    ...passedDown,
    find: (situation) => atJoin(situation, ['missing', 'wrapped']),
    why: ({ key, piece, name }) => `${key} is compared through ${piece} only, and \`${name}\` is not constrained either`,
    advice: ({ name, stretch, wanted }) => `Constrain both sides: an equality on \`${name}\` travels, a ${stretch} is written twice: ${wanted}.`,
  },
  {
    id: 'outer-row',
    ...passedDown,
    find: (situation) => atJoin(situation, [undefined, 'run-time', 'equality', 'bound']),
    why: ({ key, name, binding, arrival }) =>
      binding === 'run-time' ? `${key} is compared with ${arrival}` : `${key} is compared with \`${name}\`, and the plan passes no value down`,
    advice: ({ wanted, name }) => `Read \`${name}\` first and write it for this table too, as a parameter or a constant: ${wanted}.`,
  },
];

/** The condition whose value arrives so, as the plan says. */
function atArrival({ arrives, written }: Situation, kind: 'outer-row' | 'outer-query'): Found | null {
  return arrives?.kind === kind ? at(written, arrives.of) : null;
}
