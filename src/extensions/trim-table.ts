import type { SchemaStatement } from '../load/schema-statement.ts';
import type { Named } from '../sql/names.ts';
import { as, type Fields, type Node } from '../sql/parse.ts';
import type { Span } from '../sql/span.ts';
import { closingParenthesis, tokensOf, wordOf } from '../sql/tokens.ts';
import { applyCuts, type Cut, cutItems, findWord, splitItems } from './cuts.ts';
import { needOf, ownerOfTypeName, type Surroundings } from './expression.ts';
import type { LeftOut } from './left-out.ts';
import { ownerOfMethod, ownerOfPrefix } from './need.ts';

/** A statement that makes a table or a column, without what only an extension could do. */
export interface Trimmed {
  readonly sql: string;
  readonly leftOut: readonly LeftOut[];
  /** The table, where a missing extension divides it in a way of its own, and that extension. */
  readonly divided: { readonly table: Named; readonly extension: string } | null;
}

interface Trim {
  readonly cuts: readonly Cut[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Leaves the defaults, constraints and options that need a missing extension out of a statement that has to load whatever becomes of them; `null` where there
 * are none. All else about tables is left for the server to refuse.
 */
export function trimTable({ tree, sql }: SchemaStatement, around: Surroundings): Trimmed | null {
  const created = as(tree, 'CreateStmt') ?? as(tree, 'CreateForeignTableStmt')?.base;
  const altered = as(tree, 'AlterTableStmt');
  const domain = as(tree, 'CreateDomainStmt');
  const trims =
    created !== undefined
      ? [trimList(created, sql, around), trimMethod(created, sql, around), trimOptions(created, sql, around)]
      : altered !== undefined
        ? trimColumns(altered, sql, around)
        : domain !== undefined
          ? [trimDomain(domain, sql, around)]
          : [];
  const cuts = trims.flatMap((trim) => trim.cuts);
  if (cuts.length === 0) return null;
  return {
    sql: applyCuts(sql, cuts),
    leftOut: trims.flatMap((trim) => trim.leftOut),
    divided: created === undefined ? null : findDivided(created, around),
  };
}

function trimList(created: Fields<'CreateStmt'>, sql: string, around: Surroundings): Trim {
  const { tableElts = [], relation } = created;
  const table = relation?.relname ?? '';
  const scope = { ...around, columns: standInColumns(tableElts, around) };
  if (!needsAny(tableElts, scope)) return { cuts: [], leftOut: [] };
  const open = findOpening(sql, relation?.location ?? 0);
  const items = splitItems(sql, open + 1, closingParenthesis(sql, open));
  const inner = tableElts.map((element, index) => trimColumn(as(element, 'ColumnDef'), { table, sql, item: items[index] }, scope));
  const needs = tableElts.map((element) => needOfConstraint(as(element, 'Constraint'), null, scope));
  const outer = needs.flatMap((extension, index): readonly LeftOut[] => {
    const { conname } = as(tableElts[index], 'Constraint') ?? {};
    return extension === null ? [] : [{ extension, noun: 'constraint', name: conname ?? `of ${table}` }];
  });
  const isOut = (index: number): boolean => needs[index] !== null && needs[index] !== undefined;
  // PARTITION OF takes no empty list.
  const isEmpty = items.every((_, index) => isOut(index)) && created.partbound !== undefined;
  const list = isEmpty ? [{ start: open, end: closingParenthesis(sql, open) + 1 }] : cutItems(items, isOut);
  return { cuts: [...list, ...inner.flatMap(({ cuts }) => cuts)], leftOut: [...outer, ...inner.flatMap(({ leftOut }) => leftOut)] };
}

/** Looks at the tree alone, which most tables leave it at. */
function needsAny(elements: readonly Node[], scope: Surroundings): boolean {
  return elements.some((element) => {
    const column = as(element, 'ColumnDef');
    const owner = scope.columns.get(column?.colname ?? '') ?? null;
    if (column === undefined) return needOfConstraint(as(element, 'Constraint'), null, scope) !== null;
    return column.constraints?.some((constraint) => needOfConstraint(as(constraint, 'Constraint'), owner, scope) !== null) === true;
  });
}

/** The columns of a table whose types stand in, and those of other tables where it has none of that name. */
function standInColumns(elements: readonly Node[], { columns, missing }: Surroundings): ReadonlyMap<string, string> {
  const found = new Map(columns);
  for (const { colname = '', typeName } of elements.flatMap((element) => as(element, 'ColumnDef') ?? [])) {
    const owner = ownerOfTypeName(typeName, missing);
    if (owner === null) found.delete(colname);
    else found.set(colname, owner);
  }
  return found;
}

interface ColumnPlace {
  readonly table: string;
  readonly sql: string;
  /** Where the column's definition stands, up to its comma. */
  readonly item: Span | undefined;
}

function trimColumn(column: Fields<'ColumnDef'> | undefined, { table, sql, item }: ColumnPlace, scope: Surroundings): Trim {
  const constraints = (column?.constraints ?? []).flatMap((node) => as(node, 'Constraint') ?? []);
  const bounds = [...constraints.map(({ location = 0 }) => location), column?.collClause?.location ?? 0, item?.end ?? sql.length];
  const owner = scope.columns.get(column?.colname ?? '') ?? null;
  const out = constraints.flatMap((constraint) => {
    const extension = needOfConstraint(constraint, owner, scope);
    if (extension === null) return [];
    const start = constraint.location ?? 0;
    const end = Math.min(...bounds.filter((bound) => bound > start));
    const text = constraint.contype === 'CONSTR_PRIMARY' ? 'NOT NULL' : '';
    const isDefault = constraint.contype === 'CONSTR_DEFAULT' || constraint.contype === 'CONSTR_GENERATED';
    const name = isDefault ? `of ${table}.${column?.colname}` : (constraint.conname ?? `of ${table}.${column?.colname}`);
    return [{ cut: { start, end, text }, left: { extension, noun: isDefault ? 'default' : 'constraint', name } }];
  });
  return { cuts: out.map(({ cut }) => cut), leftOut: out.map(({ left }) => left) };
}

/** `owner` is the extension that the type of the constraint's own column stands in for. */
function needOfConstraint(constraint: Fields<'Constraint'> | undefined, owner: string | null, scope: Surroundings): string | null {
  if (constraint === undefined) return null;
  const { contype, keys = [], fk_attrs = [], exclusions = [], raw_expr } = constraint;
  if (contype === 'CONSTR_EXCLUSION') return needOfExclusion(exclusions, scope) ?? ownerOfMethod(constraint.access_method ?? '', scope.missing);
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_FOREIGN') {
    const named = [...keys, ...fk_attrs].flatMap((key) => scope.columns.get(as(key, 'String')?.sval ?? '') ?? []);
    return owner ?? named[0] ?? null;
  }
  return raw_expr === undefined ? null : needOf(raw_expr, scope);
}

function needOfExclusion(exclusions: readonly Node[], scope: Surroundings): string | null {
  const elements = exclusions.flatMap((pair) => as(as(pair, 'List')?.items?.[0], 'IndexElem') ?? []);
  const owners = elements.map(({ name = '', expr }) => scope.columns.get(name) ?? (expr === undefined ? null : needOf(expr, scope)));
  return owners.find((owner) => owner !== null) ?? null;
}

function trimMethod({ accessMethod = '', relation }: Fields<'CreateStmt'>, sql: string, { missing }: Surroundings): Trim {
  const extension = ownerOfMethod(accessMethod, missing);
  const word = extension === null ? null : findWord(sql, 'using', relation?.location ?? 0);
  if (extension === null || word === null) return { cuts: [], leftOut: [] };
  const end = sql.toLowerCase().indexOf(accessMethod, word.end) + accessMethod.length;
  const isQuoted = sql[end] === '"';
  return {
    cuts: [{ start: word.start, end: isQuoted ? end + 1 : end }],
    leftOut: [{ extension, noun: 'access method', name: `${accessMethod} of ${relation?.relname}` }],
  };
}

/** `WITH (tsdb.hypertable, fillfactor = 70)`. */
function trimOptions({ options = [] }: Fields<'CreateStmt'>, sql: string, { missing }: Surroundings): Trim {
  const defined = options.flatMap((option) => as(option, 'DefElem') ?? []);
  const isOut = (index: number): boolean => ownerOfPrefix(defined[index]?.defnamespace ?? '', missing) !== null;
  if (!defined.some((_, index) => isOut(index))) return { cuts: [], leftOut: [] };
  const open = sql.lastIndexOf('(', defined[0]?.location ?? 0);
  const close = closingParenthesis(sql, open);
  const isEmpty = defined.every((_, index) => isOut(index));
  const word = sql.slice(0, open).toLowerCase().lastIndexOf('with');
  const cuts = isEmpty ? [{ start: word, end: close + 1 }] : cutItems(splitItems(sql, open + 1, close), isOut);
  return { cuts, leftOut: [] };
}

function findDivided({ options = [], relation }: Fields<'CreateStmt'>, { missing }: Surroundings): Trimmed['divided'] {
  const option = options.flatMap((node) => as(node, 'DefElem') ?? []).find(({ defname }) => defname === 'hypertable');
  const extension = ownerOfPrefix(option?.defnamespace ?? '', missing);
  return extension === null ? null : { table: { schema: relation?.schemaname ?? null, name: relation?.relname ?? '' }, extension };
}

/** The columns that ALTER TABLE adds. */
function trimColumns({ cmds = [], relation }: Fields<'AlterTableStmt'>, sql: string, around: Surroundings): readonly Trim[] {
  const added = cmds.map((node) => {
    const command = as(node, 'AlterTableCmd');
    return command?.subtype === 'AT_AddColumn' ? as(command.def, 'ColumnDef') : undefined;
  });
  const elements = added.flatMap((column) => (column === undefined ? [] : [{ ColumnDef: column }]));
  const scope = { ...around, columns: standInColumns(elements, around) };
  if (!needsAny(elements, scope)) return [];
  const items = splitItems(sql, relation?.location ?? 0, sql.length);
  const table = relation?.relname ?? '';
  return added.map((column, index) => trimColumn(column, { table, sql, item: items[index] }, scope));
}

function trimDomain({ constraints = [], typeName, domainname }: Fields<'CreateDomainStmt'>, sql: string, around: Surroundings): Trim {
  const owner = ownerOfTypeName(typeName, around.missing);
  const columns = new Map(around.columns);
  if (owner !== null) columns.set('value', owner);
  const column = { colname: 'value', constraints };
  const table = toName(domainname);
  return trimColumn(column, { table, sql, item: { start: 0, end: sql.length } }, { ...around, columns });
}

function toName(parts: readonly Node[] | undefined): string {
  return as(parts?.at(-1), 'String')?.sval ?? '';
}

function findOpening(sql: string, from: number): number {
  for (const token of tokensOf(sql, from)) if (token.kind === 'symbol' && wordOf(sql, token) === '(') return token.start;
  return -1;
}
