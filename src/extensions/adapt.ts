import { dividedIntoChunks } from '../catalog/catalog.ts';
import type { Adapter } from '../load/adaptation.ts';
import type { ServerFacts } from '../load/server-facts.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import { toName } from '../sql/names.ts';
import { as, type Node, parseStatement } from '../sql/parse.ts';
import { splitSql } from '../sql/split.ts';
import { accountForBlock } from './conditional-block.ts';
import { adaptBlock, adaptCreation } from './creation.ts';
import { needOf, ownerOfTypeName } from './expression.ts';
import { findMadeTypes, standInForForeign } from './foreign-types.ts';
import { toGeometryColumn } from './geometry-column.ts';
import { addLeftOut, divide, type ExtensionMemory, surroundingsOf } from './memory.ts';
import { trimTable } from './trim-table.ts';

interface Known extends Pick<ServerFacts, 'extensions' | 'types'> {
  readonly files: readonly SchemaFile[];
}

/** Sees to it that tables load without the extensions that the server lacks; `memory` takes what is found out on the way. */
export function adaptExtensions({ extensions, types, files }: Known, memory: ExtensionMemory): Adapter {
  const available = new Set(extensions);
  let made: ReadonlySet<string> | null = null;
  const isMade = (type: string): boolean => {
    made ??= new Set([...types, ...findMadeTypes(files.map(({ text }) => text))]);
    return made.has(type);
  };
  return (statement) => {
    const { tree, kind, sql } = statement;
    const created = as(tree, 'CreateExtensionStmt');
    if (created !== undefined) return adaptCreation(created, available, memory);
    if (kind === 'DoStmt') {
      const adapted = adaptBlock(sql, available, memory);
      return { ...adapted, ...accountForBlock(adapted?.sql ?? sql, available, memory) };
    }
    rememberFunction(tree, memory);
    if (memory.missing.length === 0) return null;
    const column = memory.missing.some(({ name }) => name === 'postgis') ? toGeometryColumn(statement) : null;
    if (column !== null) return { sql: column };
    const prepare = standInForForeign(statement, memory, isMade);
    const trimmed = trimTable(statement, surroundingsOf(memory));
    rememberColumns(tree, memory);
    if (trimmed === null) return prepare.length === 0 ? null : { prepare };
    addLeftOut(memory, trimmed.leftOut);
    return { prepare, sql: trimmed.sql, unjudged: trimmed.divided === null ? {} : divide(memory, trimmed.divided, dividedIntoChunks) };
  };
}

/** A function in SQL whose body needs an extension will be refused, and what calls it with it. */
function rememberFunction(tree: Node, memory: ExtensionMemory): void {
  const { funcname, sql_body, options = [] } = as(tree, 'CreateFunctionStmt') ?? {};
  if (funcname === undefined) return;
  const { name } = toName(funcname);
  memory.own.add(name);
  if (memory.missing.length === 0) return;
  const optionOf = (wanted: string) => options.flatMap((option) => as(option, 'DefElem') ?? []).find(({ defname }) => defname === wanted)?.arg;
  const isSql = sql_body !== undefined || as(optionOf('language'), 'String')?.sval?.toLowerCase() === 'sql';
  const [body] = as(optionOf('as'), 'List')?.items ?? [];
  const parts = sql_body ?? splitSql(as(body, 'String')?.sval ?? '').pieces.map((piece) => parseStatement(piece.sql).tree);
  const need = isSql ? needOf(parts, surroundingsOf(memory)) : null;
  if (need !== null) memory.absent.set(name, need);
}

function rememberColumns(tree: Node, { columns, missing }: ExtensionMemory): void {
  const created = as(tree, 'CreateStmt') ?? as(tree, 'CreateForeignTableStmt')?.base;
  const added = (as(tree, 'AlterTableStmt')?.cmds ?? []).flatMap((command) => as(command, 'AlterTableCmd')?.def ?? []);
  for (const node of [...(created?.tableElts ?? []), ...added]) {
    const column = as(node, 'ColumnDef');
    const owner = ownerOfTypeName(column?.typeName, missing);
    if (column?.colname !== undefined && owner !== null) columns.set(column.colname, owner);
  }
}
