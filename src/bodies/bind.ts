import { applyEdits, type Edit, toOriginal } from '../sql/edits.ts';
import { moveLocations, parseStatement } from '../sql/parse.ts';
import type { Columns } from './columns.ts';
import type { Fragment } from './fragment.ts';
import { findNames, type Names, type NameUse } from './name-use.ts';
import { namesIn, type Variable } from './scope.ts';

/** What a name means that is both a variable's and a column's. */
export type Conflict = 'column' | 'variable' | 'error';

/** A fragment, read: its text with offsets from its own beginning, and the names in it. */
export interface Readable {
  readonly fragment: Fragment;
  readonly text: string;
  /** The fragment's edits, from its own beginning. */
  readonly edits: readonly Edit[];
  readonly names: Names;
}

/** A fragment that can be planned: with parameters for its variables. */
export interface Bound {
  readonly edits: readonly Edit[];
  /** Types of the parameters, by number; what is absent is asked of the server. */
  readonly types: ReadonlyMap<number, string>;
  /** Why it cannot be planned, or `null`. */
  readonly doubt: string | null;
}

/** Reads a fragment of a body; `null` where it is no SQL, or a statement that nothing is planned for. */
export function readFragment(body: string, fragment: Fragment): Readable | null {
  const { start, end } = fragment;
  const text = body.slice(start, end);
  const edits = fragment.edits.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }));
  const { tree } = parseStatement(applyEdits(text, edits));
  if (tree === null) return null;
  moveLocations(tree, (location) => toOriginal(edits, location));
  return { fragment, text, edits, names: findNames(tree, text) };
}

/** The relations whose columns have to be known to bind a fragment, by their names without schema. */
export function relationsOf({ fragment, names }: Readable): readonly string[] {
  const rows = [...fragment.scope.variables.values()].flatMap(({ type }) => (type === null ? [] : namesIn(type)));
  return [...names.read, ...names.inserted, namesIn(fragment.scope.row ?? '')].flatMap((parts) => parts.at(-1) ?? []).concat(rows);
}

/** Puts parameters in the place of a fragment's variables. */
export function bind({ fragment, edits, names }: Readable, columns: Columns, conflict: Conflict): Bound {
  if (fragment.using !== null) return { edits, types: numberedTypes(fragment.using), doubt: null };
  const { scope } = fragment;
  const numbers = new Map<string, number>();
  const types = new Map<number, string>();
  const placed: Edit[] = [];
  let doubt: string | null = null;

  const place = ({ start, end }: Pick<NameUse, 'start' | 'end'>, identity: string, type: string | null): void => {
    const number = numbers.get(identity) ?? numbers.size + 1;
    numbers.set(identity, number);
    if (type !== null) types.set(number, type);
    placed.push({ start, end, text: `$${number}` });
  };
  for (const use of names.uses) {
    const [first = '', ...others] = use.parts;
    if (names.aliases.has(first) && (others.length > 0 || use.hasStar || !scope.variables.has(first))) continue;
    const parts = others.length > 0 && scope.labels.has(first) && !isRow(scope.variables.get(first), columns) ? others : use.parts;
    const [name = '', field] = parts;
    const variable = scope.variables.get(name);
    const isColumn = parts === use.parts && field === undefined && isColumnHere(name, use, { names, columns });
    if (isColumn && (variable === undefined || conflict === 'column')) continue;
    if (variable === undefined) {
      const type = field === undefined && scope.row !== null ? columns.of(namesIn(scope.row))?.get(name) : undefined;
      if (type !== undefined) place(use, name, type);
      continue;
    }
    if (isColumn && conflict === 'error') doubt ??= `\`${name}\` is both a variable and a column here, which PostgreSQL refuses when it runs`;
    const row = rowOf(variable, columns);
    if (use.hasStar || (field === undefined && (row !== null || variable.type === 'record'))) {
      if (use.hasStar && row === null) doubt ??= `the columns of \`${name}\` are not known`;
      else placed.push({ start: use.start, end: use.end, text: `(NULL::${row ?? 'record'})${use.hasStar ? '.*' : ''}` });
    } else if (field === undefined) place(use, name, plannable(variable.type, columns));
    else place(use, `${name}.${field}`, row === null ? null : (columns.of(namesIn(row))?.get(field) ?? null));
  }
  for (const { number, start, end } of names.numbered) {
    const variable = scope.variables.get(`$${number}`);
    place({ start, end }, variable === undefined ? `$${number}` : nameOf(variable, scope.variables), plannable(variable?.type ?? null, columns));
  }
  return { edits: [...edits, ...placed].toSorted(inOrder), types, doubt };
}

function inOrder(a: Edit, b: Edit): number {
  return a.start - b.start || a.end - b.end;
}

/** An argument by number and by name is one. */
function nameOf(variable: Variable, variables: ReadonlyMap<string, Variable>): string {
  return [...variables].find(([, other]) => other === variable)?.[0] ?? '';
}

function numberedTypes(types: readonly (string | null)[]): ReadonlyMap<number, string> {
  return new Map(types.flatMap((type, index) => (type === null || /%|^record$/i.test(type) ? [] : [[index + 1, type] as const])));
}

function isColumnHere(name: string, use: NameUse, { names, columns }: { readonly names: Names; readonly columns: Columns }): boolean {
  const visible = use.isBehindInsert ? [...names.read, ...names.inserted] : names.read;
  return visible.some((relation) => columns.of(relation)?.has(name) === true);
}

/** The table whose rows a variable holds, as it is written; `null` where that is not known, or it holds no row. */
function rowOf({ type }: Variable, columns: Columns): string | null {
  if (type === null || /%\s*type$/i.test(type)) return null;
  const row = type.replace(/\s*%\s*rowtype$/i, '');
  return columns.of(namesIn(row)) === null ? null : row;
}

function isRow(variable: Variable | undefined, columns: Columns): boolean {
  return variable !== undefined && (variable.type === 'record' || rowOf(variable, columns) !== null);
}

/** A type as a PREPARE takes it: `account.id%TYPE` is looked up. */
function plannable(type: string | null, columns: Columns): string | null {
  if (type === null || !/%\s*type$/i.test(type)) return type;
  const parts = namesIn(type).slice(0, -1);
  return columns.of(parts.slice(0, -1))?.get(parts.at(-1) ?? '') ?? null;
}
