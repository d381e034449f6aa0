import { type Account, type Remark, unjudge } from '../load/adaptation.ts';
import { type Named, toNamed } from '../sql/names.ts';
import { divisionOf, findCallsInBlock, makesPartitions } from './calls.ts';
import { knownExtensions } from './known.ts';
import { divide, type ExtensionMemory } from './memory.ts';
import { ownerOfFunction } from './need.ts';

/** What a DO block asks to know whether an extension is there. */
const asks = /\bpg_(?:available_)?extension(?:s|_versions)?\b/i;
/** What makes an extension that is not there yet, and goes on alike. */
const makes = /\bif\s+not\s+exists\s*\(\s*select\b[^()]*\bpg_extension\b[^()]*\)/gi;
const hides = /\bexception\s+when\b/i;
const parents =
  /\bpartition\s+of\s+((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?)|\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\S+)\s+attach\s+partition\b/gi;

/**
 * A block that asks for an extension, or hides what the server says without it, does something else here than in production, and the server refuses nothing. The
 * tables that it divides are not judged; `null` where it does the same.
 */
export function accountForBlock(sql: string, available: ReadonlySet<string>, memory: ExtensionMemory): Account | null {
  const extension = (asks.test(sql.replace(makes, '')) ? findAsked(sql, available) : null) ?? (hides.test(sql) ? findUsed(sql, memory) : null);
  if (extension === null) return null;
  const why = `has partitions of a DO block that does something else without the extension ${extension}`;
  const unjudged: Record<string, string> = {};
  for (const call of findCallsInBlock(sql)) {
    const table = toNamed(call.texts[0] ?? '');
    const division = divisionOf(call);
    if (division !== null) Object.assign(unjudged, divide(memory, { table, extension }, division));
    else if (makesPartitions(call)) Object.assign(unjudged, unjudge(table, why));
  }
  for (const parent of findParents(sql)) if (parent.name !== extension) Object.assign(unjudged, unjudge(parent, why));
  return { remarks: [toRemark(extension)], unjudged };
}

function toRemark(name: string): Remark {
  return {
    noun: 'extension',
    name,
    message: 'not in this PostgreSQL, and a DO block does something else without it: what it does with it is missing',
  };
}

/** What the name of an extension is compared with. */
const compared = /\b(?:ext)?name\s*(?:=\s*(?:any\s*)?|in\s*)[(\s]*(?:array\s*\[)?((?:\s*'[\w-]+'\s*,?)+)/gi;

/** The extension that the server lacks and the block asks for: one that is known and stands in quotes, or whatever the name is compared with. */
function findAsked(sql: string, available: ReadonlySet<string>): string | null {
  const known = quotedIn(sql).filter((name) => name in knownExtensions);
  const asked = [...sql.matchAll(compared)].flatMap(([, list = '']) => quotedIn(list));
  return [...known, ...asked].find((name) => !available.has(name)) ?? null;
}

function quotedIn(sql: string): readonly string[] {
  return [...sql.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
}

/** The missing extension that the block uses something of. */
function findUsed(sql: string, { missing }: ExtensionMemory): string | null {
  const owners = findCallsInBlock(sql).map(({ called }) => ownerOfFunction(called, missing));
  const owner = owners.find((name) => name !== null);
  if (owner !== undefined) return owner;
  const words = new Set(sql.toLowerCase().match(/[a-z_]\w*/g));
  return missing.find(({ name, types }) => [...types, ...(knownExtensions[name]?.methods ?? [])].some((word) => words.has(word)))?.name ?? null;
}

/** Where the name is put together while the block runs, every text in quotes may be it. */
const composed = /\bpartition\s+of\s*(?:%|'\s*\|\|)|\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?:%|'\s*\|\|)[^;]*\battach\b/i;

function findParents(sql: string): readonly Named[] {
  const written = [...sql.matchAll(parents)].map(([, of, altered]) =>
    toNamed((of ?? altered ?? '').replace(/(?<!")\b\w+\b(?!")/g, (word) => word.toLowerCase())),
  );
  if (!composed.test(sql)) return written;
  return [...written, ...[...sql.matchAll(/'((?:[\w"]+\.)?[\w"]+)'/g)].map(([, name = '']) => toNamed(name))];
}
