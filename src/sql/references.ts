import { as, type Fields, type Node, walk } from './parse.ts';

/** One SELECT, or one INSERT, UPDATE, DELETE or MERGE: the scope in which its table names are visible. */
export interface Level {
  readonly parent: Level | null;
  /** 0 for the statement itself. */
  readonly depth: number;
  /** WHERE and ON conditions, split at their ANDs. */
  readonly conjuncts: readonly Node[];
  /** Columns joined by USING, or `null` for NATURAL. */
  readonly using: readonly (string | null)[];
}

/** A table, view or function that a statement names, once for each time it does. */
export interface TextReference {
  readonly schema: string | null;
  readonly name: string;
  readonly alias: string;
  /** Names that it gives to its columns, from the first: `ledger_entry AS e (id, grp, at)`. */
  readonly columns: readonly string[];
  readonly level: Level;
  /** `insert` names where rows go and is not read; a `function` is called in FROM or in an expression. */
  readonly role: 'read' | 'insert' | 'function';
  /** How many arguments a function is called with; 0 for tables. */
  readonly arity: number;
  /** Where its name begins in the statement, in UTF-16 units from 0. */
  readonly start: number;
}

interface OpenLevel extends Level {
  readonly conjuncts: Node[];
  readonly using: (string | null)[];
}

type CommonTables = ReadonlySet<string>;

/** All references of a statement in the order of its text, CTEs, sub-selects and DML targets included. */
export function findReferences(tree: Node): readonly TextReference[] {
  const found: TextReference[] = [];

  function openLevel(parent: Level | null): OpenLevel {
    return { parent, depth: parent === null ? 0 : parent.depth + 1, conjuncts: [], using: [] };
  }

  function add(relation: Fields<'RangeVar'>, level: Level, role: TextReference['role']): void {
    const name = relation.relname ?? '';
    const columns = (relation.alias?.colnames ?? []).flatMap((column) => as(column, 'String')?.sval ?? []);
    found.push({
      schema: relation.schemaname ?? null,
      name,
      alias: relation.alias?.aliasname ?? name,
      columns,
      level,
      role,
      arity: 0,
      start: relation.location ?? 0,
    });
  }

  function visitWith(clause: Fields<'WithClause'> | undefined, level: Level, tables: CommonTables): CommonTables {
    const visible = new Set(tables);
    const items = (clause?.ctes ?? []).flatMap((item) => as(item, 'CommonTableExpr') ?? []);
    if (clause?.recursive === true) for (const item of items) visible.add(item.ctename ?? '');
    for (const item of items) {
      visitStatement(item.ctequery, level, visible);
      visible.add(item.ctename ?? '');
    }
    return visible;
  }

  function visitStatement(node: Node | undefined, parent: Level | null, tables: CommonTables): void {
    const select = as(node, 'SelectStmt');
    const insert = as(node, 'InsertStmt');
    const change = as(node, 'UpdateStmt') ?? as(node, 'DeleteStmt') ?? as(node, 'MergeStmt');
    if (select !== undefined) visitSelect(select, parent, tables);
    else if (insert !== undefined) visitInsert(insert, parent, tables);
    else if (change !== undefined) visitChange(change, parent, tables);
  }

  function visitSelect(select: Fields<'SelectStmt'>, parent: Level | null, tables: CommonTables): void {
    const level = openLevel(parent);
    const visible = visitWith(select.withClause, level, tables);
    visitArms(select, level, visible);
    for (const item of select.fromClause ?? []) visitFrom(item, level, visible);
    visitCondition(select.whereClause, level, visible);
    const { larg: _l, rarg: _r, fromClause: _f, whereClause: _w, withClause: _c, ...expressions } = select;
    visitExpressions(expressions, level, visible);
  }

  /** The arms of `a UNION b UNION c` nest in the tree, but are on one level. */
  function visitArms(select: Fields<'SelectStmt'>, level: Level, tables: CommonTables): void {
    for (const arm of [select.larg, select.rarg]) {
      if (arm?.larg !== undefined && arm.withClause === undefined && arm.limitCount === undefined) visitArms(arm, level, tables);
      else if (arm !== undefined) visitSelect(arm, level, tables);
    }
  }

  function visitInsert(insert: Fields<'InsertStmt'>, parent: Level | null, tables: CommonTables): void {
    const level = openLevel(parent);
    const visible = visitWith(insert.withClause, level, tables);
    if (insert.relation !== undefined) add(insert.relation, level, 'insert');
    visitStatement(insert.selectStmt, level, visible);
    visitExpressions([insert.onConflictClause, insert.returningClause], level, visible);
  }

  function visitChange(change: Fields<'UpdateStmt'> & Fields<'DeleteStmt'> & Fields<'MergeStmt'>, parent: Level | null, tables: CommonTables): void {
    const level = openLevel(parent);
    const visible = visitWith(change.withClause, level, tables);
    if (change.relation !== undefined) add(change.relation, level, 'read');
    const sources = [
      ...(change.fromClause ?? []),
      ...(change.usingClause ?? []),
      ...(change.sourceRelation === undefined ? [] : [change.sourceRelation]),
    ];
    for (const item of sources) visitFrom(item, level, visible);
    visitCondition(change.whereClause, level, visible);
    visitCondition(change.joinCondition, level, visible);
    visitExpressions([change.targetList, change.mergeWhenClauses, change.returningClause], level, visible);
  }

  function visitFrom(item: Node, level: OpenLevel, tables: CommonTables): void {
    const relation = as(item, 'RangeVar');
    const join = as(item, 'JoinExpr');
    const sub = as(item, 'RangeSubselect');
    const sampled = as(item, 'RangeTableSample')?.relation;
    if (relation !== undefined) {
      if (relation.schemaname !== undefined || !tables.has(relation.relname ?? '')) add(relation, level, 'read');
    } else if (join !== undefined) visitJoin(join, level, tables);
    else if (sub !== undefined) visitStatement(sub.subquery, level, tables);
    else if (sampled !== undefined) visitFrom(sampled, level, tables);
    else visitExpressions(item, level, tables);
  }

  function visitJoin(join: Fields<'JoinExpr'>, level: OpenLevel, tables: CommonTables): void {
    for (const side of [join.larg, join.rarg]) if (side !== undefined) visitFrom(side, level, tables);
    for (const column of join.usingClause ?? []) level.using.push(as(column, 'String')?.sval ?? null);
    if (join.isNatural === true) level.using.push(null);
    visitCondition(join.quals, level, tables);
  }

  function visitCondition(condition: Node | undefined, level: OpenLevel, tables: CommonTables): void {
    if (condition === undefined) return;
    level.conjuncts.push(...splitConjuncts(condition));
    visitExpressions(condition, level, tables);
  }

  function visitExpressions(expressions: unknown, level: Level, tables: CommonTables): void {
    walk(expressions, (kind, fields) => {
      if (kind === 'SubLink') {
        visitExpressions((fields as Fields<'SubLink'>).testexpr, level, tables);
        visitStatement((fields as Fields<'SubLink'>).subselect, level, tables);
        return false;
      }
      // Each column of `(a, b) = (SELECT …)` holds the same sub-select.
      if (kind === 'MultiAssignRef') return (fields as Fields<'MultiAssignRef'>).colno === 1;
      if (kind === 'FuncCall') {
        const call = fields as Fields<'FuncCall'>;
        const [name = '', schema = null] = (call.funcname ?? []).flatMap((part) => as(part, 'String')?.sval ?? []).reverse();
        found.push({ schema, name, alias: name, columns: [], level, role: 'function', arity: call.args?.length ?? 0, start: call.location ?? 0 });
      }
      return true;
    });
  }

  visitStatement(tree, null, new Set());
  return found.sort((a, b) => a.start - b.start);
}

/** The parts of a condition that must all hold. */
export function splitConjuncts(condition: Node): readonly Node[] {
  const bool = as(condition, 'BoolExpr');
  return bool?.boolop === 'AND_EXPR' ? (bool.args ?? []).flatMap(splitConjuncts) : [condition];
}
