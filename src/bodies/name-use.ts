import { as, columnParts, type Fields, type Node, walk } from '../sql/parse.ts';
import { findReferences } from '../sql/references.ts';
import { readToken, skipBlanks } from '../sql/tokens.ts';

/** A name in a statement that can be a column's or a variable's. */
export interface NameUse {
  /** `r.amount` is two, `r.*` is one with a star. */
  readonly parts: readonly string[];
  readonly hasStar: boolean;
  readonly start: number;
  readonly end: number;
  /** The columns of a table that rows are inserted into can be meant, too. */
  readonly isBehindInsert: boolean;
}

/** What a statement names, so far as it matters for its variables. */
export interface Names {
  readonly uses: readonly NameUse[];
  /** Places of `$n`. */
  readonly numbered: readonly { readonly number: number; readonly start: number; readonly end: number }[];
  /** Relations that it reads, and that it inserts into, by the parts of their names. */
  readonly read: readonly (readonly string[])[];
  readonly inserted: readonly (readonly string[])[];
  /** Names and aliases of its relations, of CTEs and sub-selects too. */
  readonly aliases: ReadonlySet<string>;
}

/** Lists the names of a statement; the places are where `text` has them. */
export function findNames(tree: Node, text: string): Names {
  const uses: NameUse[] = [];
  const numbered: { number: number; start: number; end: number }[] = [];
  const aliases = new Set<string>(['excluded']);
  const visit = (root: unknown, isBehindInsert: boolean): void =>
    walk(root, (kind, fields) => {
      if (kind === 'ColumnRef') uses.push(toUse(fields as Fields<'ColumnRef'>, text, isBehindInsert));
      if (kind === 'ParamRef') numbered.push(toNumbered(fields as Fields<'ParamRef'>, text));
      if (kind === 'CommonTableExpr') aliases.add((fields as Fields<'CommonTableExpr'>).ctename ?? '');
      const alias = (fields['alias'] as { readonly aliasname?: string } | undefined)?.aliasname;
      if (alias !== undefined) aliases.add(alias);
      if (kind !== 'InsertStmt' || isBehindInsert) return true;
      const { onConflictClause, returningClause, ...others } = fields as Fields<'InsertStmt'>;
      visit([others], false);
      visit([onConflictClause, returningClause], true);
      return false;
    });
  visit([tree], false);
  const references = findReferences(tree);
  for (const { alias, role } of references) if (role !== 'function') aliases.add(alias);
  const named = (wanted: string) =>
    references.filter(({ role }) => role === wanted).map(({ schema, name }) => (schema === null ? [name] : [schema, name]));
  return { uses, numbered, read: named('read'), inserted: named('insert'), aliases };
}

function toUse(reference: Fields<'ColumnRef'>, text: string, isBehindInsert: boolean): NameUse {
  const parts = columnParts(reference);
  const hasStar = (reference.fields ?? []).some((field) => as(field, 'A_Star') !== undefined);
  const start = reference.location ?? 0;
  let { end } = readToken(text, start);
  for (let index = 1; index < (reference.fields ?? []).length; index += 1) end = readToken(text, skipBlanks(text, skipBlanks(text, end) + 1)).end;
  return { parts, hasStar, start, end, isBehindInsert };
}

function toNumbered({ number = 0, location = 0 }: Fields<'ParamRef'>, text: string): { number: number; start: number; end: number } {
  return { number, start: location, end: readToken(text, location).end };
}
