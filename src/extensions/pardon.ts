import type { ServerError } from '../database/server.ts';
import { type Account, unjudge } from '../load/adaptation.ts';
import type { SchemaStatement } from '../load/schema-statement.ts';
import { type Named, ofRelation, toNamed } from '../sql/names.ts';
import { as } from '../sql/parse.ts';
import { type Call, distributes, divisionOf, findCalls, findCallsInBlock, makesPartitions } from './calls.ts';
import { findSpare } from './left-out.ts';
import { addLeftOut, addMissing, divide, type ExtensionMemory, findCause } from './memory.ts';
import { ownerOfFunction, ownerOfRelation } from './need.ts';

/** What passing over a statement leaves out that the server refuses for want of an extension, or `null` where it is not for that, or too much would be missing. */
export function pardonForExtension(statement: SchemaStatement, error: ServerError, memory: ExtensionMemory): Account | null {
  const { tree, kind } = statement;
  const created = as(tree, 'CreateExtensionStmt')?.extname;
  if (created !== undefined) {
    // Its library, or an extension that it requires, is not there.
    if (error.sqlstate !== '58P01' && findCause(memory, error) === null) return null;
    addMissing(memory, created);
    return {};
  }
  const extension = findCause(memory, error);
  if (extension === null) return null;
  if (kind === 'SelectStmt' || kind === 'CallStmt') return pardonCalls(findCalls(statement), extension, memory);
  if (kind === 'DoStmt') return makesTables.test(statement.sql) ? null : pardonBlock(statement, extension, memory);
  const spare = findSpare(statement) ?? findRows(statement);
  if (spare === null) return null;
  addLeftOut(memory, [{ extension, noun: spare.noun, name: spare.named.name }]);
  const keyless = findKeyless(statement);
  if (keyless !== null) memory.keyless.set(keyless, extension);
  const { unjudged } = spare;
  if (unjudged === undefined) return {};
  return { unjudged: unjudge(unjudged.named, `${unjudged.what} needs the extension ${extension}`) };
}

/** Whether a statement inside a transaction may have to be passed over. */
export function isPardonable(statement: SchemaStatement, { missing }: ExtensionMemory): boolean {
  if (statement.kind === 'CreateExtensionStmt') return true;
  if (missing.length === 0) return false;
  if (statement.kind === 'DoStmt') return !makesTables.test(statement.sql);
  return findSpare(statement) !== null || findCalls(statement).some(({ called }) => ownerOfFunction(called, missing) !== null);
}

/** Whether rows are written with the help of a missing extension, or to a table of its own. */
export function isPardonableData(sql: string, { missing }: ExtensionMemory): boolean {
  if (missing.length === 0) return false;
  const [, target = ''] = /^(?:insert\s+into|copy|update|delete\s+from)\s+(?:only\s+)?([\w".]+)/i.exec(sql) ?? [];
  if (ownerOfRelation(toNamed(target), missing) !== null) return true;
  return findCallsInBlock(sql.slice(0, 2_000)).some(({ called }) => ownerOfFunction(called, missing) !== null);
}

const makesTables = /\bcreate\s+(?:(?:global|local|temp|temporary|unlogged|foreign)\s+)*table\b|\bpartition\b|\battach\b|\binherits?\b|\bexecute\b/i;

function pardonCalls(calls: readonly Call[], extension: string, memory: ExtensionMemory): Account | null {
  const isOwned = ({ called }: Call): boolean => !memory.own.has(called.name) && ownerOfFunction(called, memory.missing) !== null;
  // A function of the schema's own may make partitions before it calls one of the extension's.
  if (!calls.some(isOwned) || calls.some((call) => memory.own.has(call.called.name) || makesPartitions(call))) return null;
  return countCalls(calls.filter(isOwned), extension, memory);
}

function pardonBlock({ sql }: SchemaStatement, extension: string, memory: ExtensionMemory): Account | null {
  const calls = findCallsInBlock(sql);
  if (calls.some((call) => memory.own.has(call.called.name) || makesPartitions(call))) return null;
  const owned = calls.filter(({ called }) => ownerOfFunction(called, memory.missing) !== null);
  if (owned.length > 0) return countCalls(owned, extension, memory);
  addLeftOut(memory, [{ extension, noun: 'DO block', name: '' }]);
  return {};
}

/** Most calls only watch, schedule or tune; those that divide a table keep it from being judged. */
function countCalls(calls: readonly Call[], extension: string, memory: ExtensionMemory): Account {
  const unjudged: Record<string, string> = {};
  for (const call of calls) {
    const table = toNamed(call.texts[0] ?? '');
    const division = divisionOf(call);
    if (division !== null) Object.assign(unjudged, divide(memory, { table, extension }, division));
    else if (distributes(call)) memory.distributed.set(table.name, extension);
    else addLeftOut(memory, [{ extension, noun: 'call', name: call.called.name }]);
  }
  return { unjudged };
}

function findKeyless({ tree }: SchemaStatement): string | null {
  const { cmds = [], relation } = as(tree, 'AlterTableStmt') ?? {};
  const types = cmds.map((command) => as(as(command, 'AlterTableCmd')?.def, 'Constraint')?.contype);
  return types.some((type) => type === 'CONSTR_PRIMARY' || type === 'CONSTR_UNIQUE') ? (relation?.relname ?? null) : null;
}

function findRows({ tree, kind }: SchemaStatement): { readonly noun: string; readonly named: Named; readonly unjudged?: undefined } | null {
  const written = as(tree, 'InsertStmt') ?? as(tree, 'UpdateStmt') ?? as(tree, 'DeleteStmt') ?? as(tree, 'CopyStmt');
  return written?.relation === undefined ? null : { noun: kind.replace('Stmt', '').toUpperCase(), named: ofRelation(written.relation) };
}
