import { extentOf } from '../sql/extent.ts';
import { as, columnParts, type Node } from '../sql/parse.ts';
import { comparedWith, conditionsOf, isColumn, mergedWith, sidesOf, transfer } from './conditions.ts';
import type { Propose, Setting } from './proposal.ts';
import type { Relation, Scope } from './scopes.ts';

/** A column that equals another in every row that counts. */
export interface Equal {
  readonly relation: Relation;
  readonly column: string;
}

/** What constrains a column to steady values is true of each column that equals it, but a period does not travel through a join by itself. */
export const copyThroughEquality: Propose = ({ relation, key, part, column }, setting) => {
  if (part.isExpression) return null;
  const start = { relation, column: key.column };
  const found = equalsOf(start, conditionsOf(relation), [start])
    .filter((equal) => setting.typeOf(equal.relation, equal.column) === part.type)
    .flatMap((equal) => constraintsOn(equal, setting));
  const own = ownConstraints(start, setting);
  const conditions = [...new Set(found.map((write) => write(column)))].filter((condition) => !own.has(condition));
  return conditions.length === 0 ? null : { kind: 'same', assumes: null, edits: [], conditions };
};

/** An outer join's ON that says which rows are joined says nothing of those that are not; often they are not wanted. */
export const copyFromOuterJoin: Propose = ({ relation, key, part, column }, setting) => {
  if (part.isExpression || relation.nullable !== null) return null;
  const own = { relation, column: key.column };
  const conditions = relation.scope.relations.flatMap((other) => {
    const joined = other.nullable?.conjuncts ?? [];
    const equals = joined.flatMap((condition) => partnerIn(condition, own)).filter((equal) => equal.relation === other);
    const typed = equals.filter((equal) => setting.typeOf(equal.relation, equal.column) === part.type);
    const given = typed.flatMap((equal) =>
      joined.flatMap((condition) => transfer(condition, equal, { sql: setting.text.sql, catalog: setting.catalog }) ?? []),
    );
    return given.map((write) => write(column));
  });
  if (conditions.length === 0) return null;
  return {
    kind: 'narrowed',
    assumes: `no row of \`${relation.name}\` with another \`${key.column}\` is wanted`,
    edits: [],
    conditions: [...new Set(conditions)],
  };
};

/** What is written of a column already, as it is and with its table's alias where there is no other table. */
function ownConstraints(of: Equal, { text: { sql }, catalog }: Setting): ReadonlySet<string> {
  const written = conditionsOf(of.relation).flatMap((condition) => {
    const write = transfer(condition, of, { sql, catalog });
    const { start, end } = extentOf(condition, sql);
    const isOnly = of.relation.scope.relations.length === 1;
    return write === null ? [] : [sql.slice(start, end), ...(isOnly ? [write(of.column), write(`${of.relation.alias}.${of.column}`)] : [])];
  });
  return new Set(written);
}

/** Columns that equal one by the conditions given and, from there on, by what every row fulfils; in this query and in those around it. */
export function equalsOf(of: Equal, conditions: readonly Node[], known: readonly Equal[]): readonly Equal[] {
  const near = [...conditions.flatMap((condition) => partnerIn(condition, of)), ...joinedByName(of)];
  const fresh = near.filter(
    (one) => one.relation.nullable === null && !known.some((other) => other.relation === one.relation && other.column === one.column),
  );
  const all = [...known, ...fresh];
  return [...fresh, ...fresh.flatMap((one) => equalsOf(one, one.relation.scope.firm, all))];
}

function partnerIn(condition: Node, of: Equal): readonly Equal[] {
  const other = sidesOf(condition, '=') === null ? undefined : comparedWith(as(condition, 'A_Expr') ?? {}, of.relation, of.column);
  const column = columnParts(as(other, 'ColumnRef') ?? {}).at(-1);
  if (column === undefined) return [];
  for (let scope: Scope | null = of.relation.scope; scope !== null; scope = scope.parent) {
    const relation = scope.relations.find((one) => one !== of.relation && isColumn(other, one, column));
    if (relation !== undefined) return [{ relation, column }];
    // A bare name may be a column of any table that is nearer than those of the next query.
    if (columnParts(as(other, 'ColumnRef') ?? {}).length === 1) return [];
  }
  return [];
}

function joinedByName({ relation, column }: Equal): readonly Equal[] {
  return mergedWith(relation, column).map((other) => ({ relation: other, column }));
}

export function constraintsOn(equal: Equal, setting: Setting): readonly ((column: string) => string)[] {
  return equal.relation.scope.firm.flatMap((condition) => transfer(condition, equal, { sql: setting.text.sql, catalog: setting.catalog }) ?? []);
}
