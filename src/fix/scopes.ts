import { as, type Fields, type Node, walk } from '../sql/parse.ts';
import { splitConjuncts } from '../sql/references.ts';

/** A join that gives rows of one side NULLs where the other has no match. */
export interface OuterJoin {
  readonly condition: Node | undefined;
  /** Both sides can be NULL. */
  readonly isFull: boolean;
  /** What must hold for rows of the side that can be NULL. */
  readonly conjuncts: Node[];
}

/** A table, view, CTE or sub-select in FROM, or the target of a change. */
export interface Relation {
  readonly alias: string;
  readonly schema: string | null;
  /** The name of a table or CTE; empty for a sub-select. */
  readonly name: string;
  readonly start: number;
  readonly scope: Scope;
  /** The innermost outer join that can put NULLs in place of its rows. */
  readonly nullable: OuterJoin | null;
  /** Its columns have names of their own. */
  readonly isRenamed: boolean;
  /** The query behind a sub-select, or behind the name of a CTE. */
  readonly query: Scope | null;
}

/** One query: the tables in its FROM, and what must hold for each of its rows. */
export interface Scope {
  /** The query whose columns this one may name: that around a sub-select in an expression, or around a LATERAL. */
  readonly parent: Scope | null;
  readonly relations: Relation[];
  /** Conditions that every row fulfils: the WHERE, and the ON of inner joins. */
  readonly firm: Node[];
  /** The conditions as they stand, unsplit. */
  readonly where: Node | undefined;
  readonly select: Fields<'SelectStmt'> | null;
  /** The ON of a MERGE, which is its only condition. */
  readonly merge: Node | undefined;
  /** A MERGE that does something about what its ON does not match. */
  readonly changesUnmatched: boolean;
  /** What this query does not find is counted, or makes the statement find or change something else. */
  readonly isMissed: boolean;
  /** Columns that a USING equates, or a NATURAL join all of one name (`null`), with the relations on the two sides. */
  readonly using: { readonly column: string | null; readonly left: readonly Relation[]; readonly right: readonly Relation[] }[];
}

/** A common table expression, and how often the statement names it. */
export interface CommonTable {
  readonly item: Fields<'CommonTableExpr'>;
  readonly scopes: readonly Scope[];
  readonly isRecursive: boolean;
  uses: number;
}

export interface Scopes {
  /** Tables, views and CTEs. */
  readonly relations: readonly Relation[];
  /** Sub-selects in FROM. */
  readonly derived: readonly Relation[];
  readonly commonTables: readonly CommonTable[];
}

interface Surroundings {
  readonly parent: Scope | null;
  readonly isMissed: boolean;
  readonly names: ReadonlyMap<string, CommonTable>;
}

function changesUnmatched({ mergeWhenClauses = [] }: Fields<'MergeStmt'>): boolean {
  return mergeWhenClauses.some((clause) => {
    const { matchKind, commandType } = as(clause, 'MergeWhenClause') ?? {};
    return matchKind !== 'MERGE_WHEN_MATCHED' && commandType !== 'CMD_NOTHING';
  });
}

/** Reads the queries of a statement, each as a scope. */
export function readScopes(tree: Node): Scopes {
  const relations: Relation[] = [];
  const derived: Relation[] = [];
  const commonTables: CommonTable[] = [];

  function readStatement(node: Node | undefined, around: Surroundings): readonly Scope[] {
    const select = as(node, 'SelectStmt');
    if (select !== undefined) return readSelect(select, around);
    const insert = as(node, 'InsertStmt');
    if (insert !== undefined) {
      const names = readCommonTables(insert.withClause, around);
      readStatement(insert.selectStmt, { ...around, names });
      return [];
    }
    const change = (as(node, 'UpdateStmt') ?? as(node, 'DeleteStmt') ?? as(node, 'MergeStmt')) as
      | (Fields<'UpdateStmt'> & Fields<'DeleteStmt'> & Fields<'MergeStmt'>)
      | undefined;
    if (change === undefined) return [];
    const names = readCommonTables(change.withClause, around);
    const scope = open(around, {
      where: change.whereClause ?? change.joinCondition,
      select: null,
      merge: change.joinCondition,
      changesUnmatched: changesUnmatched(change),
    });
    if (change.relation !== undefined) addTable(change.relation, scope, null, new Map());
    for (const item of [...(change.fromClause ?? []), ...(change.usingClause ?? []), change.sourceRelation])
      if (item !== undefined) readFrom(item, scope, { names, nullable: null });
    readExpressions([change.whereClause, change.joinCondition, change.targetList], scope, names);
    // What a MERGE does and returns it also does for rows that its ON says nothing of.
    readExpressions([change.mergeWhenClauses, change.returningClause], change.joinCondition === undefined ? scope : null, names);
    return [scope];
  }

  function readSelect(select: Fields<'SelectStmt'>, around: Surroundings): readonly Scope[] {
    const names = readCommonTables(select.withClause, around);
    if (select.larg !== undefined || select.rarg !== undefined)
      return [select.larg, select.rarg].flatMap((arm) => {
        const isTakenAway = select.op === 'SETOP_EXCEPT' && arm === select.rarg;
        return arm === undefined ? [] : readSelect(arm, { ...around, names, isMissed: around.isMissed || isTakenAway });
      });
    const { fromClause = [], withClause: _, larg: _l, rarg: _r, ...expressions } = select;
    const scope = open(around, { where: select.whereClause, select, merge: undefined, changesUnmatched: false });
    for (const item of fromClause) readFrom(item, scope, { names, nullable: null });
    readExpressions(expressions, scope, names);
    return [scope];
  }

  function open({ parent, isMissed }: Surroundings, rest: Pick<Scope, 'where' | 'select' | 'merge' | 'changesUnmatched'>): Scope {
    return { parent, isMissed, relations: [], firm: rest.where === undefined ? [] : [...splitConjuncts(rest.where)], using: [], ...rest };
  }

  function readCommonTables(clause: Fields<'WithClause'> | undefined, around: Surroundings): ReadonlyMap<string, CommonTable> {
    const names = new Map(around.names);
    for (const node of clause?.ctes ?? []) {
      const item = as(node, 'CommonTableExpr');
      if (item === undefined) continue;
      const common: CommonTable = {
        item,
        scopes: readStatement(item.ctequery, { ...around, parent: null, names }),
        isRecursive: clause?.recursive === true,
        uses: 0,
      };
      names.set(item.ctename ?? '', common);
      commonTables.push(common);
    }
    return names;
  }

  interface Side {
    readonly names: ReadonlyMap<string, CommonTable>;
    readonly nullable: OuterJoin | null;
  }

  /** Reads one item of FROM; gives the relations in it. */
  function readFrom(item: Node, scope: Scope, side: Side): readonly Relation[] {
    const table = as(item, 'RangeVar') ?? as(as(item, 'RangeTableSample')?.relation, 'RangeVar');
    if (table !== undefined) return [addTable(table, scope, side.nullable, side.names)];
    const join = as(item, 'JoinExpr');
    if (join !== undefined) return readJoin(join, scope, side);
    const sub = as(item, 'RangeSubselect');
    if (sub === undefined) {
      readExpressions(item, scope, side.names);
      return [];
    }
    const scopes = readStatement(sub.subquery, {
      parent: sub.lateral === true ? scope : null,
      isMissed: scope.isMissed || scope.changesUnmatched || side.nullable !== null,
      names: side.names,
    });
    const relation: Relation = {
      alias: sub.alias?.aliasname ?? '',
      schema: null,
      name: '',
      start: -1,
      scope,
      nullable: side.nullable,
      isRenamed: (sub.alias?.colnames ?? []).length > 0,
      query: scopes.length === 1 ? (scopes[0] ?? null) : null,
    };
    scope.relations.push(relation);
    derived.push(relation);
    return [relation];
  }

  function readJoin(join: Fields<'JoinExpr'>, scope: Scope, { names, nullable }: Side): readonly Relation[] {
    const type = join.jointype ?? 'JOIN_INNER';
    const outer: OuterJoin | null = type === 'JOIN_INNER' ? null : { condition: join.quals, isFull: type === 'JOIN_FULL', conjuncts: [] };
    const left =
      join.larg === undefined
        ? []
        : readFrom(join.larg, scope, { names, nullable: type === 'JOIN_RIGHT' || type === 'JOIN_FULL' ? outer : nullable });
    const right =
      join.rarg === undefined ? [] : readFrom(join.rarg, scope, { names, nullable: type === 'JOIN_LEFT' || type === 'JOIN_FULL' ? outer : nullable });
    const holder = outer ?? nullable;
    if (join.quals !== undefined) (holder === null ? scope.firm : holder.conjuncts).push(...splitConjuncts(join.quals));
    const shared = join.isNatural === true ? [null] : (join.usingClause ?? []).map((column) => as(column, 'String')?.sval ?? '');
    if (holder === null) scope.using.push(...shared.map((column) => ({ column, left, right })));
    readExpressions(join.quals, scope, names);
    return [...left, ...right];
  }

  function addTable(table: Fields<'RangeVar'>, scope: Scope, nullable: OuterJoin | null, names: ReadonlyMap<string, CommonTable>): Relation {
    const name = table.relname ?? '';
    const common = table.schemaname === undefined ? names.get(name) : undefined;
    if (common !== undefined) common.uses += 1;
    const query = common?.scopes.length === 1 ? (common.scopes[0] ?? null) : null;
    const isRenamed = (table.alias?.colnames ?? common?.item.aliascolnames ?? []).length > 0;
    const relation = {
      alias: table.alias?.aliasname ?? name,
      schema: table.schemaname ?? null,
      name,
      start: table.location ?? 0,
      scope,
      nullable,
      isRenamed,
      query,
    };
    scope.relations.push(relation);
    relations.push(relation);
    return relation;
  }

  function readExpressions(expressions: unknown, scope: Scope | null, names: ReadonlyMap<string, CommonTable>, isNegated = false): void {
    walk(expressions, (kind, fields) => {
      if (kind === 'BoolExpr' && (fields as Fields<'BoolExpr'>).boolop === 'NOT_EXPR') {
        readExpressions((fields as Fields<'BoolExpr'>).args, scope, names, true);
        return false;
      }
      if (kind !== 'SubLink') return true;
      const { testexpr, subselect, subLinkType = '' } = fields as Fields<'SubLink'>;
      readExpressions(testexpr, scope, names, isNegated);
      const isMissed = isNegated || scope?.isMissed === true || !/^(?:ANY|EXISTS)_SUBLINK$/.test(subLinkType);
      readStatement(subselect, { parent: scope, isMissed, names });
      return false;
    });
  }

  readStatement(tree, { parent: null, isMissed: false, names: new Map() });
  return { relations, derived, commonTables };
}
