import { as, columnParts } from '../sql/parse.ts';
import { bare } from '../wording.ts';
import { conditionsOf, isColumn, sidesOf } from './conditions.ts';
import { isWritten, partnersOf } from './joined.ts';
import { type Fault, newParameter, type Propose } from './proposal.ts';
import type { Relation } from './scopes.ts';

/** Asks the caller for the key: a value of it, or a period where no single row is looked for. */
export const askForKey: Propose = (fault, { scopes }) => {
  const { column, part, relation, reference } = fault;
  const isMissed = relation.nullable !== null || relation.scope.isMissed;
  const assumes = isMissed ? `no other row of \`${bare(reference.table)}\` counts` : null;
  const ask = (...conditions: readonly string[]) => ({ kind: 'narrowed', assumes, edits: [], conditions }) as const;
  const value = newParameter(part.name);
  // Each of several uses of a CTE may want another key.
  if (scopes.commonTables.some(({ scopes: own, uses }) => uses > 1 && own.includes(relation.scope))) return null;
  if (part.isExpression) return relation.scope.relations.length > 1 ? null : ask(`(${part.name}) = ${value}`);
  const [lower, upper] = [`${column} >= ${value}`, `${column} < ${value}`];
  if (fault.strategy !== 'range' || isOneOfMany(fault)) return ask(`${column} = ${value}`);
  if (fault.key.binding === 'range') return null;
  if (fault.key.binding === 'half-range') return ask(hasLower(fault) ? upper : lower);
  return seeksOneRow(fault) ? ask(`${column} = ${value}`) : ask(lower, upper);
};

/** Of a range over several columns, only equalities bind more than the first. */
function isOneOfMany({ root, part }: Fault): boolean {
  const levels = [root.key, ...root.children.map((child) => child.key)];
  return levels.some(
    (key) => key !== null && key.strategy === 'range' && key.parts.length > 1 && key.parts.some((other) => other.name === part.name),
  );
}

function hasLower({ relation, key }: Fault): boolean {
  return conditionsOf(relation).some((condition) =>
    (['>', '>=', '<', '<='] as const).some((operator) => {
      const sides = sidesOf(condition, operator);
      return sides !== null && isColumn(sides[operator.startsWith('>') ? 0 : 1], relation, key.column);
    }),
  );
}

/** The statement names the row by its id or number, finds its key out by a sub-select, or takes it from a row that is named so. */
function seeksOneRow({ relation, key }: Fault): boolean {
  return isOneRow(relation, key.column) || partnersOf(relation).some((other) => isOneRow(other, null) && isWritten(relation, other, key.column));
}

function isOneRow(relation: Relation, key: string | null): boolean {
  return conditionsOf(relation).some((condition) => {
    const sides = sidesOf(condition, '=');
    if (sides === null) return false;
    return [sides, [sides[1], sides[0]] as const].some(([side, value]) => {
      const column = columnParts(as(side, 'ColumnRef') ?? {}).at(-1) ?? '';
      if (!isColumn(side, relation, column)) return false;
      return as(value, 'ColumnRef') === undefined && (column === key || /^(?:id|uuid|number|\w+_number)$/.test(column));
    });
  });
}
