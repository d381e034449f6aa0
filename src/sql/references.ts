import { as, type Fields, type Node, walk } from './parse.ts';

/** One SELECT, or one INSERT, UPDATE, DELETE or MERGE: the scope in which its table names are visible. */
export interface Level {
  readonly parent: Level | null;
  /** 0 for the statement itself. */
  readonly depth: number;
  /** The SELECT, INSERT, UPDATE, DELETE or MERGE as the tree has it. */
  readonly query: object;
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

/** Where a visitor stands: in a level, with the names that CTEs have taken there. */
interface Scope {
  readonly level: OpenLevel;
  readonly commonTables: ReadonlySet<string>;
  readonly found: TextReference[];
}

/** Where a statement stands: around it there may be a level. */
type Surroundings = Omit<Scope, 'level'> & { readonly level: Level | null };

/** All references of a statement in the order of its text, CTEs, sub-selects and DML targets included. */
export function findReferences(tree: Node): readonly TextReference[] {
  const found: TextReference[] = [];
  visitStatement(tree, { level: null, commonTables: new Set(), found });
  return found.sort((a, b) => a.start - b.start);
}

function visitStatement(node: Node | undefined, around: Surroundings): void {
  const select = as(node, 'SelectStmt');
  const insert = as(node, 'InsertStmt');
  const change = as(node, 'UpdateStmt') ?? as(node, 'DeleteStmt') ?? as(node, 'MergeStmt');
  if (select !== undefined) visitSelect(select, around);
  else if (insert !== undefined) visitInsert(insert, around);
  else if (change !== undefined) visitChange(change, around);
}

/** Opens the level of a statement, in which its CTEs can be named. */
function open(query: { readonly withClause?: Fields<'WithClause'> }, { level: parent, commonTables, found }: Surroundings): Scope {
  const level = { parent, depth: parent === null ? 0 : parent.depth + 1, query, conjuncts: [], using: [] };
  const visible = new Set(commonTables);
  const clause = query.withClause;
  const items = (clause?.ctes ?? []).flatMap((item) => as(item, 'CommonTableExpr') ?? []);
  if (clause?.recursive === true) for (const item of items) visible.add(item.ctename ?? '');
  for (const item of items) {
    visitStatement(item.ctequery, { level, commonTables: new Set(visible), found });
    visible.add(item.ctename ?? '');
  }
  return { level, commonTables: visible, found };
}

function visitSelect(select: Fields<'SelectStmt'>, around: Surroundings): void {
  const { larg: _l, rarg: _r, fromClause = [], whereClause, withClause: _w, ...expressions } = select;
  const scope = open(select, around);
  visitArms(select, scope);
  for (const item of fromClause) visitFrom(item, scope);
  visitCondition(whereClause, scope);
  visitExpressions(expressions, scope);
}

/** The arms of `a UNION b UNION c` nest in the tree, but are on one level. */
function visitArms(select: Fields<'SelectStmt'>, scope: Scope): void {
  for (const arm of [select.larg, select.rarg]) {
    if (arm?.larg !== undefined && arm.withClause === undefined && arm.limitCount === undefined) visitArms(arm, scope);
    else if (arm !== undefined) visitSelect(arm, scope);
  }
}

function visitInsert(insert: Fields<'InsertStmt'>, around: Surroundings): void {
  const scope = open(insert, around);
  if (insert.relation !== undefined) addTable(insert.relation, 'insert', scope);
  visitStatement(insert.selectStmt, scope);
  visitExpressions([insert.onConflictClause, insert.returningClause], scope);
}

function visitChange(change: Fields<'UpdateStmt'> & Fields<'DeleteStmt'> & Fields<'MergeStmt'>, around: Surroundings): void {
  const scope = open(change, around);
  if (change.relation !== undefined) addTable(change.relation, 'read', scope);
  const sources = [...(change.fromClause ?? []), ...(change.usingClause ?? []), change.sourceRelation];
  for (const item of sources) if (item !== undefined) visitFrom(item, scope);
  visitCondition(change.whereClause, scope);
  visitCondition(change.joinCondition, scope);
  visitExpressions([change.targetList, change.mergeWhenClauses, change.returningClause], scope);
}

function visitFrom(item: Node, scope: Scope): void {
  const relation = as(item, 'RangeVar');
  const join = as(item, 'JoinExpr');
  const sub = as(item, 'RangeSubselect');
  const sampled = as(item, 'RangeTableSample')?.relation;
  if (relation !== undefined) {
    const isCommonTable = relation.schemaname === undefined && scope.commonTables.has(relation.relname ?? '');
    if (!isCommonTable) addTable(relation, 'read', scope);
  } else if (join !== undefined) visitJoin(join, scope);
  else if (sub !== undefined) visitStatement(sub.subquery, scope);
  else if (sampled !== undefined) visitFrom(sampled, scope);
  else visitExpressions(item, scope);
}

function visitJoin(join: Fields<'JoinExpr'>, scope: Scope): void {
  for (const side of [join.larg, join.rarg]) if (side !== undefined) visitFrom(side, scope);
  for (const column of join.usingClause ?? []) scope.level.using.push(as(column, 'String')?.sval ?? null);
  if (join.isNatural === true) scope.level.using.push(null);
  visitCondition(join.quals, scope);
}

function visitCondition(condition: Node | undefined, scope: Scope): void {
  if (condition === undefined) return;
  scope.level.conjuncts.push(...splitConjuncts(condition));
  visitExpressions(condition, scope);
}

function visitExpressions(expressions: unknown, scope: Scope): void {
  walk(expressions, (kind, fields) => {
    if (kind === 'SubLink') {
      visitExpressions((fields as Fields<'SubLink'>).testexpr, scope);
      visitStatement((fields as Fields<'SubLink'>).subselect, scope);
      return false;
    }
    // Each column of `(a, b) = (SELECT …)` holds the same sub-select.
    if (kind === 'MultiAssignRef') return (fields as Fields<'MultiAssignRef'>).colno === 1;
    if (kind === 'FuncCall') addCall(fields as Fields<'FuncCall'>, scope);
    return true;
  });
}

function addTable(relation: Fields<'RangeVar'>, role: 'read' | 'insert', { level, found }: Scope): void {
  const name = relation.relname ?? '';
  const columns = (relation.alias?.colnames ?? []).flatMap((column) => as(column, 'String')?.sval ?? []);
  const alias = relation.alias?.aliasname ?? name;
  found.push({ schema: relation.schemaname ?? null, name, alias, columns, level, role, arity: 0, start: relation.location ?? 0 });
}

function addCall({ funcname = [], args = [], location = 0 }: Fields<'FuncCall'>, { level, found }: Scope): void {
  const [name = '', schema = null] = funcname.flatMap((part) => as(part, 'String')?.sval ?? []).reverse();
  found.push({ schema, name, alias: name, columns: [], level, role: 'function', arity: args.length, start: location });
}

/** The parts of a condition that must all hold. */
export function splitConjuncts(condition: Node): readonly Node[] {
  const bool = as(condition, 'BoolExpr');
  return bool?.boolop === 'AND_EXPR' ? (bool.args ?? []).flatMap(splitConjuncts) : [condition];
}
