import { normalise } from './normalise.ts';
import { as, columnParts, type Fields, lastName, type Node, walk } from './parse.ts';
import { splitConjuncts } from './references.ts';
import type { Span } from './span.ts';
import { expressionSpan } from './spans.ts';

/** A column that an UPDATE, a MERGE or an ON CONFLICT clause sets. */
export interface Assignment {
  /** The target as the statement names it. */
  readonly schema: string | null;
  readonly table: string;
  readonly column: string;
  /** The column keeps its value: it is set to itself, or the WHERE demands of it what it is set to. */
  readonly unchanged: boolean;
  readonly span: Span;
}

/** Every assignment to a column of a table, those inside CTEs included. */
export function findAssignments(tree: Node, sql: string): readonly Assignment[] {
  const found: Assignment[] = [];
  const add = (relation: Fields<'RangeVar'> | undefined, targets: readonly Node[] | undefined, condition: Node | undefined): void => {
    if (relation === undefined) return;
    // An upsert's conflict is on a unique key, and those of a partitioned table contain the partition key.
    const own = [relation.alias?.aliasname ?? relation.relname ?? '', 'excluded'];
    for (const target of targets ?? []) {
      const { name = '', val, location = 0 } = as(target, 'ResTarget') ?? {};
      const unchanged = val !== undefined && (isColumn(val, name, own) || isDemanded(name, val, condition));
      found.push({
        schema: relation.schemaname ?? null,
        table: relation.relname ?? '',
        column: name,
        unchanged,
        span: expressionSpan(sql, location),
      });
    }
  };
  walk([tree], (kind, fields) => {
    if (kind === 'UpdateStmt') {
      const update = fields as Fields<'UpdateStmt'>;
      add(update.relation, update.targetList, update.whereClause);
    }
    if (kind === 'InsertStmt') {
      const insert = fields as Fields<'InsertStmt'>;
      add(insert.relation, insert.onConflictClause?.targetList, insert.onConflictClause?.whereClause);
    }
    if (kind === 'MergeStmt') {
      const merge = fields as Fields<'MergeStmt'>;
      const updates = (merge.mergeWhenClauses ?? []).flatMap((clause) => as(clause, 'MergeWhenClause') ?? []);
      for (const clause of updates) if (clause.commandType === 'CMD_UPDATE') add(merge.relation, clause.targetList, merge.joinCondition);
    }
    return true;
  });
  return found;
}

/** `SET k = $1 … WHERE k = $1`; a MERGE's join condition counts as its WHERE. */
function isDemanded(column: string, value: Node, condition: Node | undefined): boolean {
  return (condition === undefined ? [] : splitConjuncts(condition)).some((conjunct) => {
    const comparison = as(conjunct, 'A_Expr');
    if (comparison?.kind !== 'AEXPR_OP' || lastName(comparison.name) !== '=') return false;
    const sides = [comparison.lexpr, comparison.rexpr];
    return sides.some((side, index) => isColumn(side, column, null) && normalise(sides[1 - index]) === normalise(value));
  });
}

/** A column of that name, qualified by nothing or by one of `qualifiers`; `null` allows them all. */
function isColumn(node: Node | undefined, name: string, qualifiers: readonly string[] | null): boolean {
  const column = as(node, 'ColumnRef');
  const [last, qualifier] = column === undefined ? [] : [...columnParts(column)].reverse();
  return last === name && (qualifier === undefined || qualifiers === null || qualifiers.includes(qualifier));
}
