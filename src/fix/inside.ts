import { as, columnParts, type Fields, type Node, nodesOf } from '../sql/parse.ts';
import { conditionsOf, isSteady } from './conditions.ts';
import { constraintsOn, equalsOf } from './copied.ts';
import { toLiteral } from './literals.ts';
import type { FixKind, Propose, Setting } from './proposal.ts';
import type { Relation, Scope } from './scopes.ts';

/** A condition outside of a sub-select or CTE that does not reach the tables in it: written inside too. */
export function writeInside(kind: FixKind): Propose {
  return ({ relation, key, part, column }, setting) => {
    const { scope } = relation;
    const select = scope.select;
    const outer = part.isExpression || select === null ? undefined : findOuter(scope, setting);
    const shown = outer === undefined || select === null ? null : shownAs(key.column, relation, select);
    if (outer === undefined || select === null || shown === null || relation.nullable !== null) return null;
    const hindrance = hindranceOf(select, setting);
    if (hindrance === 'change' || (hindrance === null) !== (kind === 'same')) return null;
    const start = { relation: outer, column: shown };
    const found = [start, ...equalsOf(start, conditionsOf(outer), [start])].filter(
      (equal) => equal.relation === outer || setting.typeOf(equal.relation, equal.column) === part.type,
    );
    const conditions = [...new Set(found.flatMap((equal) => constraintsOn(equal, setting)).map((write) => write(column)))];
    return conditions.length === 0 ? null : { kind, assumes: hindrance, edits: [], conditions };
  };
}

/** The one place where a query's rows are used. */
function findOuter(scope: Scope, { scopes }: Setting): Relation | undefined {
  const common = scopes.commonTables.find(({ scopes: own }) => own.length === 1 && own[0] === scope);
  if (common !== undefined && (common.uses !== 1 || common.isRecursive)) return undefined;
  const outer = scopes.derived.find(({ query }) => query === scope) ?? scopes.relations.find(({ query }) => query === scope);
  // Rows that the ON of a MERGE does not match count too.
  if (outer?.scope.changesUnmatched === true) return undefined;
  return outer?.nullable !== null || outer.isRenamed ? undefined : outer;
}

/** The name that a query shows a column of a table under; `null` where it does not show it as it is. */
function shownAs(column: string, relation: Relation, { targetList = [] }: Fields<'SelectStmt'>): string | null {
  for (const node of targetList) {
    const target = as(node, 'ResTarget');
    const reference = as(target?.val, 'ColumnRef');
    if (reference === undefined) continue;
    const parts = columnParts(reference);
    const isStar = as(reference.fields?.at(-1), 'A_Star') !== undefined;
    const qualifier = isStar ? parts.at(-1) : parts.at(-2);
    const isOwn = qualifier === undefined ? relation.scope.relations.length === 1 : qualifier === relation.alias;
    if (isOwn && (isStar || parts.at(-1) === column)) return target?.name ?? column;
  }
  return null;
}

/** Why a condition inside is not the same as one outside: what has to be true for it; `null` where nothing has, `change` where it must not be tried. */
function hindranceOf(select: Fields<'SelectStmt'>, { catalog }: Setting): string | null {
  const { limitCount, limitOffset, lockingClause, targetList, distinctClause, groupClause } = select;
  const hasWindow = (select.windowClause ?? []).length > 0 || nodesOf(targetList, 'FuncCall', 'SubLink').some(({ over }) => over !== undefined);
  if ((lockingClause ?? []).length > 0 || !isCallable([targetList, select.whereClause], catalog)) return 'change';
  if (limitCount !== undefined || !isNought(limitOffset)) return 'the limit is meant for these rows alone';
  if (hasWindow) return 'the window is meant over these rows alone';
  if ((groupClause ?? []).length > 0 || (distinctClause ?? []).length > 0) return 'the groups are meant of these rows alone';
  return null;
}

function isNought(offset: Node | undefined): boolean {
  return offset === undefined || toLiteral(offset)?.value === '0';
}

function isCallable(expressions: unknown, catalog: Setting['catalog']): boolean {
  return nodesOf(expressions, 'FuncCall').every(({ funcname = [] }) => isSteady({ FuncCall: { funcname } }, catalog));
}
