import { createRequire } from 'node:module';
import type { Node } from 'libpg-query';
import { toOffset } from './span.ts';

export type { Node } from 'libpg-query';

const require = createRequire(import.meta.url);
let loaded: typeof import('libpg-query') | undefined;

/** PostgreSQL's parser, loaded by the first who wants it: a run that repeats an earlier one parses nothing. */
function parser(): typeof import('libpg-query') {
  // Imported, a CommonJS file of this size would first be searched for the names that it exports.
  loaded ??= require('libpg-query') as typeof import('libpg-query');
  return loaded;
}

type KindOf<N> = N extends unknown ? keyof N : never;
/** The name of a parse-tree node: `SelectStmt`, `ColumnRef`, … */
export type NodeKind = KindOf<Node>;
/** The fields of one kind of node. */
export type Fields<K extends NodeKind> = Extract<Node, Record<K, unknown>>[K];

/** A statement's parse tree, its locations in UTF-16 units, or where it stops being SQL. */
export type Parse =
  | { readonly tree: Node; readonly fault: null }
  | { readonly tree: null; readonly fault: { readonly message: string; readonly offset: number } };

/** Loads PostgreSQL's parser, and has it compiled by parsing something; to be awaited once before `parseStatement`. */
export async function loadParser(): Promise<void> {
  await parser().loadModule();
  parser().parseSync('SELECT 1');
}

/** Parses the first statement of a text with PostgreSQL 18's own parser. */
export function parseStatement(sql: string): Parse {
  try {
    const tree = /\S/.test(sql) ? parser().parseSync(sql).stmts?.[0]?.stmt : undefined;
    if (tree === undefined) return { tree: null, fault: { message: 'no statement', offset: 0 } };
    if (!isAscii(sql)) useUtf16Locations(tree, sql);
    return { tree, fault: null };
  } catch (error) {
    if (!parser().hasSqlDetails(error)) throw error;
    return { tree: null, fault: { message: error.message, offset: toOffset(sql, (error.sqlDetails?.cursorPosition ?? 0) + 1) } };
  }
}

/** The fields of `node` where it is of that kind. */
export function as<K extends NodeKind>(node: Node | undefined, kind: K): Fields<K> | undefined {
  return (node as Readonly<Record<string, unknown>> | undefined)?.[kind] as Fields<K> | undefined;
}

/** Visits a tree's nodes from the root down, each with its kind; returning `false` leaves out what is below. */
export function walk(tree: unknown, visit: (kind: string, fields: Readonly<Record<string, unknown>>) => boolean | undefined): void {
  // A sum of thousands of terms nests as deep, so that what is still to be visited is kept here and not on the call stack.
  const keys = [''];
  const values = [tree];
  while (values.length > 0) {
    const [key, value] = [keys.pop() as string, values.pop()];
    if (typeof value !== 'object' || value === null) continue;
    const fields = value as Readonly<Record<string, unknown>>;
    const isNode = key < 'a' && key >= 'A' && !Array.isArray(value);
    if (isNode && visit(key, fields) === false) continue;
    const below = Object.keys(fields).filter((name) => typeof fields[name] === 'object');
    for (const name of below.reverse()) {
      keys.push(name);
      values.push(fields[name]);
    }
  }
}

/** The fields of every node of one kind, from the root down; nothing below a node of the kind `except` counts. */
export function nodesOf<K extends NodeKind>(tree: unknown, wanted: K, except?: NodeKind): readonly Fields<K>[] {
  const found: Fields<K>[] = [];
  walk(tree, (kind, fields) => {
    if (kind === wanted) found.push(fields as Fields<K>);
    return kind !== except;
  });
  return found;
}

/** Whether a node is a column by its name alone. */
export function isBareColumn(node: Node | undefined, name: string): boolean {
  const parts = columnParts(as(node, 'ColumnRef') ?? {});
  return parts.length === 1 && parts[0] === name;
}

/** Whether somewhere in a tree a column of this name is named. */
export function namesColumn(tree: unknown, column: string): boolean {
  return nodesOf(tree, 'ColumnRef').some((reference) => columnParts(reference).at(-1) === column);
}

/** The last part of a possibly qualified name: `pg_catalog.=` is `=`. */
export function lastName(names: readonly Node[] | undefined): string {
  return as(names?.at(-1), 'String')?.sval ?? '';
}

/** The parts of a column reference; a `*` has no part of its own. */
export function columnParts(reference: Fields<'ColumnRef'>): readonly string[] {
  return (reference.fields ?? []).flatMap((field) => as(field, 'String')?.sval ?? []);
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
  return /^[\x00-\x7f]*$/.test(text);
}

function useUtf16Locations(tree: unknown, sql: string): void {
  const utf16OfByte: number[] = [];
  let units = 0;
  for (const character of sql) {
    for (let byte = Buffer.byteLength(character); byte > 0; byte -= 1) utf16OfByte.push(units);
    units += character.length;
  }
  utf16OfByte.push(units);
  moveLocations(tree, (location) => utf16OfByte[location] ?? location);
}

/** Rewrites every location of a tree. */
export function moveLocations(tree: unknown, move: (location: number) => number): void {
  const rewrite = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(rewrite);
    else if (typeof value === 'object' && value !== null) {
      const fields = value as Record<string, unknown>;
      for (const [key, field] of Object.entries(fields)) {
        if (key === 'location' && typeof field === 'number' && field > 0) fields[key] = move(field);
        else rewrite(field);
      }
    }
  };
  rewrite(tree);
}
